"""Teams of processes: whether the bytes are the same, what two processes gain over one, what a process needs, and restarts."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from figures import Figure, Group, Measured, at_least, at_most

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "team"))
from team_data import ENVIRONMENT, FITS, TEAMS, children_of, sentence, write_data  # noqa: E402

ROWS, COLUMNS = 500_000, 300
KILLS = 50
METHODS = sorted({words[0] for words in FITS.values()})
# Jobs that are run by so many processes of a thread, for the table in docs/cluster.md.
SCALED, COUNTS = ("phsic", "counting", "svd", "opca", "s2net"), (1, 2, 4)


def groups():
    return [
        Group(tuple(Figure(f"team.{method}.bytes-equal", at_least(1)) for method in METHODS), bytes_equal),
        Group((Figure("team.speed.phsic", at_least(1.7)), Figure("team.speed.phsic-over-threads", at_most(1.1)),
               Figure("team.memory.phsic", at_most(1)), Figure("team.speed.phsic-over-dask", at_most(1))), phsic),
        # Beside each job the same on less data, without a bar: there more of the time goes to what each process does alone.
        Group((Figure("team.speed.counting", at_least(1.7), why="what was counted is exchanged and sorted once more, and the first process writes the table alone"),), lambda bench: counting(bench, "", 24)),
        Group((Figure("team.speed.counting-small"),), lambda bench: counting(bench, "-small", 8)),
        Group((Figure("team.speed.svd", at_least(1.7), why="starting, reading the table, and the small dense problems and the restart of the SVD are each process's own"), Figure("team.memory.svd", at_most(0.6))), lambda bench: svd(bench, "", 20)),
        Group((Figure("team.speed.svd-small"), Figure("team.memory.svd-small")), lambda bench: svd(bench, "-small", 5)),
        Group((Figure("team.speed.opca", at_least(1.7)), Figure("team.memory.opca", at_most(0.65))), lambda bench: opca(bench, "", 240_000)),
        Group((Figure("team.speed.opca-small"), Figure("team.memory.opca-small")), lambda bench: opca(bench, "-small", 60_000)),
        Group((Figure("team.speed.s2net", at_least(1.7), why="the dense problem of its start, what it holds out and the steps are each process's own"),), lambda bench: s2net(bench, "", 20_000)),
        Group((Figure("team.speed.s2net-small"),), lambda bench: s2net(bench, "-small", 6_000)),
        Group(tuple(Figure(f"team.scaling.{job}.{what}-{count}") for job in SCALED for count in COUNTS for what in ("seconds", "sent-mb", "peak-mb")),
              scaling, long=True),
        Group((Figure("team.kill.same-bytes", at_least(KILLS)),), kill),
    ]


def in_team(bench, processes):
    program = bench.couplet_path.parents[1] / "mpi" / "couplet-mpi"
    return ["env", *(f"{name}={value}" for name, value in ENVIRONMENT.items() if name.startswith("OMPI")),
            "mpirun", "--quiet", "-n", str(processes), str(program)]


def fitted(bench, processes, words, folder):
    """The bytes of the model; processes 0: the plain program."""
    model = folder / "model.couplet"
    program = in_team(bench, processes) if processes else [str(bench.couplet_path)]
    bench.run([*program, "fit", *(str(folder / word) if (folder / word).exists() else word for word in words), "-o", model])
    return model.read_bytes()


def small_data(bench):
    folder = bench.scratch / "team"
    if not folder.exists():
        folder.mkdir()
        write_data(folder)
    return folder


def bytes_equal(bench):
    folder = small_data(bench)
    equal = dict.fromkeys(METHODS, True)
    for words in FITS.values():
        expected = fitted(bench, 0, words, folder)
        equal[words[0]] &= all(fitted(bench, processes, words, folder) == expected for processes in (1, *TEAMS))
        equal[words[0]] &= fitted(bench, 3, [*words, "--balance"], folder) == expected
    return {f"team.{method}.bytes-equal": Measured(float(same)) for method, same in equal.items()}


def best(bench, program, words, times=2):
    """The shortest time of some, and the peak memory of the largest process."""
    runs = [bench.usage([*program, "fit", *words, "-o", bench.scratch / "timed.couplet", "--progress", "never"]) for _ in range(times)]
    return min(run.seconds for run in runs), max(run.peak_mb for run in runs)


def one_and_two(bench, words):
    """Of one process and of two, a thread each."""
    alone = best(bench, [bench.couplet_path], [*words, "--threads", "1"])
    return alone, best(bench, in_team(bench, 2), [*words, "--threads", "1"])


def write_rows(sides, count):
    import numpy
    random_rows = numpy.random.default_rng(1)
    for side in sides:
        rows = numpy.lib.format.open_memmap(side, "w+", numpy.float32, (count, COLUMNS))
        for first in range(0, count, 10_000):
            rows[first : first + 10_000] = random_rows.standard_normal((10_000, COLUMNS), numpy.float32)
        del rows


def phsic(bench):
    sides = [bench.scratch / "team-left.npy", bench.scratch / "team-right.npy"]
    write_rows(sides, ROWS)
    alone, two = one_and_two(bench, ["phsic", *sides])
    threads = best(bench, [bench.couplet_path], ["phsic", *sides, "--threads", "2"])
    peer = json.loads(bench.run([sys.executable, Path(__file__).with_name("moments_peer.py"), *sides]))["seconds"]
    for side in sides:
        side.unlink()
    return {"team.speed.phsic": Measured(alone[0] / two[0]), "team.speed.phsic-over-threads": Measured(two[0] / threads[0]),
            "team.speed.phsic-over-dask": Measured(two[0] / peer),
            "team.memory.phsic": Measured(two[1] / alone[1])}


def corpus(bench, times=1):
    """Texts of many words: 50 MB, or some times that."""
    path = bench.scratch / f"team-corpus-{times}.txt"
    if times > 1 and not path.exists():
        with path.open("w") as file:
            file.writelines([corpus(bench).read_text()] * times)
    elif not path.exists():
        draw = random.Random(11)
        words = [f"w{rank}" for rank in range(30_000)]
        weights = [1 / (rank + 10) for rank in range(30_000)]
        with path.open("w") as file:
            for _ in range(500):
                chosen = draw.choices(words, weights, k=20_000)
                file.writelines(" ".join(chosen[first : first + 20]) + "\n" for first in range(0, 20_000, 20))
    return path


def counting(bench, size, times):
    alone, two = one_and_two(bench, ["counts", corpus(bench, times), "--window", "5"])
    return {f"team.speed.counting{size}": Measured(alone[0] / two[0])}


def svd(bench, size, window):
    counts = bench.scratch / "team-counts.couplet"
    bench.couplet("count", corpus(bench), "--window", str(window), "-o", counts)
    alone, two = one_and_two(bench, ["sgns", counts, "--dimensions", "100"])
    return {f"team.speed.svd{size}": Measured(alone[0] / two[0]), f"team.memory.svd{size}": Measured(two[1] / alone[1])}


def documents(bench, count):
    """Pairs of texts of about 100 words: 2,800 different ones."""
    path = bench.scratch / f"team-documents-{count}.tsv"
    if not path.exists():
        draw = random.Random(12)
        with path.open("w") as file:
            for _ in range(count):
                topic = draw.randrange(10)
                texts = (" ".join(sentence(draw, topic) for _ in range(8)) for _ in range(2))
                file.write("\t".join(" ".join(f"{word}{draw.randrange(10)}" for word in text.split()) for text in texts) + "\n")
    return path


def opca(bench, size, pairs):
    alone, two = one_and_two(bench, ["opca", documents(bench, pairs), "--dimensions", "50", "--terms", "2000"])
    return {f"team.speed.opca{size}": Measured(alone[0] / two[0]), f"team.memory.opca{size}": Measured(two[1] / alone[1])}


def s2net(bench, size, pairs):
    alone, two = one_and_two(bench, ["s2net", documents(bench, pairs), "--dimensions", "50", "--evaluations", "20"])
    return {f"team.speed.s2net{size}": Measured(alone[0] / two[0])}


def scaling(bench):
    """Seconds of the whole, and of the process that sends or needs most, what it says with --verbose. On 2 cores 4 processes take
    turns: their seconds say nothing of a machine with 4."""
    counts = bench.scratch / "team-counts.couplet"
    bench.couplet("count", corpus(bench), "--window", "5", "-o", counts)
    sides = [bench.scratch / "scaled-left.npy", bench.scratch / "scaled-right.npy"]
    write_rows(sides, 100_000)
    jobs = {"phsic": ["phsic", *sides], "counting": ["counts", corpus(bench), "--window", "5"], "svd": ["sgns", counts, "--dimensions", "100"],
            "opca": ["opca", documents(bench, 60_000), "--dimensions", "50", "--terms", "2000"],
            "s2net": ["s2net", documents(bench, 6_000), "--dimensions", "50", "--evaluations", "20"]}
    measured = {}
    for job in SCALED:
        for count in COUNTS:
            command = [*in_team(bench, count), "fit", *map(str, jobs[job]), "-o", str(bench.scratch / "scaled.couplet"), "--threads", "1", "--verbose", "--progress", "never"]
            start = time.monotonic()
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            name = f"team.scaling.{job}"
            measured[f"{name}.seconds-{count}"] = Measured(time.monotonic() - start)
            for what, pattern in (("sent-mb", r"sent ([\d.]+) MB"), ("peak-mb", r"peak (\d+) MB")):
                measured[f"{name}.{what}-{count}"] = Measured(max(map(float, re.findall(pattern, done.stderr))))
    return measured


def kill(bench):
    """Of so many fits killed at a random moment and started again, how many end with the bytes of one that was not."""
    folder = small_data(bench)
    words = ["phsic", "pairs.tsv", "--encoder", "hash:200", "--threads", "1"]
    start = time.monotonic()
    expected = fitted(bench, 0, words, folder)
    whole = time.monotonic() - start
    draw, same = random.Random(3), 0
    for trial in range(KILLS):
        sums = folder / "sums"
        shutil.rmtree(sums, ignore_errors=True)
        program = in_team(bench, 2) if trial % 2 else [str(bench.couplet_path)]
        balance = ["--balance"] if trial % 4 == 3 else []
        job = subprocess.Popen([*program, "fit", *words, *balance, "--checkpoint", str(sums), "-o", "killed.couplet"], cwd=folder,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(draw.uniform(0, whole))
        for pid in children_of(job.pid) or [job.pid]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        job.wait()
        same += fitted(bench, trial % 3, [*words, *balance, "--checkpoint", str(sums)], folder) == expected
    return {"team.kill.same-bytes": Measured(same)}
