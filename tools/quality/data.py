#!/usr/bin/python3
"""./dev data [DIR]: checks the data sets that ./dev quality reads against tools/quality/data.tsv, and names what is missing or other.

A file may be packed (.xz, .gz) or not; what is in it counts: lines, columns of a table's first line, SHA-256. Exit code 0: all as listed;
1: a file differs; 3: a file is missing. --list writes the list anew from DIR."""

import argparse
import gzip
import hashlib
import lzma
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIST = HERE / "data.tsv"
OPENERS = {"": open, ".xz": lzma.open, ".gz": gzip.open}
FIELDS = ("file", "lines", "columns", "sha256")
NOT_DATA = ("README.md", "LICENCE.txt", "sealed.bin")


def found(directory, name):
    """The file under its name or packed; None when it is not there."""
    return next((path for ending in OPENERS if (path := Path(f"{directory / name}{ending}")).is_file()), None)


def described(path):
    """Lines, columns of the first line (0: no table) and checksum of what is in a file."""
    packed = path.suffix if path.suffix in OPENERS else ""
    table = path.name.removesuffix(packed).endswith(".tsv")
    digest, lines, first = hashlib.sha256(), 0, b""
    with OPENERS[packed](path, "rb") as file:
        while block := file.read(1 << 20):
            if table and not lines and b"\n" not in first:
                first += block[:65536]
            digest.update(block)
            lines += block.count(b"\n")
    columns = first.split(b"\n", 1)[0].count(b"\t") + 1 if table else 0
    return str(lines), str(columns), digest.hexdigest()


def listed():
    header, *lines = LIST.read_text(encoding="utf-8").splitlines()
    assert tuple(header.split("\t")) == FIELDS
    return [line.split("\t") for line in lines]


def problems(directory, rows):
    """(state, what is wrong) of each file that is not as listed."""
    for name, *expected in rows:
        path = found(directory, name)
        if path is None:
            yield "missing", f"{name} is missing: docs/data.md says where it comes from"
            continue
        wrong = [f"{what} {got}, expected {want}" for what, got, want in zip(FIELDS[1:], described(path), expected) if got != want]
        if wrong:
            yield "other", f"{path.relative_to(directory)}: {'; '.join(wrong)}"


def make_list(directory):
    names = sorted(str(path.relative_to(directory)) for path in directory.rglob("*") if path.is_file() and path.name not in NOT_DATA)
    rows = [(name.removesuffix(".xz").removesuffix(".gz"), *described(directory / name)) for name in names]
    LIST.write_text("".join("\t".join(row) + "\n" for row in (FIELDS, *rows)), encoding="utf-8")


def main(arguments):
    parser = argparse.ArgumentParser(prog="./dev data", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("directory", nargs="?", type=Path, metavar="DIR", help="default: COUPLET_DATA, else ../shared/data",
                        default=os.environ.get("COUPLET_DATA") or HERE.parents[2] / "shared" / "data")
    parser.add_argument("--list", action="store_true", help="write the list anew from DIR, instead of checking")
    options = parser.parse_args(arguments)
    directory = Path(options.directory)
    if options.list:
        make_list(directory)
        return 0
    rows = listed()
    states = set()
    for state, problem in problems(directory, rows):
        states.add(state)
        print(problem, flush=True)
    print(f"{len(rows)} files listed, " + ("some are missing or differ" if states else "all as listed"))
    return 3 if "missing" in states else 1 if states else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
