"""Synonyms and opposites: closest-opposite questions, antonyms told from synonyms, agreement with people on similarity."""

from pathlib import Path

from figures import Figure, Group, Measured, at_least, at_most
from picture import draw
from vectors import spearman, wiki
from workbench import MissingData

MYTHES = Path("/usr/share/mythes/th_en_US_v2.dat")  # Debian's mythes-en-us
METRICS = ("precision", "recall", "f1")
CLASSES = ("adjective", "noun", "verb")
# Yih, Zweig & Platt (2012) on these questions: first three with WordNet, the others with the Encarta thesaurus.
PUBLISHED = {"lookup": (0.40, 0.40, 0.40), "signed": (0.41, 0.41, 0.41), "wordnet": (0.63, 0.62, 0.62),
             "combined": (0.86, 0.81, 0.84), "refined": (0.89, 0.84, 0.86), "extended": (0.88, 0.87, 0.87)}
GRE_BARS = {"wordnet.f1": at_least(0.63), "combined.f1": at_least(0.68), "refined.f1": at_least(0.72), "extended.recall": at_least(0.72)}
AUC_BARS = {"adjective": at_least(0.98), "noun": at_least(0.91), "verb": at_least(0.95)}


# Table 5: precision on the development questions, WordNet.
BY_DIMENSIONS = {50: 0.475, 100: 0.563, 200: 0.569, 300: 0.625, 400: 0.625, 500: 0.613, 750: 0.613, 1000: 0.544}


def groups():
    return [toy_group(), baseline_group(), wordnet_group(), combined_group(), trained_group(), published_group(), dimension_group(), context_group()]


def thesauri(bench):
    """WordNet, MyThes and Roget's of 1911."""
    if not MYTHES.exists():
        raise MissingData(f"{MYTHES} (Debian: mythes-en-us)")
    return ["wordnet", MYTHES, bench.data("roget1911/roget22.txt")]


def fitted(bench, name, *arguments):
    """A model, and the seconds it took to fit."""
    model = bench.scratch / f"opposites-{name}.couplet"
    return model, bench.couplet_usage("fit", "pilsa", *arguments, "-o", model).seconds


# The questions of the GRE.

def gre_figures(system):
    return [Figure(f"opposites.gre.{system}.{metric}", GRE_BARS.get(f"{system}.{metric}"), PUBLISHED[system][k] if system in PUBLISHED else None)
            for k, metric in enumerate(METRICS)]


def gre(bench, system, model):
    rows = bench.couplet_json("eval", model, bench.data("gre/devset.txt"), "--opposites")
    return {f"opposites.gre.{system}.{row['metric']}": Measured(row["value"], row["low"], row["high"]) for row in rows}


# Antonyms and synonyms of AntSynNET.

def antsyn_figures(system, bars=False):
    return [Figure(f"opposites.antsyn{system}.{part}.{metric}", AUC_BARS[part] if bars and metric == "auc" else None)
            for part in CLASSES for metric in ("auc", "f1", "coverage")]


def antsyn(bench, system, model):
    """Over the pairs whose words are both known, how well a low score tells an antonym; F1 decides at 0."""
    measured = {}
    for part in CLASSES:
        source = bench.data(f"antsyn/{part}-pairs.val.tsv")
        rows = bench.couplet_json("score", model, source, "--columns", "word1,word2")
        _, *lines = source.read_text(encoding="utf-8").splitlines()
        covered = [(line, row["score"]) for line, row in zip(lines, rows) if row["score"] is not None]
        gold, scores = bench.scratch / "covered.tsv", bench.scratch / "scores.tsv"
        gold.write_text("".join(line + "\n" for line, _ in covered), encoding="utf-8")
        scores.write_text("".join(f"{-score!r}\n" for _, score in covered), encoding="utf-8")
        found = bench.couplet_json("eval", scores, gold, "--columns", "1,2", "--label", "3", "--threshold", "0")
        for row in found:
            if row["metric"] in ("auc", "f1"):
                measured[f"opposites.antsyn{system}.{part}.{row['metric']}"] = Measured(row["value"], row["low"], row["high"])
        measured[f"opposites.antsyn{system}.{part}.coverage"] = Measured(len(covered) / len(lines))
    return measured


def antsyn_training_pairs(bench):
    """The train parts, without the pairs (in either order) that the validation parts ask for."""
    path = bench.scratch / "antsyn-train.tsv"
    if not path.exists():
        asked, kept = set(), []
        for part in CLASSES:
            for line in bench.data(f"antsyn/{part}-pairs.val.tsv").read_text(encoding="utf-8").splitlines()[1:]:
                asked.add(frozenset(line.split("\t")[:2]))
        for part in CLASSES:
            for line in bench.data(f"antsyn/{part}-pairs.train.tsv").read_text(encoding="utf-8").splitlines()[1:]:
                if frozenset(line.split("\t")[:2]) not in asked:
                    kept.append(line + "\n")
        path.write_text("".join(kept), encoding="utf-8")
    return path


def simlex(bench, model):
    return spearman(bench, model, "simlex")[0]


# What is measured together.

def toy_group():
    figures = (Figure("opposites.toy.largest-error", at_most(0)),)

    def measure(bench):
        toy, pairs = bench.scratch / "toy.tsv", bench.scratch / "toy-pairs.tsv"
        toy.write_text("acrimony\trancor\tgoodwill, affection\naffection\tgoodwill\tacrimony, rancor\n", encoding="utf-8")
        right = {("acrimony", "rancor"): 1, ("goodwill", "affection"): 1, ("acrimony", "goodwill"): -1, ("acrimony", "affection"): -1,
                 ("rancor", "goodwill"): -1, ("rancor", "affection"): -1}
        pairs.write_text("".join("\t".join(pair) + "\n" for pair in right), encoding="utf-8")
        model, _ = fitted(bench, "toy", toy)
        rows = bench.couplet_json("score", model, pairs)
        return {figures[0].name: Measured(max(abs(row["score"] - value) for row, value in zip(rows, right.values())))}

    return Group(figures, measure)


def baseline_group():
    def measure(bench):
        signed, _ = fitted(bench, "signed", "wordnet", "--dimensions", "0")
        lookup, _ = fitted(bench, "lookup", "wordnet", "--dimensions", "0", "--lookup")
        return {**gre(bench, "lookup", lookup), **gre(bench, "signed", signed)}

    return Group((*gre_figures("lookup"), *gre_figures("signed")), measure)


def wordnet_group():
    """WordNet alone, before and after refinement with its own antonyms and synonyms."""
    figures = (*gre_figures("wordnet"), *gre_figures("wordnet-refined"), *antsyn_figures("", bars=True), *antsyn_figures("-refined"),
               Figure("opposites.simlex.wordnet.spearman"), Figure("opposites.simlex.refined.spearman"),
               Figure("opposites.wordnet.fit-seconds"), Figure("opposites.wordnet-refined.fit-seconds"))

    def measure(bench):
        plain, seconds = fitted(bench, "wordnet", "wordnet")
        refined, refined_seconds = fitted(bench, "wordnet-refined", "wordnet", "--refine", "thesaurus")
        return {**gre(bench, "wordnet", plain), **gre(bench, "wordnet-refined", refined),
                **antsyn(bench, "", plain), **antsyn(bench, "-refined", refined),
                "opposites.simlex.wordnet.spearman": simlex(bench, plain), "opposites.simlex.refined.spearman": simlex(bench, refined),
                "opposites.wordnet.fit-seconds": Measured(seconds), "opposites.wordnet-refined.fit-seconds": Measured(refined_seconds)}

    return Group(figures, measure)


def combined_group():
    """Three thesauri; refined with their own pairs; extended by the contexts of an encyclopaedia."""
    figures = (*gre_figures("combined"), *gre_figures("refined"), *gre_figures("extended"), *antsyn_figures("-combined"), *antsyn_figures("-extended"),
               Figure("opposites.simlex.combined.spearman"), Figure("opposites.simlex.extended.spearman"), Figure("opposites.combined.fit-seconds"),
               Figure("opposites.extended.context-words"))

    def measure(bench):
        plain, seconds = fitted(bench, "combined", *thesauri(bench))
        refined, _ = fitted(bench, "combined-refined", *thesauri(bench), "--refine", "thesaurus")
        contexts = bench.scratch / "contexts.couplet"
        bench.couplet("fit", "sgns", wiki(bench), "--text", "space", "--window", "10", "--subsample", "1e-4", "--dimensions", "300",
                      "-o", contexts)
        extended = bench.scratch / "extended.couplet"
        report = bench.couplet_json("fit", "pilsa", *thesauri(bench), "--refine", "thesaurus", "--contexts", contexts, "-o", extended)
        return {**gre(bench, "combined", plain), **gre(bench, "refined", refined), **gre(bench, "extended", extended),
                **antsyn(bench, "-combined", plain), **antsyn(bench, "-extended", extended),
                "opposites.simlex.combined.spearman": simlex(bench, plain), "opposites.simlex.extended.spearman": simlex(bench, extended),
                "opposites.combined.fit-seconds": Measured(seconds),
                "opposites.extended.context-words": Measured(int(report[0]["report"]["words by context"].split()[0]))}

    return Group(figures, measure)


def trained_group():
    """WordNet refined with the train part of AntSynNET: another kind of evidence, so reported apart."""
    figures = (*gre_figures("wordnet-trained"), *antsyn_figures("-trained"), Figure("opposites.simlex.trained.spearman"))

    def measure(bench):
        model, _ = fitted(bench, "trained", "wordnet", "--refine", antsyn_training_pairs(bench))
        return {**gre(bench, "wordnet-trained", model), **antsyn(bench, "-trained", model),
                "opposites.simlex.trained.spearman": simlex(bench, model)}

    return Group(figures, measure)


def published_group():
    """PILSA as the paper has it (rows not scaled, no leak, its relations), and without signs."""
    def measure(bench):
        exact, _ = fitted(bench, "wordnet-published", "wordnet", "--as-published")
        unsigned, _ = fitted(bench, "wordnet-unsigned", "wordnet", "--signs", "none")
        return {**gre(bench, "wordnet-published", exact), **gre(bench, "wordnet-unsigned", unsigned)}

    figures = [Figure(f"opposites.gre.wordnet-published.{metric}", paper=PUBLISHED["wordnet"][k]) for k, metric in enumerate(METRICS)]
    return Group((*figures, *gre_figures("wordnet-unsigned")), measure)


def dimension_group():
    """Table 5 as a curve: ours, and as published."""
    figures = [Figure(f"opposites.gre.wordnet{system}-{size}.precision", paper=paper if system else None)
               for system in ("", "-published") for size, paper in BY_DIMENSIONS.items()]

    def measure(bench):
        measured, curves = {}, {"paper": list(BY_DIMENSIONS.items())}
        as_published = ("--relations", "synonym,antonym,indirect_antonym,similar", "--leak", "0", "--rows", "raw")
        for system, chosen in {"": (), "-published": as_published}.items():
            report = bench.couplet("fit", "pilsa", "wordnet", "--dimensions", "1000", "--tune", "dimensions",
                                      "--development", bench.data("gre/devset.txt"), *chosen, "-o", bench.scratch / "sweep.couplet")
            tried = [line.split("\t")[1].split() for line in report.splitlines() if line.startswith("tried\t")]
            for size, precision in ((int(words[0]), float(words[3].rstrip(","))) for words in tried):
                measured[f"opposites.gre.wordnet{system}-{size}.precision"] = Measured(precision)
                curves.setdefault("as published" if system else "ours", []).append((size, precision))
        draw(bench, "opposites-dimensions.svg", "Closest opposites of WordNet by the dimensions of the space", "dimensions", "precision", curves,
             logarithmic=True)
        return measured

    return Group(tuple(figures), measure)


def context_group():
    """Words outside the thesaurus by the paper's contexts: ten words either side, tf-idf, LSA."""
    figures = gre_figures("wordnet-contexts")

    def measure(bench):
        contexts, model = bench.scratch / "context-lsa.couplet", bench.scratch / "wordnet-contexts.couplet"
        bench.couplet("fit", "context-lsa", wiki(bench), "--text", "space", "--window", "10", "-o", contexts)
        bench.couplet("fit", "pilsa", "wordnet", "--contexts", contexts, "-o", model)
        return gre(bench, "wordnet-contexts", model)

    return Group(tuple(figures), measure)
