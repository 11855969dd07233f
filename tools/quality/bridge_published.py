"""The systems and curves of Platt, Toutanova & Yih (2010) and Yih, Toutanova, Platt & Meek (2011), as published and beside ours."""

from bridge import METRICS, SHORT, WORDS, documents, options, pooled, retrieval, sentences
from figures import Figure, Group, Measured
from picture import draw

PUBLISHED = ("--as-published",)
# Pages of MDN stand in for the papers' Wikipedia: accuracy and MRR there.
PAGES = {
    "untranslated": ("untranslated", (), (0.4692, 0.5383)),
    "word-by-word": ("word-by-word", (), (0.7033, 0.7467)),
    "word-by-word-lsa": ("word-by-word", options(dimensions=1000), (0.6786, 0.7236)),
    "cl-lsi": ("cl-lsi", (), (0.5302, 0.6130)),
    "cca": ("cca", (), (0.6894, 0.7378)),
    "opca": ("opca", (), (0.7255, 0.7734)),
    "jplsa": ("jplsa", (), (0.3322, 0.3619)),
    "cplsa": ("cplsa", (), (0.4579, 0.5130)),
    "s2net": ("s2net", (), (0.7447, 0.7973)),
}
# Single sentences of Europarl, after learning from speeches, stand in for its speeches, which are too easy here.
SPEECHES = {
    "untranslated": ("untranslated", (), (0.1595, 0.2564)),
    "word-by-word": ("word-by-word", (), (0.9707, 0.9779)),
    "opca": ("opca", (), (0.9742, 0.9806)),
}
# Our own, beside the rows of the job: later paper's topics, and baselines that see each text alone.
BESIDE = {
    "word-by-word-lsa": ("word-by-word", options(dimensions=800), (None, None)),
    **{f"{method}-default": (method, (), (None, None)) for method in ("opca", "cca", "cl-lsi")},
    "pca": ("pca", options(dimensions=600), (None, None)),
    "lsi": ("lsi", options(dimensions=600), (None, None)),
    "plsa": ("plsa", options(topics=200), (None, None)),
    "jplsa-later": ("jplsa", (*options(topics=200, distance="jensen-shannon"), "--fold-in", "10"), (0.6079, 0.6604)),
    "cplsa-later": ("cplsa", (*options(topics=200, distance="jensen-shannon"), "--fold-in", "10"), (0.6329, 0.6842)),
}
STARTS = {"opca": 0.7855, "cl-lsi": 0.7745, "pca": None, "random": None}  # MRR, Wikipedia, 1000 dimensions
DIMENSIONS = (50, 100, 200, 400, 800)
CURVES = {"opca": options(regulariser=1), "cca": options(regulariser=10), "cl-lsi": (), "s2net": options(regulariser=1), "word-by-word": ()}
TOPICS = (50, 100, 200, 400)


def groups():
    pages = lambda bench: documents(bench, "mdn-en-es", "es")
    return [
        *system_groups("mdn-es", "-published", PAGES, PUBLISHED, pages),
        *system_groups("mdn-es", "", BESIDE, (), pages),
        start_group(),
        curve_group(),
        vector_group(),
        *system_groups("sentences", "-published", SPEECHES, PUBLISHED, sentences),
    ]


def system_groups(task, suffix, systems, chosen, prepare):
    """A system each, so that one can be measured without the others."""
    return [system_group(f"bridge.{task}.{system}{suffix}", method, (*WORDS, *chosen, *own), paper, prepare)
            for system, (method, own, paper) in systems.items()]


def system_group(name, method, chosen, paper, prepare):
    figures = tuple(Figure(f"{name}.{metric}", paper=paper[m]) for m, metric in enumerate(METRICS))

    def measure(bench):
        train, dev = prepare(bench)
        found = retrieval(bench, method, train, dev, chosen, scorings=("",))[""]
        return {figure.name: found[metric] for figure, metric in zip(figures, METRICS)}

    return Group(figures, measure)


def start_group():
    """S2Net from other starts, and by squared errors; 400 dimensions."""
    names = {**{f"s2net-from-{start}": options(start=start) for start in STARTS}, "s2net-squared": options(loss="squared")}
    figures = [Figure(f"bridge.mdn-es.{name}.mrr", paper=STARTS.get(name.removeprefix("s2net-from-"))) for name in names]

    def measure(bench):
        train, dev = documents(bench, "mdn-en-es", "es")
        chosen = (*WORDS, *options(dimensions=400, regulariser=1))
        return {f"bridge.mdn-es.{name}.mrr": retrieval(bench, "s2net", train, dev, (*chosen, *own), scorings=("",))[""]["mrr"]
                for name, own in names.items()}

    return Group(tuple(figures), measure)


def curve_group():
    """Mean reciprocal rank against dimensions or topics."""
    trials = [(system, size, (*own, *options(dimensions=size))) for system, own in CURVES.items() for size in DIMENSIONS]
    trials += [(system, size, options(topics=size)) for system in ("jplsa", "cplsa") for size in TOPICS]
    figures = tuple(Figure(f"bridge.mdn-es.{system}-{size}.mrr") for system, size, _ in trials)

    def measure(bench):
        train, dev = documents(bench, "mdn-en-es", "es")
        measured, curves = {}, {}
        for system, size, own in trials:
            found = retrieval(bench, system, train, dev, (*WORDS, *own), scorings=("",))[""]["mrr"]
            measured[f"bridge.mdn-es.{system}-{size}.mrr"] = found
            curves.setdefault(system, []).append((size, found.value))
        draw(bench, "bridge-dimensions.svg", "Pages of MDN: how well texts find their counterparts", "dimensions or topics",
             "mean reciprocal rank", curves, logarithmic=True)
        return measured

    return Group(figures, measure)


# Reuters by its own vectors.

LANGUAGES = ("es", "fr", "de")
VECTOR_SYSTEMS = {  # 10,000 terms a language, apart, as published; Spanish accuracy, one neighbour
    "cl-lsi": (options(dimensions=50, vocabulary="separate"), 0.5105),
    "cca": (options(dimensions=50, regulariser=30), 0.5384),
    "opca": (options(dimensions=50, regulariser=1, vocabulary="separate"), 0.5954),
}
TRANSLATED = {"translated": ("untranslated", (), 0.5323), "translated-lsi": ("lsi", options(dimensions=50), 0.6484)}
GIVEN = options(weighting="given", terms=10000)


def vector_group():
    """The collection's own weights. Every document is there in English too, made by machine: that is its translation."""
    figures = tuple(Figure(f"bridge.reuters-vectors.{system}.accuracy", paper=paper)
                    for system, paper in [*((name, paper) for name, (_, paper) in VECTOR_SYSTEMS.items()),
                                          *((name, paper) for name, (_, _, paper) in TRANSLATED.items())])

    def measure(bench):
        measured = {}
        rows = {(split, name): bench.text(bench.data(f"xclass/reuters5-600/{split}.{name}.svm")).splitlines()
                for split in ("train", "dev") for name in ("en", *LANGUAGES)}
        train = {name: written(bench, f"vectors.{name}.svm", rows["train", name]) for name in ("en", *LANGUAGES)}
        labelled = written(bench, "vectors.en.tsv", tabbed(rows["train", "en"]))
        model = bench.scratch / "vectors.couplet"
        for system, (chosen, _) in VECTOR_SYSTEMS.items():
            found = []
            for name in LANGUAGES:
                bench.couplet("fit", system, train["en"], train[name], *GIVEN, *chosen, "-o", model)
                fresh = written(bench, f"vectors.{name}.tsv", tabbed(rows["dev", name]))
                found += bench.couplet_json("classify", model, labelled, fresh, "--check", "--neighbours", "1")
            measured[f"bridge.reuters-vectors.{system}.accuracy"] = pooled(found)
        fresh = written(bench, "vectors.dev.tsv", tabbed(rows["dev", "en"]))
        for system, (method, chosen, _) in TRANSLATED.items():
            files = (train["en"],) if method == "lsi" else (train["en"], train["en"])
            bench.couplet("fit", method, *files, *GIVEN, *chosen, "-o", model)
            found = bench.couplet_json("classify", model, labelled, fresh, "--check", "--neighbours", "1")
            measured[f"bridge.reuters-vectors.{system}.accuracy"] = pooled(found)
        return measured

    return Group(figures, measure)


def tabbed(lines):
    """A label, a tab and the words with their weights."""
    return [line.replace(" ", "\t", 1) for line in lines]


def written(bench, name, lines):
    path = bench.scratch / name
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path
