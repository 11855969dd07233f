"""Type checkers see every option with its type and its default."""

import re
import subprocess
import sys

import pytest

import couplet

SAMPLE = """
import couplet
from typing import Any

model = couplet.fit("phsic", ["a"], ["b"], whiten=0.1, rank=20, as_published=True, threads=2, columns=["en", "fr"])
rows: couplet.Rows = model.rank(["a"], among=["b"], top=3)
kept: couplet.Filtered = couplet.clean(["a"], ["b"], min_probability=0.5, duplicates="left")
estimator: couplet.PHSIC = couplet.PHSIC(encoder=len, whiten=1, kernel="linear").fit(["a"], ["b"])
judged = couplet.evaluate(model, "gold.tsv", label=3)
joined = couplet.Join(models=[model], lambda_=0.1)
anything: Any = couplet.methods()["phsic"](["a"], ["b"])
couplet.fit("phsic", ["a"], ["b"], whiten="much")  # error
couplet.fit("phsic", ["a"], ["b"], whitn=0.1)  # error
couplet.fit("nothing", ["a"], ["b"])  # error
couplet.fit("opca", ["a"], ["b"], dimensions=2.5)  # error
couplet.fit("phsic", ["a"], ["b"], threads="2")  # error
model.rank(["a"], among=["b"], top="three")  # error
model.filter(["a"], ["b"], keep_fraction="all")  # error
couplet.clean(["a"], ["b"], duplicates="lefts")  # error
couplet.PHSIC(whiten="much")  # error
couplet.CCA(dimensions=1.5)  # error
couplet.PHSIC(nothing=1)  # error
rows.height + "rows"  # error
couplet.match(["a"])  # error
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What mypy says of the sample: the numbers of the lines with errors, and all that it wrote."""
    place = tmp_path_factory.mktemp("types")
    (place / "sample.py").write_text(SAMPLE)
    command = [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--cache-dir=/dev/null", "sample.py"]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True)
    wrong = {int(number) for number in re.findall(r"^sample.py:(\d+): error", done.stdout, re.MULTILINE)}
    return wrong, done.stdout + done.stderr


def test_a_sample(said):
    wrong = {number for number, line in enumerate(SAMPLE.split("\n"), 1) if line.endswith("# error")}
    assert len(wrong) == 13 and said[0] == wrong, said[1][-3000:]
    assert not re.search(r"pyi?:\d+: error", said[1].replace("sample.py:", "")), said[1]  # none of the stubs themselves


def test_the_stubs_name_every_option():
    folder = couplet.__path__[0]
    texts = {name: open(f"{folder}/{name}.pyi", encoding="utf-8").read() for name in ("_model", "estimators", "__init__")}
    assert texts["_model"].count("@overload") == len(couplet.methods())
    for name in couplet.methods()["phsic"].parameters:
        assert f" {name.replace('-', '_')}: " in texts["estimators"] and f" {name.replace('-', '_')}: " in texts["_model"]
    for name in couplet.__all__:
        assert name in texts["__init__"]
