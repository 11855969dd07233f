"""One space for several languages: finding a text's counterpart among all texts of the other language, both ways."""

import lzma
import re

from figures import Figure, Group, Measured, at_least, at_most

WORDS = ("--text", "lower,words")  # as the prototype: \w+, lower case
ICU = ("--text", "nfkc,lower,icu")  # Japanese has no blanks
METRICS = ("accuracy", "mrr")


def options(**values):
    return tuple(part for name, value in values.items() for part in (f"--{name}", str(value)))


# 20,000 terms in all: cca has 10,000 of each language.
# System: (method, options, accuracy and MRR of the prototype of issue 5, least accuracy wanted).
SENTENCES = {
    "untranslated": ("untranslated", (), (0.128, None), None),
    "cl-lsi": ("cl-lsi", options(dimensions=2000), (0.9591, 0.9705), 0.9561),
    "cca": ("cca", options(dimensions=1000, regulariser=3, terms=10000), (0.9691, 0.9774), 0.9661),
    "opca": ("opca", options(dimensions=2000, regulariser=0.1), (0.9725, 0.9803), 0.9695),
    "s2net": ("s2net", options(dimensions=1000, regulariser=0.1, evaluations=14), (0.9707, 0.9790), 0.9677),
    "opca-idf-power": ("opca", options(dimensions=2000, regulariser=0.1, **{"idf-power": 0.5}), (None, None), None),
}
LOW = {
    "cl-lsi": ("cl-lsi", options(dimensions=250), (0.885, None), None),
    "cca": ("cca", options(dimensions=250, regulariser=10), (0.910, None), None),
    "opca": ("opca", options(dimensions=250), (0.907, None), None),
    "s2net": ("s2net", options(dimensions=250), (0.961, None), 0.955),
}
MDN_ES = {
    "untranslated": ("untranslated", (), (None, None), None),
    "word-by-word": ("word-by-word", (), (None, None), None),
    "cl-lsi": ("cl-lsi", options(dimensions=600), (0.892, 0.931), None),
    "cca": ("cca", options(dimensions=600, regulariser=10), (0.906, 0.943), None),
    "opca": ("opca", options(dimensions=600, regulariser=1), (0.927, 0.954), 0.92),
    "s2net": ("s2net", options(dimensions=1200, regulariser=1), (0.929, 0.953), None),
    "jplsa": ("jplsa", options(topics=200), (None, None), None),
    "cplsa": ("cplsa", options(topics=200), (None, None), None),
}
MDN_JA = {name: (method, chosen, (None, None), None) for name, (method, chosen, _, _) in MDN_ES.items()}


def groups():
    return [
        task_group("mdn-es", MDN_ES, lambda bench: (documents(bench, "mdn-en-es", "es"), "es"), WORDS, best=0.93),
        task_group("low300", LOW, lambda bench: (documents(bench, "europarl", "es", first=300), "es"), WORDS),
        task_group("mdn-ja", MDN_JA, lambda bench: (documents(bench, "mdn-en-ja", "ja"), "ja"), ICU),
        tri_group(),
        task_group("sentences", SENTENCES, lambda bench: (sentences(bench), "es"), WORDS, best=0.975),
        speed_group(),
        ratio_group("generalised_eigen", Figure("bridge.speed.opca-vs-lapack", at_least(10))),
        ratio_group("s2net", Figure("bridge.speed.s2net-vs-gemm", at_most(2))),
    ]


def task_group(task, systems, prepare, text, best=None):
    """One data set, several systems; best: the least accuracy wanted of the best of them."""
    figures = []
    for system, (_, _, published, wanted) in systems.items():
        bar = at_least(wanted) if wanted else None
        figures += [Figure(f"bridge.{task}.{system}.accuracy", bar, published[0]),
                    Figure(f"bridge.{task}.{system}.mrr", None, published[1]),
                    *(Figure(f"bridge.{task}.{system}-margin.{metric}") for metric in METRICS)]
    if best:
        figures += [Figure(f"bridge.{task}.best.accuracy", at_least(best)), Figure(f"bridge.{task}.best.mrr")]

    def measure(bench):
        (train, dev), _ = prepare(bench)
        measured = {}
        for system, (method, chosen, _, _) in systems.items():
            for scoring, found in retrieval(bench, method, train, dev, (*text, *chosen)).items():
                measured.update({f"bridge.{task}.{system}{scoring}.{metric}": found[metric] for metric in METRICS})
        if best:
            # The best by cosine alone, so that it can be compared with the prototype's systems.
            top = max(systems, key=lambda system: measured[f"bridge.{task}.{system}.accuracy"].value)
            bench.note(f"{task}: the best is {top}")
            measured.update({f"bridge.{task}.best.{metric}": measured[f"bridge.{task}.{top}.{metric}"]
                             for metric in METRICS})
        return measured

    return Group(tuple(figures), measure)


SCORINGS = {"": (), "-margin": ("--margin", "10")}  # cosine; its ratio to the mean of the nearest


def retrieval(bench, method, train, dev, chosen):
    """By scoring, {metric: Measured}: the mean of both directions."""
    model = bench.scratch / f"{method}.couplet"
    bench.couplet("fit", method, *train, *chosen, "-o", model)
    found = {}
    for scoring, extra in SCORINGS.items():
        rows = bench.couplet_json("eval", model, *dev, "--retrieval", *extra)
        found[scoring] = {row["metric"]: Measured(row["value"], row["low"], row["high"]) for row in rows}
    model.unlink()
    return found


def documents(bench, dataset, language, first=None):
    """The files (train, dev) of English and the other language; first: so many lines of train only."""
    train = [bench.data(f"crossdocs/{dataset}/train.{name}.txt") for name in ("en", language)]
    dev = [bench.data(f"crossdocs/{dataset}/dev.{name}.txt") for name in ("en", language)]
    return [head(bench, path, first) for path in train] if first else train, dev


def head(bench, path, count):
    """A file of the first lines of another."""
    shorter = bench.scratch / f"{count}.{path.name.removesuffix('.xz')}"
    with lzma.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        shorter.write_text("".join(line for line, _ in zip(lines, range(count))), encoding="utf-8")
    return shorter


def sentences(bench):
    """All Europarl documents; sentences of at least eight words on both sides."""
    train, _ = documents(bench, "europarl", "es")
    path = bench.data("parallel/en-es-europarl/dev.tsv")
    with lzma.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        next(lines)
        rows = [line.rstrip("\n").split("\t")[1:3] for line in lines]
    word = re.compile(r"\w+")
    kept = [row for row in rows if all(len(word.findall(text)) >= 8 for text in row)]
    bench.note(f"sentences: {len(kept)} of {len(rows)} pairs")
    dev = bench.scratch / "sentences.tsv"
    dev.write_text("".join(f"{left}\t{right}\n" for left, right in kept), encoding="utf-8")
    return train, [dev]


# Three languages in one model.

TRILINGUAL = {"train": 6459, "dev": 1364}


def tri_group():
    directions = {"en-es": "1,2", "en-de": "1,3", "es-de": "2,3"}
    figures = tuple(Figure(f"bridge.tri.opca.{direction}.accuracy") for direction in directions)

    def measure(bench):
        files = {split: {name: head(bench, bench.data(f"crossdocs/europarl/{split}.{name}.txt"), count)
                         for name in ("en", "es", "de")} for split, count in TRILINGUAL.items()}
        measured = {}
        for direction, sides in directions.items():  # the same model, with other languages left and right
            found = retrieval(bench, "opca", files["train"].values(),
                              [files["dev"][name] for name in direction.split("-")],
                              (*WORDS, *options(dimensions=500, regulariser=0.1, sides=sides)))
            measured[f"bridge.tri.opca.{direction}.accuracy"] = found[""]["accuracy"]
        return measured

    return Group(figures, measure)


def speed_group():
    minutes, megabytes = Figure("bridge.speed.opca-minutes", at_most(5)), Figure("bridge.memory.opca-mb", at_most(8000))

    def measure(bench):
        train, _ = documents(bench, "europarl", "es")
        usage = bench.couplet_usage("fit", "opca", *train, *WORDS, *options(dimensions=1000),
                                    "-o", bench.scratch / "speed.couplet")
        return {minutes.name: Measured(usage.seconds / 60), megabytes.name: Measured(usage.peak_mb)}

    return Group((minutes, megabytes), measure)


def ratio_group(program, figure):
    return Group((figure,), lambda bench: {figure.name: Measured(bench.bench(program)[figure.name])})
