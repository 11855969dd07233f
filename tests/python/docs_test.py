"""docs/python.md runs as it stands, and so do the scripts, which make the pictures it shows."""

import doctest
import re
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return shutil.copytree(ROOT / "docs/examples", tmp_path_factory.mktemp("docs") / "examples")


@pytest.mark.filterwarnings("ignore")
def test_page(place, monkeypatch):
    monkeypatch.chdir(place)
    page = re.sub(r"^```.*$", "", (ROOT / "docs/python.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(page, {}, "python.md", "docs/python.md", 0)
    assert len(test.examples) > 25
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(test).failed == 0


def same(shown, made):
    """Equal but for a little rounding of numbers."""
    assert NUMBER.sub("#", shown) == NUMBER.sub("#", made)
    for a, b in zip(NUMBER.findall(shown), NUMBER.findall(made)):
        assert abs(float(a) - float(b)) <= 0.05 * max(1, abs(float(a))), (a, b)


@pytest.mark.parametrize("name", ["clean_corpus", "find_replies", "word_map"])
def test_script(name, place):
    done = subprocess.run([sys.executable, "-B", f"python/{name}.py"], cwd=place, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for picture in re.findall(r"python-\w+\.svg", (place / f"python/{name}.py").read_text()):
        same((ROOT / "docs/pictures" / picture).read_text(encoding="utf-8"), (place / picture).read_text(encoding="utf-8"))
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    shown = re.search(rf"^\$ python3 python/{name}\.py\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    if shown:
        same(shown[1], done.stdout)
