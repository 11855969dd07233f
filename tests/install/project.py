"""What both install tests need to know: where the build is, what version it must be, and how to run a command."""
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ["COUPLET_BUILD"])  # set by ctest
VERSION = re.search(r"^project\(couplet VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


def run(*command, **options):
    """What a command prints; an AssertionError with all of it when it fails."""
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout
