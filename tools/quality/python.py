"""The package for Python: the program's bytes, the library's speed, no copies; and beside what people use in Python."""

import json
import os
import shlex
import shutil
from pathlib import Path

import vectors
from figures import Figure, Group, Measured, at_least, at_most

PAIRS = 100_000
LSI = "three quarters of the time keep the Lanczos basis orthogonal; gensim takes a rough sketch, ours is settled"
MEASURE = Path(__file__).with_name("python_measure.py")
EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


def groups():
    return [
        Group(tuple(Figure(f"python.{name}.bytes-equal", at_least(1)) for name in method_names()), same_bytes),
        Group((Figure("python.speed.lists-vs-library", at_least(0.8)),), lists),
        Group((Figure("python.speed.rows-vs-library", at_least(0.95)),), rows),
        Group((Figure("python.speed.cca-vs-peer", at_least(10)), Figure("python.speed.cca-vs-pls"), Figure("python.rows.cca.correlation"),
               Figure("python.rows.cca-peer.correlation"), Figure("python.rows.pls-peer.correlation")), peer("cca")),
        Group((Figure("python.speed.lsi-vs-peer", at_least(10), why=LSI), Figure("python.novels.lsi.partner-first"),
               Figure("python.novels.lsi-peer.partner-first")), peer("lsi")),
        Group((Figure("python.speed.word2vec-vs-peer", at_least(10)), Figure("python.wiki20.sgns.wordsim"),
               Figure("python.wiki20.word2vec-peer.wordsim")), peer("word2vec")),
        # no bar: ours makes vectors of parts of words from those of the words, theirs trains them
        Group((Figure("python.speed.fasttext-vs-peer"), Figure("python.wiki20.sgns-subwords.wordsim"),
               Figure("python.wiki20.fasttext-peer.wordsim")), peer("fasttext")),
        Group((Figure("python.memory.copies", at_most(0.2)),), lambda bench: measured(bench, "copies")),
        Group((Figure("python.memory.rounds-growth", at_most(1.02)),), lambda bench: measured(bench, "rounds")),
    ]


def method_names():
    """By the registry's own list, so that a new method has its figure."""
    registry = (Path(__file__).resolve().parents[2] / "docs" / "methods").glob("*.md")
    found = [line.split("parameters of ")[1].split(" -->")[0] for page in sorted(registry)
             for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("<!-- parameters of ")]
    return [name for name in dict.fromkeys(found) if name != "match"]


def package(bench):
    """Where the package lies that was built with the program."""
    return bench.couplet_path.parents[2] / "python"


def measure(bench, what, *arguments):
    """What python_measure.py prints, run with the package."""
    os.environ["PYTHONPATH"] = str(package(bench))
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    return json.loads(bench.run(["/usr/bin/python3", MEASURE, what, *arguments]))


def measured(bench, what, *arguments):
    return {name: Measured(value) for name, value in measure(bench, what, *arguments).items()}


def same_bytes(bench):
    """Every example of every method, by the program and by the package."""
    place = bench.scratch / "bytes"
    shutil.copytree(EXAMPLES, place, dirs_exist_ok=True)
    commands = []
    for method in map(json.loads, bench.couplet("methods", "--json").splitlines()):
        for example in method["examples"] if method["verb"] == "fit" else []:
            commands.append([part if part.startswith("-") or not (place / part).exists() and not part.endswith(".couplet")
                             else str(place / part) for part in shlex.split(example)[1:]])
    (place / "commands.json").write_text(json.dumps(commands), encoding="utf-8")
    equal = {}
    for words, same in zip(commands, measure(bench, "bytes", bench.couplet_path, place / "commands.json")["equal"]):
        equal[words[1]] = min(equal.get(words[1], 1), same)
    return {f"python.{name}.bytes-equal": Measured(value) for name, value in equal.items()}


def dialogue(bench):
    lines = bench.text(bench.data("dialogue/train.tsv")).split("\n")[1 : PAIRS + 1]
    file = bench.scratch / "python-pairs.tsv"
    if not file.exists():
        file.write_text("".join("\t".join(line.split("\t")[:2]) + "\n" for line in lines), encoding="utf-8")
    return file


def in_turn(bench, model, data, what):
    """Three times each, in turn; the best of each, as other work on the machine only adds."""
    library, ours = [], []
    for _ in range(3):
        library.append(bench.bench("score", model, *data)["score.seconds"])
        ours.append(measure(bench, what, model, *data)["seconds"])
    return min(library) / min(ours)


def lists(bench):
    pairs, model = dialogue(bench), bench.scratch / "python-lists.couplet"
    bench.couplet("fit", "phsic", pairs, "--no-header", "--encoder", "lsa:100", "-o", model)
    return {"python.speed.lists-vs-library": Measured(in_turn(bench, model, [pairs], "lists"))}


def rows(bench):
    sides = [bench.scratch / f"python-{side}.npy" for side in ("left", "right")]
    measure(bench, "make-rows", str(PAIRS), *map(str, sides))
    model = bench.scratch / "python-rows.couplet"
    bench.couplet("fit", "phsic", *sides, "--kernel", "linear", "-o", model)
    return {"python.speed.rows-vs-library": Measured(in_turn(bench, model, sides, "rows"))}


def plain(bench, name):
    """A data file, unpacked."""
    path = bench.data(name)
    if path.suffix not in (".xz", ".gz"):
        return path
    unpacked = bench.scratch / f"python-{path.stem}"
    if not unpacked.exists():
        unpacked.write_text(bench.text(path), encoding="utf-8")
    return unpacked


def peer(what):
    files = {"cca": lambda bench: [plain(bench, "dialogue/train.tsv")], "lsi": lambda bench: [plain(bench, "novels/novels.txt")],
             **dict.fromkeys(("word2vec", "fasttext"), lambda bench: [vectors.wiki20(bench), bench.data("wordsim/ws353.tsv")])}
    return lambda bench: measured(bench, what, *map(str, files[what](bench)))
