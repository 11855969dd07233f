"""Where a job runs: the program, the benchmarks, the data and a temporary directory."""

import gzip
import json
import lzma
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

COMPRESSIONS = ("", ".xz", ".gz")


class MissingData(Exception):
    """A file of a data set is not there; the message names it."""


class CommandFailed(Exception):
    """A program ended with an error; the message names it and repeats what it said."""


@dataclass(frozen=True)
class Usage:
    """What a finished program used."""

    seconds: float
    peak_mb: float
    processor: float = 0  # seconds, all threads together


class Workbench:
    def __init__(self, couplet, bench_program, data, scratch, pictures=None):
        self.couplet_path = Path(couplet).resolve()
        self.bench_program = Path(bench_program).resolve()
        self.data_directory = Path(data).resolve()
        self.scratch = Path(scratch)
        self.pictures = pictures  # where picture.draw() writes; None: nowhere

    def note(self, text):
        print(text, file=sys.stderr, flush=True)

    def data(self, name):
        """The path of a data file, compressed or not; name is written without the compression's ending. Only train*,
        dev* and sets without a split may be asked for."""
        path = self.data_directory / name
        if any(part in path.name for part in ("test", "heldout", "held-out")):
            raise ValueError(f"{name}: only train, dev and undivided sets may be read")
        for compression in COMPRESSIONS:
            found = path.with_name(path.name + compression)
            if found.is_file():
                return found
        raise MissingData(f"{path} (or {', '.join(c for c in COMPRESSIONS if c)})")

    def text(self, path):
        """The content of a text file, compressed or not."""
        opener = {".xz": lzma.open, ".gz": gzip.open}.get(path.suffix, open)
        with opener(path, "rt", encoding="utf-8", newline="\n") as file:
            return file.read()

    def couplet(self, *arguments):
        """Runs the program; returns what it printed."""
        return self.run([self.couplet_path, *arguments])

    def couplet_json(self, *arguments):
        """Runs the program with --json; returns its objects."""
        return [json.loads(line) for line in self.couplet(*arguments, "--json").splitlines()]

    def couplet_usage(self, *arguments):
        """Runs the program; returns its wall time and largest resident memory."""
        return self.usage([self.couplet_path, *arguments, "--progress", "never"])

    def usage(self, command):
        """Runs any program; returns its wall time and largest resident memory."""
        command = [str(part) for part in command]
        self.note("$ " + " ".join(command))
        started = os.times().elapsed
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = os.times().elapsed - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise CommandFailed(f"{command[0]}: exit code {process.returncode}")
        return Usage(seconds, usage.ru_maxrss * 1024 / 1e6, usage.ru_utime + usage.ru_stime)

    def bench(self, name, *arguments):
        """Runs one benchmark; returns {figure name: value}."""
        if not self.bench_program.is_file():
            raise CommandFailed(f"{self.bench_program} is not there: build with -DCOUPLET_BENCH=ON")
        lines = self.run([self.bench_program, name, *arguments, "--json"]).splitlines()
        return {row["name"]: row["value"] for row in map(json.loads, lines)}

    def run(self, command):
        """Runs any program; returns what it printed."""
        command = [str(part) for part in command]
        self.note("$ " + " ".join(command))
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
        if done.returncode != 0:
            raise CommandFailed(f"{command[0]}: exit code {done.returncode}: {done.stderr.strip()}")
        return done.stdout
