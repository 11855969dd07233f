"""Every task gives the rows that the program gives."""

import json
import math
import os
import pathlib
import pickle

import numpy as np
import pandas
import pytest

import couplet

pytestmark = pytest.mark.filterwarnings("ignore::couplet.CoupletWarning")


def agree(rows, expected):
    """Every number to the last digit; missing ones are NaN or None here."""
    found = rows.records()
    assert len(found) == len(expected) and expected
    for ours, theirs in zip(found, expected):
        assert list(ours) == list(theirs)
        for name, value in theirs.items():
            own = ours[name]
            assert own == value or (value is None and (own is None or math.isnan(own))), (name, own, value)


@pytest.fixture(scope="module")
def files(program, examples):
    """Models of the program, and the same loaded."""
    for command in ("phsic pairs.tsv -o pairs", "phsic shard.tsv --encoder-from pairs.couplet -o shard",
                    "sgns story.txt --window 2 --dimensions 40 --keep-table -o words", "pilsa thesaurus.tsv -o opposites",
                    "ngram story.txt --order 3 -o trigrams", "opca pairs.tsv -o opca", "ca eyes.csv -o eyes",
                    "rewriting paraphrases.tsv --label 3 -o paraphrases", "phsic pairs.tsv --encoder lsa:5 -o small"):
        program("fit", *(command + ".couplet").split())
    return {name: couplet.load(examples / f"{name}.couplet") for name in
            "pairs shard words opposites trigrams opca eyes paraphrases small".split()}


def test_score(files, here, program_rows, pairs):
    agree(files["pairs"].score(*pairs), program_rows("score", "pairs.couplet", "pairs.tsv"))
    agree(files["opposites"].score(["hot", "zzz"], ["cold", "icy"]), program_rows("score", "opposites.couplet", write("o.tsv", "hot\tcold\nzzz\ticy\n")))
    agree(files["paraphrases"].score("paraphrases.tsv", columns="1,2"), program_rows("score", "paraphrases.couplet", "paraphrases.tsv", "--columns", "1,2"))
    agree(files["trigrams"].score(open("weather.txt").read().splitlines(), words=True), program_rows("score", "trigrams.couplet", "weather.txt", "--words"))


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)
    return name


def test_unknown_texts_have_no_score(files):
    with pytest.warns(couplet.CoupletWarning, match="1 of 2 pairs have a score"):
        rows = files["pairs"].score(["The cat.", "zzzz"], ["Le chat.", "Le chat."])
    assert np.isnan(rows["score"][1]) and rows["unknown"].tolist() == ["", "left"]
    with pytest.warns(couplet.CoupletWarning, match="1 of 2 texts have a known word"):
        assert np.isnan(files["pairs"].embed(["The cat.", "zzzz"])[1]).all()


def test_rank_and_index(files, here, program_rows, pairs):
    expected = program_rows("rank", "pairs.couplet", "left.txt", "--among", "right.txt", "--top", "3")
    left, right = (open(name, encoding="utf-8").read().splitlines() for name in ("left.txt", "right.txt"))
    agree(files["pairs"].rank(left, among=right, top=3), expected)
    agree(files["pairs"].rank("left.txt", among="right.txt", top=3), expected)
    files["pairs"].index(right, "ready.couplet", side="right")
    agree(files["pairs"].rank(left, among="ready.couplet", top=3), expected)


def test_rank_with_models(files, here, program_rows):
    expected = program_rows("rank", "pairs.couplet", "left.txt", "--among", "right.txt", "--with", "small.couplet,pairs.couplet", "--top", "3")
    for given in ("small.couplet,pairs.couplet", [files["small"], files["pairs"]], ("small.couplet", files["pairs"])):
        agree(files["pairs"].rank("left.txt", among="right.txt", with_=given, top=3), expected)
    expected = program_rows("rank", "pairs.couplet", "left.txt", "--among", "right.txt", "--with", "small.couplet", "--top", "3")
    agree(files["pairs"].rank("left.txt", among="right.txt", with_=files["small"], top=3), expected)
    files["pairs"].index("right.txt", "ready.couplet")
    agree(files["pairs"].rank("left.txt", among="ready.couplet", with_=files["small"], top=3), expected)


def test_a_prepared_collection_is_opened_once_until_its_file_changes(files, here):
    model = couplet.load("pairs.couplet")
    model.index(["Le chat dort.", "Un chien."], "kept.couplet")
    first = model.rank(["The cat sleeps."], among="kept.couplet", top=1)["text"].tolist()
    with open("kept.couplet", "r+b") as file:  # whoever opens it now sees that a text is not what was saved
        stamp, content = os.stat("kept.couplet"), file.read()
        file.seek(content.index(b"Un chien."))
        file.write(b"Un chiot.")
    with pytest.raises(couplet.ModelError, match="is damaged"):
        model.rank(["The cat sleeps."], among="kept.couplet")
    os.utime("kept.couplet", ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    model.index(["Le chat dort.", "Un chien."], "kept.couplet")
    assert model.rank(["The cat sleeps."], among="kept.couplet", top=1)["text"].tolist() == first
    stamp = os.stat("kept.couplet")
    with open("kept.couplet", "r+b") as file:
        file.seek(content.index(b"Un chien."))
        file.write(b"Un chiot.")
    os.utime("kept.couplet", ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # nobody can tell: it is not opened again
    assert model.rank(["The cat sleeps."], among="kept.couplet", top=1)["text"].tolist() == first
    model.index(["Un chien."], "kept.couplet")
    assert model.rank(["The cat sleeps."], among="kept.couplet", top=1)["text"].tolist() == ["Un chien."]
    with pytest.raises(couplet.ModelError, match="prepared for another model"):
        files["small"].rank(["The cat sleeps."], among="kept.couplet")


def test_mine_takes_prepared_sides(files, here, program_rows):
    files["pairs"].index("left.txt", "left.couplet", side="left")
    files["pairs"].index("right.txt", "right.couplet")
    agree(files["pairs"].mine("left.couplet", "right.couplet"), program_rows("mine", "pairs.couplet", "left.couplet", "right.couplet"))


def test_search(files, program_rows):
    agree(files["words"].search("cat", "man:king::woman:?", top=2), program_rows("search", "words.couplet", "cat", "man:king::woman:?", "--top", "2"))
    agree(files["opposites"].search("torrid", opposites=True), program_rows("search", "opposites.couplet", "torrid", "--opposites"))


def test_explain(files, program_rows):
    texts = "The dog drinks milk.", "Le chien boit du lait."
    why = files["pairs"].explain(*texts, top=0)
    agree(why, program_rows("explain", "pairs.couplet", *texts, "--top", "0"))
    left, right, values = why.matrix()
    assert set(left) == {"the", "dog", "drinks", "milk"} and values.shape == (len(left), len(right))
    assert np.nansum(values) == pytest.approx(why["value"][0])
    assert 'fill="#2f6fb5" fill-opacity="1.00"' in why.picture() and ">chien</text>" in why._repr_html_()


def test_filter(files, here, program, program_rows, pairs):
    expected = program_rows("filter", "pairs.couplet", "pairs.tsv", "--keep-fraction", "0.9", "-o", "clean.tsv", "--dropped", "noise.tsv")
    filtered = files["pairs"].filter(*pairs, keep_fraction=0.9)
    agree(filtered.summary, expected)
    kept = filtered.keep(*pairs)
    assert "".join(f"{a}\t{b}\n" for a, b in zip(*kept)) == open("clean.tsv", encoding="utf-8").read()
    assert sorted(filtered["reason"][~filtered["kept"]]) == sorted(line.split("\t")[0] for line in open("noise.tsv").readlines()[1:])
    assert filtered.picture.startswith("<svg") and filtered.picture._repr_svg_() == filtered.picture
    files["pairs"].filter("pairs.tsv", keep_fraction=0.9, output="again.tsv")
    assert open("again.tsv", "rb").read() == open("clean.tsv", "rb").read()


def test_complete(files, here, program_rows):
    agree(files["trigrams"].complete("The _____ barked at the wolf.", top=3), program_rows("complete", "trigrams.couplet", "The _____ barked at the wolf.", "--top", "3"))
    questions = pandas.read_csv("blanks.tsv", sep="\t", dtype=str)
    expected = program_rows("complete", "trigrams.couplet", "blanks.tsv")
    agree(files["trigrams"].complete(pathlib.Path("blanks.tsv")), expected)
    agree(files["trigrams"].complete(questions), expected)


def test_classify_and_mine(files, here, program_rows):
    labelled = [line.split("\t") for line in open("topics.tsv", encoding="utf-8").read().splitlines()]
    right = open("right.txt", encoding="utf-8").read().splitlines()
    agree(files["opca"].classify(labelled, right, neighbours=3), program_rows("classify", "opca.couplet", "topics.tsv", "right.txt", "--neighbours", "3"))
    agree(files["opca"].mine("left.txt", right), program_rows("mine", "opca.couplet", "left.txt", "right.txt"))


def test_evaluate_and_compare(files, here, program_rows):
    agree(files["pairs"].evaluate("judged.tsv", label=3), program_rows("eval", "pairs.couplet", "judged.tsv", "--label", "3"))
    agree(couplet.evaluate("pairs.couplet", "judged.tsv", label=3), program_rows("eval", "pairs.couplet", "judged.tsv", "--label", "3"))
    expected = program_rows("compare", "pairs.couplet", "small.couplet", "judged.tsv", "--label", "3")
    agree(couplet.compare([files["pairs"], files["small"]], "judged.tsv", label=3), expected)
    agree(files["words"].evaluate("analogies.txt", analogy="add"), program_rows("eval", "words.couplet", "analogies.txt", "--analogy", "add"))


def test_report_and_plot(files, here, program, program_rows):
    for part in (None, "rows", "cells", "tests"):
        agree(files["eyes"].report(part), program_rows("report", "eyes.couplet", *([part] if part else [])))
    program("plot", "eyes.couplet", "-o", "eyes.svg", "--title", "Eyes and hair")
    assert files["eyes"].plot(title="Eyes and hair") == open("eyes.svg", encoding="utf-8").read()


def test_add_remove_merge(files, here, program):
    program("add", "pairs.couplet", "more.tsv", "-o", "added.couplet")
    added = files["pairs"].add("more.tsv")
    assert added == couplet.load("added.couplet")
    program("remove", "added.couplet", "more.tsv", "-o", "removed.couplet")
    assert added.remove("more.tsv") == couplet.load("removed.couplet")
    program("merge", "pairs.couplet", "shard.couplet", "-o", "merged.couplet")
    assert couplet.merge(files["pairs"], "shard.couplet") == couplet.load("merged.couplet")


def test_convert_and_verify(files, here, program_rows):
    files["words"].convert("words.npy")
    np.testing.assert_array_equal(np.load("words.npy"), files["words"].vectors)
    assert files["eyes"].verify()["ok"].all() and couplet.verify("eyes.couplet", files["words"])["difference"].max() == 0


def test_tasks_without_a_method_of_their_own(files, here, program_rows):
    agree(files["words"].find_words("c", top=3), program_rows("words", "words.couplet", "c", "--top", "3"))
    left = open("left.txt", encoding="utf-8").read().splitlines()
    agree(files["pairs"].map(left), program_rows("map", "pairs.couplet", "left.txt"))
    agree(files["words"].map(), program_rows("map", "words.couplet"))


def test_every_task_has_a_door():
    other_names = {"eval": "evaluate", "words": "find_words"}
    for name in couplet.tasks():
        name = other_names.get(name, name)
        assert hasattr(couplet.Model, name) or hasattr(couplet, name), name


def tables_of(program, *words):
    """The rows that the program gives, by their kinds, in the order of the kinds."""
    tables = {}
    for line in program(*words, "--json").splitlines():
        row = json.loads(line)
        tables.setdefault(row.pop("schema").removeprefix("couplet.").split("/")[0], []).append(row)
    return tables


def all_agree(tables, expected):
    assert list(tables) == list(expected)
    for kind, rows in tables.items():
        assert rows.kind == kind
        agree(rows, expected[kind])


def test_clean_gives_all_tables(here, program):
    expected = tables_of(program, "clean", "crawl.tsv", "-o", "kept.tsv", "--scores", "scores.tsv")
    assert list(expected) == ["clean", "clean-cut"]
    lines = open("crawl.tsv", encoding="utf-8").read().splitlines()
    left, right = zip(*(line.split("\t") for line in lines))
    for data in (("crawl.tsv",), (left, right)):
        cleaned = couplet.clean(*data)
        assert list(cleaned.tables) == ["cleaned", "clean", "clean-cut"]
        all_agree({kind: rows for kind, rows in cleaned.tables.items() if kind != "cleaned"}, expected)
        assert "\n".join(cleaned.keep(lines)) + "\n" == open("kept.tsv", encoding="utf-8").read()
        shown = pandas.read_csv("scores.tsv", sep="\t", keep_default_na=False)
        for name in ("pair", "probability", "log_odds", "reason", "kept"):
            assert cleaned[name].tolist() == shown[name].tolist()
    assert cleaned.summary.what[0] == "kept" and cleaned.summary.pairs[0] == cleaned.kept.sum() == len(cleaned.keep(left))
    assert "tables cleaned, clean, clean-cut" in repr(cleaned) and cleaned._repr_html_().count("<table>") == 3
    again = pickle.loads(pickle.dumps(cleaned))
    assert [repr(rows.records()) for rows in again.tables.values()] == [repr(rows.records()) for rows in cleaned.tables.values()]
    couplet.clean("crawl.tsv", output="own.tsv", scores="own-scores.tsv.gz", model=couplet.fit("cleaner", "crawl.tsv"))
    assert open("own.tsv").read() == open("kept.tsv").read()


def test_other_tasks_with_several_tables(files, here, program, pairs):
    expected = tables_of(program, "filter", "pairs.couplet", "pairs.tsv", "--keep-fraction", "0.9", "--each", "-o", "clean.tsv")
    assert list(expected) == ["filter", "judged"]
    filtered = files["pairs"].filter(*pairs, keep_fraction=0.9, each=True)
    all_agree({kind: rows for kind, rows in filtered.tables.items() if kind != "filtered"}, expected)
    assert pickle.loads(pickle.dumps(filtered)).picture == filtered.picture
    one = files["pairs"].score(*pairs)
    assert list(one.tables) == ["score"] and one.others == ()
    for ours, words in ((couplet.match("names-en.txt", "names-ru.txt", seeds="names-seeds.tsv"),
                         ("match", "names-en.txt", "names-ru.txt", "--seeds", "names-seeds.tsv")),
                        (files["opca"].classify("topics.tsv", "topics-fr.tsv", check=True),
                         ("classify", "opca.couplet", "topics.tsv", "topics-fr.tsv", "--check"))):
        all_agree(ours.tables, tables_of(program, *words))
