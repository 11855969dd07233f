"""Every example of every method, with the program and here: the same bytes."""

import shlex

import pytest

import couplet


def examples_of_methods():
    for method in couplet.methods().values():
        for example in method.examples:
            yield pytest.param(example, id=example.removeprefix("couplet fit "))


def as_call(example):
    """The method, the data and the options of a command line, and the file it writes."""
    words = shlex.split(example)[2:]
    method, data, options, output = words.pop(0), [], {}, None
    flags = {name for name, p in couplet.methods()[method].parameters.items() if p["type"] == "flag"}
    while words:
        word = words.pop(0)
        if word == "-o":
            output = words.pop(0)
        elif word.startswith("--"):
            name = word[2:].replace("-", "_")
            options[name] = True if word[2:] in flags else words.pop(0)
        else:
            data.append(word)
    return method, data, {name + "_" * (name == "lambda"): value for name, value in options.items()}, output


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("example", examples_of_methods())
def test_example(example, here, program):
    method, data, options, output = as_call(example)
    program(*shlex.split(example)[1:])
    model = couplet.fit(method, *data, **options)
    assert model.method == method
    assert model.to_bytes() == (here / output).read_bytes()
    assert couplet.loads(model.to_bytes()) == model == couplet.load(output)


def test_every_method_has_an_example():
    assert {as_call(p.values[0])[0] for p in examples_of_methods()} == set(couplet.methods())


def test_numbers_are_written_as_one_would(here, program):
    program("fit", "phsic", "pairs.tsv", "--whiten", "0.25", "--keep-pairs", "30", "--seed", "7", "-o", "own.couplet")
    model = couplet.fit("phsic", "pairs.tsv", whiten=0.25, keep_pairs=30, seed=7, threads=1)
    assert model.to_bytes() == (here / "own.couplet").read_bytes()
    model.save(here / "saved.couplet")
    assert (here / "saved.couplet").read_bytes() == model.to_bytes()
