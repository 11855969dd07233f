"""What the tests of the package share: the example data, the program beside it, and the program's own answers."""

import json
import os
import pathlib
import shutil
import subprocess

import pytest

import couplet

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["COUPLET"]  # set by ctest
couplet.configure(progress=False)


@pytest.fixture(scope="session")
def examples(tmp_path_factory):
    """A folder with the example data, where the program's models go too."""
    folder = tmp_path_factory.mktemp("examples")
    for file in (ROOT / "docs/examples").iterdir():
        if file.is_file():
            shutil.copy(file, folder)
    return folder


@pytest.fixture
def here(examples, monkeypatch):
    monkeypatch.chdir(examples)
    return examples


@pytest.fixture(scope="session")
def program(examples):
    """Runs the program beside the examples."""
    def run(*words):
        done = subprocess.run([PROGRAM, *map(str, words)], cwd=examples, capture_output=True, text=True)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout
    return run


@pytest.fixture(scope="session")
def program_rows(program):
    """Its rows as --json has them, without the schema."""
    def rows(*words):
        found = [json.loads(line) for line in program(*words, "--json").splitlines()]
        for row in found:
            row.pop("schema")
        return found
    return rows


@pytest.fixture(scope="session")
def pairs(examples):
    """The example pairs: left texts, right texts."""
    lines = (examples / "pairs.tsv").read_text(encoding="utf-8").splitlines()
    return tuple(list(side) for side in zip(*(line.split("\t") for line in lines)))


@pytest.fixture(scope="session")
def model(pairs):
    return couplet.fit("phsic", *pairs)
