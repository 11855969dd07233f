"""Data in every form that people have it in gives the same model and the same answers."""

import numpy as np
import pandas
import pytest
import scipy.sparse

import couplet


def same_scores(model, rows, *data, **options):
    np.testing.assert_array_equal(model.score(*data, **options)["score"], rows["score"])


class ArrowTable:
    """What is used of pyarrow.Table, which Debian 12 has not."""

    def __init__(self, columns):
        self.column_names, self.to_pydict = list(columns), lambda: dict(columns)


def test_texts(model, pairs, here):
    left, right = pairs
    rows = model.score(left, right)
    frame = pandas.DataFrame({"n": range(len(left)), "en": left, "fr": right})
    forms = [(tuple(left), tuple(right)), (pandas.Series(left), pandas.Series(right)), (np.array(left), np.array(right)),
             (np.array(left, dtype=object), iter(right)), (iter(left), iter(right)), (list(zip(left, right)),), ("pairs.tsv",),
             (here / "pairs.tsv",), ({"left": left, "right": right},), (frame[["en", "fr"]],),
             (ArrowTable({"en": left, "fr": right}),)]
    for data in forms:
        same_scores(model, rows, *data)
    same_scores(model, rows, frame, columns="en,fr")
    same_scores(model, rows, frame, columns=["en", "fr"])
    same_scores(model, rows, ((a, b) for a, b in zip(left, right)))
    assert couplet.fit("phsic", (pair for pair in zip(left, right))) == model
    assert couplet.fit("phsic", frame, columns="en,fr") == model


def test_an_iterator_of_many_rows_is_read_to_its_end(model, pairs):
    many = [(a, b) for a, b in zip(*pairs)] * 30
    rows = model.score(iter(many))
    assert rows.height == len(many)
    np.testing.assert_array_equal(rows["score"][: len(pairs[0])], model.score(*pairs)["score"])


def test_an_iterator_that_fails_ends_the_work(model):
    def broken():
        yield "a", "b"
        raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        model.score(broken())
    with pytest.raises(ValueError):
        model.score(iter(["a", "b"]), iter(["x"]))


def test_numbers(here):
    draw = np.random.default_rng(5)
    x = draw.normal(size=(400, 12))
    y = x[:, :7] + 0.1 * draw.normal(size=(400, 7))
    model = couplet.fit("phsic", x, y)
    np.save("x.npy", x), np.save("y.npy", y)
    assert couplet.fit("phsic", "x.npy", "y.npy") == model
    rows = model.score(x, y)
    wide = np.zeros((400, 24))
    wide[:, ::2] = x
    for other in (np.asfortranarray(x), wide[:, ::2], np.ascontiguousarray(x[::-1])[::-1], scipy.sparse.csr_matrix(x)):
        same_scores(model, rows, other, y)
        assert couplet.fit("phsic", other, y) == model
    floats = x.astype(np.float32), y.astype(np.float32)
    same_scores(model, model.score(*(side.astype(np.float64) for side in floats)), *floats)
    np.testing.assert_array_equal(model.embed(x), model.embed(np.asfortranarray(x)))
    np.testing.assert_allclose((model.embed(x) * model.embed(y, side="right")).sum(axis=1), rows["score"], rtol=1e-12)
    with pytest.raises(couplet.DataError, match="row 3, column 2 is not finite"):
        broken = x.copy()
        broken[2, 1] = np.nan
        model.score(broken, y)
    with pytest.raises(couplet.DataError, match="complex"):
        model.score(x.astype(complex), y)


def test_tables(here):
    model = couplet.fit("ca", "eyes.csv")
    frame = pandas.read_csv("eyes.csv", index_col=0)
    assert couplet.fit("ca", frame) == model
    bare = couplet.fit("ca", frame.to_numpy())
    assert bare == couplet.fit("ca", scipy.sparse.csr_matrix(frame.to_numpy()))
    assert bare.words == ["0", "1", "2", "3"]
    np.testing.assert_array_equal(bare.vectors, model.vectors)
    np.testing.assert_array_equal(model.tensors()["vectors"], model.vectors)
    with pytest.raises(ValueError, match="read-only"):
        model.vectors[0, 0] = 1


def test_word_vectors(here):
    model = couplet.fit("import", "vectors.txt")
    assert couplet.fit("import", model.words, model.vectors).search("cat", top=3).records() == model.search("cat", top=3).records()


def test_counted_documents():
    draw = np.random.default_rng(3)
    topics = draw.integers(0, 4, size=(300,))
    left, right = (scipy.sparse.csr_matrix(draw.poisson(3 * (np.arange(40) % 4 == topics[:, None]) + 0.1)) for _ in "ab")
    model = couplet.fit("opca", left, right, dimensions=3, min_documents=1)
    scores = model.score(["0 4 8", "0 4 8"], ["4 8 12", "1 5 9"])["score"]
    assert scores[0] > scores[1] + 0.5


def test_models_and_rows_in_the_place_of_files(here, program, model, pairs):
    left, right = pairs
    assert couplet.fit("phsic", left[:60], right[:60], encoder_from=model).method == "phsic"
    seeds = [tuple(map(int, line.split("\t")[:2])) for line in open("names-seeds.tsv").readlines()[1:]]
    english, russian = (open(f"names-{language}.txt", encoding="utf-8").read().splitlines() for language in ("en", "ru"))
    found = couplet.match(english, russian, seeds=seeds)
    program("match", "names-en.txt", "names-ru.txt", "--seeds", "names-seeds.tsv", "-o", "matched.tsv")
    gold = pandas.read_csv("names-gold.tsv", sep="\t")
    ours = couplet.evaluate(found, gold.values.tolist(), matching=True)
    assert ours.records() == couplet.evaluate("matched.tsv", "names-gold.tsv", matching=True).records()
    scores = model.score("judged.tsv", columns="1,2")["score"]
    assert couplet.evaluate(scores, "judged.tsv", label=3).records() == model.evaluate("judged.tsv", label=3).records()
    wrong = [(row["left"], row["right"]) for row in found.records() if row["note"] != "seed"][:2]
    again = couplet.match(english, russian, seeds=seeds, forbidden=wrong).records()
    assert not set(wrong) & {(row["left"], row["right"]) for row in again}


def test_what_is_no_data_is_said(model):
    with pytest.raises(couplet.DataError, match="row 1 of the data: the text is missing; drop the row, or fill it"):
        model.score(["a", None], ["b", "c"])
    with pytest.raises(couplet.DataError, match="the text is missing"):
        model.score(pandas.Series(["a", float("nan")]), ["b", "c"])
    with pytest.raises(couplet.DataError, match="bytes is no text"):
        model.score([b"a"], ["b"])
    with pytest.raises(couplet.DataError, match="lone surrogate"):
        model.score(["\udc80"], ["b"])
    with pytest.raises(couplet.UsageError, match="columns of 2 and 1 texts"):
        model.score(["a", "b"], ["c"])
    with pytest.raises(couplet.DataError, match="row 1 of the data: 1 fields"):
        model.score([("a", "b"), ("c",)])
    with pytest.raises(couplet.UsageError, match="mixed"):
        model.score("pairs.tsv", ["a"])
    with pytest.raises(couplet.UsageError, match="no data"):
        model.score()
    with pytest.raises(couplet.FileError, match="a str is a file name: put texts into a list"):
        model.score("Is this a text?", "It is a file name.")
