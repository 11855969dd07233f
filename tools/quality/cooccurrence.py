"""Co-occurrence strength of pairs: choosing responses, finding noise in parallel text, speed and memory."""

import gzip
import lzma
import math
import random

from corruption import KINDS, corrupt
from figures import Figure, Group, Measured, at_least, at_most, within
from picture import draw
from roc import auc_with_interval

VECTORS = "vectors/glove.6B.100d.50k.txt"
DIALOGUES = ("dialogue", "dailydialog", "self-dialogue", "ubuntu-irc")
ONE = ("--encoder", "sum")
SYSTEMS = {"phsic": ("--as-published",), "canonical": ONE, "joined": ()}  # joined: the default
METRICS = {"auc": "auc", "mrr": "mrr", "r1": "recall@1"}
# The reference computation's figures on the dialogue set.
REFERENCE = {"phsic": {"auc": 0.585, "mrr": 0.372, "r1": 0.175}, "canonical": {"auc": 0.697, "mrr": 0.506, "r1": 0.332}, "joined": {"r1": 0.400}}
BARS = {"canonical": {"auc": 0.69, "mrr": 0.50, "r1": 0.33}, "joined": {"auc": 0.76, "mrr": 0.56, "r1": 0.40}}
PAPER = {"phsic": {"auc": 0.62, "mrr": 0.40, "r1": 0.19}}  # table 5, sums of fastText vectors, 5 x 10^5 pairs of tweets


def groups():
    return [*(dialogue_group(dataset) for dataset in DIALOGUES),
            *(filter_group(dataset) for dataset in ("europarl", "tatoeba")),
            sparsity_group(), text_speed_group(), icd_group(), speed_group()]


# Choosing the right response among ten.

def dialogue_group(dataset):
    figures = []
    for system in SYSTEMS:
        for metric in METRICS:
            bar = reference = None
            if dataset == "dialogue":
                reference = REFERENCE[system].get(metric)
                bar = within(0.01, reference) if system == "phsic" else at_least(BARS[system][metric])
            paper = PAPER.get(system, {}).get(metric) if dataset == "dialogue" else None
            figures.append(Figure(f"cooccurrence.{dataset}.{system}.{metric}", bar, paper, reference=reference))
    return Group(tuple(figures), lambda bench: measure_dialogue(bench, dataset))


def measure_dialogue(bench, dataset):
    train, dev, lists = (bench.data(f"{dataset}/{name}") for name in ("train.tsv", "dev.tsv", "dev.cand.tsv"))
    vectors = bench.data(VECTORS)
    columns = ("--columns", "context,response")
    measured = {}
    for system, options in SYSTEMS.items():
        model = bench.scratch / f"{dataset}.{system}.couplet"
        bench.couplet("fit", "phsic", train, *columns, "--vectors", vectors, *options, "-o", model)
        rows = bench.couplet_json("eval", model, dev, *columns, "--lists", lists)
        found = {row["metric"]: Measured(row["value"], row["low"], row["high"]) for row in rows}
        for short, metric in METRICS.items():
            measured[f"cooccurrence.{dataset}.{system}.{short}"] = found[metric]
        model.unlink()
    return measured


# Quality and time against the number of pairs: the paper's tables 4 and 5 in shape. Seconds are the processor's: other work does not count.

SIZES = (1000, 10000, 100000)
NET = ("rnn-pmi", "--hidden", "128", "--vectors", VECTORS, "--epochs")
EPOCHS = {1000: "20", 10000: "8", 100000: "3"}


def sparse_systems(size):
    word_vectors = ("phsic", "--vectors", VECTORS)
    return {"phsic": (*word_vectors, "--as-published"), "canonical": (*word_vectors, *ONE), "joined": word_vectors, "pmi": ("pmi",),
            "rnn-pmi": (*NET, EPOCHS[size])}


def sparsity_group():
    names = [f"cooccurrence.sparsity-{size}.{system}" for size in SIZES for system in sparse_systems(size)]
    figures = tuple(Figure(f"{name}.{metric}") for name in names for metric in (*METRICS, "fit-seconds", "eval-seconds"))
    return Group(figures, measure_sparsity, long=True)


def measure_sparsity(bench):
    train, dev, lists, vectors = (bench.data(name) for name in ("dialogue/train.tsv", "dialogue/dev.tsv", "dialogue/dev.cand.tsv", VECTORS))
    lines = bench.text(train).splitlines(keepends=True)
    order = list(range(1, len(lines)))
    random.Random(1).shuffle(order)
    columns = ("--columns", "context,response")
    measured, curves = {}, {}
    for size in SIZES:
        part = bench.scratch / "part.tsv"
        part.write_text(lines[0] + "".join(lines[i] for i in sorted(order[:size])), encoding="utf-8")
        for system, (method, *options) in sparse_systems(size).items():
            model, name = bench.scratch / "sparse.couplet", f"cooccurrence.sparsity-{size}.{system}"
            options = [vectors if option == VECTORS else option for option in options]
            fit = bench.couplet_usage("fit", method, part, *columns, *options, "-o", model)
            judged = bench.couplet_usage("eval", model, dev, *columns, "--lists", lists)
            rows = {row["metric"]: row for row in bench.couplet_json("eval", model, dev, *columns, "--lists", lists)}
            for short, metric in METRICS.items():
                row = rows.get(metric)  # PMI by counts has none where no candidate was ever seen
                measured[f"{name}.{short}"] = Measured(row["value"], row["low"], row["high"]) if row else Measured(math.nan)
            measured[f"{name}.fit-seconds"], measured[f"{name}.eval-seconds"] = Measured(fit.processor), Measured(judged.processor)
            curves.setdefault(system, []).append((size, measured[f"{name}.r1"].value))
    draw(bench, "sparsity.svg", "The right reply of ten, by the number of pairs to learn from", "pairs", "recall@1", curves, logarithmic=True)
    return measured


# Finding noise in parallel text with a model fitted on the noisy text itself.

FILTER_BARS = {  # on Europarl: shuffled, truncated, neighbour
    "": (0.995, 0.85, 0.985),           # the recommended quality, with its length term
    "canonical-only-": (0.995, 0.74, 0.985),  # meaning alone
}
FILTER_REFERENCE = {"canonical-only-": (0.996, 0.741, 0.988), "phsic-only-": (0.994, 0.693, 0.981)}


def filter_group(dataset):
    figures = []
    for system in ("", "canonical-only-", "phsic-only-", "align-only-"):
        for k, kind in enumerate(KINDS):
            europarl = dataset == "europarl"
            bar = at_least(FILTER_BARS[system][k]) if europarl and system in FILTER_BARS else None
            reference = FILTER_REFERENCE.get(system or "canonical-only-", (None,) * 3)[k] if europarl else None
            figures.append(Figure(f"cooccurrence.filter-{dataset}.{system}{kind}.auc", bar, reference=reference))
    return Group(tuple(figures), lambda bench: measure_filter(bench, dataset))


def measure_filter(bench, dataset):
    noisy, kinds = corrupt(read_pairs(bench.data(f"parallel/en-es-{dataset}/train.tsv"), ("en", "es")))
    for kind in ("clean", *KINDS):
        bench.note(f"filter-{dataset}: {kinds.count(kind)} {kind}")
    file = bench.scratch / f"{dataset}.noisy.tsv"
    file.write_text("".join(f"{left}\t{right}\n" for left, right in noisy), encoding="utf-8")
    measured = {}
    for fit_options, systems in (("phsic",), {"": (), "canonical-only-": ("--length-weight", "0")}), \
                                (("phsic", "--encoder", "lsa:300", "--whiten", "0"), {"phsic-only-": ("--length-weight", "0")}), \
                                (("align",), {"align-only-": ("--length-weight", "0")}):
        model = bench.scratch / f"{dataset}.couplet"
        bench.couplet("fit", *fit_options, file, "-o", model)
        for system, filter_options in systems.items():
            qualities = judge(bench, model, file, filter_options, len(noisy))
            of_kind = {kind: [q for q, k in zip(qualities, kinds) if k == kind] for kind in ("clean", *KINDS)}
            for kind in KINDS:
                measured[f"cooccurrence.filter-{dataset}.{system}{kind}.auc"] = Measured(
                    *auc_with_interval(of_kind["clean"], of_kind[kind]))
    return measured


def judge(bench, model, file, options, count):
    """The quality of every pair, in order: a filter that keeps none lists them all. Unknown texts come last."""
    listed = bench.scratch / "dropped.tsv"
    bench.couplet("filter", model, file, *options, "--min-quality", "1e9", "--dropped", listed,
                  "-o", bench.scratch / "kept.tsv")
    with open(listed, encoding="utf-8", newline="\n") as lines:
        column = next(lines).rstrip("\n").split("\t").index("quality")
        qualities = [float(line.split("\t")[column] or "nan") for line in lines]  # empty: unknown texts
    if len(qualities) != count:
        raise ValueError(f"{count} pairs, {len(qualities)} judged")
    return [-math.inf if math.isnan(quality) else quality for quality in qualities]


def read_pairs(path, columns):
    """The texts of two named columns of a TSV file with a header, plain, xz or gz."""
    opener = {".xz": lzma.open, ".gz": gzip.open}.get(path.suffix, open)
    with opener(path, "rt", encoding="utf-8", newline="\n") as lines:
        names = next(lines).rstrip("\n").split("\t")
        left, right = (names.index(column) for column in columns)
        rows = (line.rstrip("\n").split("\t") for line in lines)
        return [(row[left], row[right]) for row in rows]


# Speed, as ratios within one run of a benchmark, and memory.

def text_speed_group():
    def measure(bench):
        train, vectors = bench.data("dialogue/train.tsv"), bench.data(VECTORS)
        fit = ("fit", "phsic", train, "--columns", "context,response", "--vectors", vectors)
        report = bench.couplet_json(*fit, "-o", bench.scratch / "text.couplet")[0]["report"]
        return {"cooccurrence.speed.text-pairs-per-second": Measured(float(report["pairs"]) / float(report["seconds"]))}
    return Group((Figure("cooccurrence.speed.text-pairs-per-second"),), measure)


def icd_group():
    figure = Figure("cooccurrence.speed.icd-vs-columns", at_most(3))
    return Group((figure,), lambda bench: {figure.name: Measured(bench.bench("icd")[figure.name])})


def speed_group():
    ratios = (Figure("cooccurrence.speed.fit-vs-gemm", at_least(0.5)),
              Figure("cooccurrence.speed.score-vs-gemm", at_least(0.5)))
    memory = Figure("cooccurrence.memory.fit-mb", at_most(300))

    def measure(bench):
        vectors = bench.scratch / "vectors"
        vectors.mkdir()
        values = bench.bench("phsic", "--keep", vectors)
        measured = {figure.name: Measured(values[figure.name]) for figure in ratios}
        usage = bench.couplet_usage("fit", "phsic", vectors / "left.npy", vectors / "right.npy",
                                    "-o", bench.scratch / "vectors.couplet")
        bench.note(f"fit of 500,000 pairs of 300 numbers through the program: {usage.seconds:.1f} s")
        measured[memory.name] = Measured(usage.peak_mb)
        for side in ("left", "right"):
            (vectors / f"{side}.npy").unlink()
        return measured

    return Group((*ratios, memory), measure)
