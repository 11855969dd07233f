"""Choosing the right text: replies, products for a search, abstracts for a question, answers.

Rankings are learned on train and measured on dev; Cranfield, which is small, by five folds of queries over both. Settings were chosen on these
data among a few (docs/methods/ranking.md says which), so the figures are a little kind."""

import math
import random
from collections import defaultdict

from cooccurrence import DIALOGUES, VECTORS
from figures import Figure, Group, Measured, at_least, at_most
from rewriting import TRECQA, with_both_labels

JOINED = ("--encoder", "sum+sif+extremes+lsa:600+shape", "--power", "1")
# By an independent computation on the same data (the same encoders, power and ridge), of dev.
REFERENCES = {("dialogue", "r1"): 0.403}
REPLIES = {"dialogue": (0.40, None, 0.76), "dailydialog": (0.56, None, None), "self-dialogue": (0.46, None, None), "ubuntu-irc": (0.38, None, None)}
PIECES = ("--text", "lower,chars:3-5", "--stemmer", "none")
# What every join here has beside what is its own: words, words of what they find, pieces of words.
PARTS = {"bm25": ("bm25",), "feedback": ("bm25", "--feedback", "10"), "tfidf": ("tfidf", "--feedback", "20"), "pieces": ("tfidf", *PIECES)}


def groups():
    return [*(reply_group(dataset) for dataset in DIALOGUES), homedepot_group(), cranfield_group(), trecqa_group(), fitting_group(), speed_group()]


def reply_group(dataset):
    metrics = {"r1": "recall@1", "mrr": "mrr", "auc": "auc"}
    figures = tuple(Figure(f"ranking.{dataset}.joined.{metric}", bar and at_least(bar), reference=REFERENCES.get((dataset, metric)))
                    for metric, bar in zip(metrics, REPLIES[dataset]))

    def measure(bench):
        train, dev, lists = (bench.data(f"{dataset}/{name}") for name in ("train.tsv", "dev.tsv", "dev.cand.tsv"))
        columns, model = ("--columns", "context,response"), bench.scratch / f"ranking-{dataset}.couplet"
        bench.couplet("fit", "phsic", train, *columns, "--vectors", bench.data(VECTORS), *JOINED, "-o", model)
        found = by_metric(bench.couplet_json("eval", model, dev, *columns, "--lists", lists))
        return {f"ranking.{dataset}.joined.{short}": found[metric] for short, metric in metrics.items()}

    return Group(figures, measure)


def by_metric(rows):
    return {row["metric"]: Measured(row["value"], row["low"], row["high"]) for row in rows}


def fit_parts(bench, name, texts, options=(), parts=PARTS):
    """The models that see no grades, fitted on a collection; their paths."""
    made = {}
    for part, (method, *settings) in parts.items():
        made[part] = bench.scratch / f"ranking-{name}-{part}.couplet"
        bench.couplet("fit", method, texts, *options, *settings, "-o", made[part])
    return made


# Products for a search term.

HOMEDEPOT = {"ndcg1": "ndcg@1", "ndcg5": "ndcg@5", "auc": "auc-within", "map": "map", "pooled-auc": "auc"}
# Of BM25 over words, by an independent computation on the same queries.
HOMEDEPOT_REFERENCES = {"ndcg1": 0.714, "ndcg5": 0.829, "auc": 0.575, "pooled-auc": 0.599}
HOMEDEPOT_BARS = {"ndcg1": 0.74, "ndcg5": 0.845, "auc": 0.61, "pooled-auc": 0.74}


def homedepot_group():
    figures = tuple(Figure(f"ranking.homedepot.{system}.{metric}", at_least(HOMEDEPOT_BARS[metric]) if system == "joined" and metric in HOMEDEPOT_BARS else None,
                           reference=HOMEDEPOT_REFERENCES.get(metric) if system == "bm25" else None)
                    for system in ("bm25", "tfidf", "s2net", "joined") for metric in HOMEDEPOT)

    def measure(bench):
        train, dev = bench.data("relevance/homedepot/train.tsv"), bench.data("relevance/homedepot/dev.tsv")
        columns, grades = ("--columns", "query,text"), ("--label", "grade", "--group", "query_id")
        parts = fit_parts(bench, "homedepot", train, columns)
        systems = {"bm25": parts["bm25"], "tfidf": bench.scratch / "ranking-homedepot-plain.couplet", "s2net": bench.scratch / "ranking-homedepot-s2net.couplet", "joined": bench.scratch / "ranking-homedepot.couplet"}
        bench.couplet("fit", "tfidf", train, *columns, "-o", systems["tfidf"])
        bench.couplet("fit", "s2net", train, *columns, *grades, "--start", "cl-lsi", "--dimensions", "200", "-o", systems["s2net"])
        bench.couplet("fit", "join", train, *parts.values(), "--learn", "phsic", *columns, *grades, "-o", systems["joined"])
        measured = {}
        for system, model in systems.items():
            found = by_metric(bench.couplet_json("eval", model, dev, *columns, *grades, "--relevant", "1.5"))
            measured |= {f"ranking.homedepot.{system}.{short}": found[metric] for short, metric in HOMEDEPOT.items()}
        draw_curves(bench, systems, dev, (*columns, *grades, "--relevant", "1.5"))
        return measured

    return Group(figures, measure)


def draw_curves(bench, systems, gold, options):
    """ROC and precision-recall of all systems. Nothing is drawn without --record."""
    if not bench.pictures:
        return
    named = bench.scratch / "ranking-curves"  # a curve is called by its model's file
    named.mkdir(exist_ok=True)
    models = []
    for system in ("joined", "s2net", "tfidf", "bm25"):
        models.append(named / system)
        models[-1].unlink(missing_ok=True)
        models[-1].symlink_to(systems[system])
    picture = bench.pictures / "ranking-curves.svg"
    bench.couplet("compare", *models, gold, *options, "--resamples", "100", "--picture", picture)
    # The title names the file: where it lies on this machine tells nobody anything.
    picture.write_text(picture.read_text(encoding="utf-8").replace(str(gold), "Home Depot, dev"), encoding="utf-8")


# Abstracts for a question: the whole collection is ranked.

FOLDS, NEGATIVES = 5, 1000  # texts without a judgement that a query learns from, drawn at random: the best by bm25 would teach that bm25 is wrong


def cranfield_group():
    figures = (*(Figure(f"ranking.cranfield.bm25.{metric}") for metric in ("map", "ndcg10")),
               *(Figure(f"ranking.cranfield.joined.{metric}") for metric in ("map", "ndcg10")),
               Figure("ranking.cranfield.joined.map-over-bm25", at_least(0.03)),
               Figure("ranking.cranfield.joined.ndcg10-over-bm25", at_least(0.03)),
               *(Figure(f"ranking.cranfield.joined.{metric}-p") for metric in ("map", "ndcg10")))
    return Group(figures, measure_cranfield)


def measure_cranfield(bench):
    rows = [line.split("\t") for part in ("train", "dev") for line in bench.text(bench.data(f"relevance/cranfield/{part}.tsv")).splitlines()[1:]]
    texts = [line.split("\t")[4] or "-" for line in bench.text(bench.data("relevance/cranfield/docs.tsv")).splitlines()[1:]]
    queries, grades = {}, defaultdict(dict)
    for query, words, number, _, grade, _ in rows:
        queries[query] = words
        grades[query][int(number) - 1] = float(grade)
    collection = bench.scratch / "cranfield.txt"
    collection.write_text("\n".join(texts) + "\n", encoding="utf-8")
    parts = fit_parts(bench, "cranfield", collection, parts=PARTS | {"phrases": ("bm25", "--text", "nfkc,lower,icu,grams:1-2"), "lsi": ("lsi", "--dimensions", "400")})
    first = ranked(bench, parts["bm25"], list(queries), queries, collection)
    order, draw, joined = sorted(queries), random.Random(1), {}
    draw.shuffle(order)
    for fold in range(FOLDS):
        held, training = order[fold::FOLDS], bench.scratch / "cranfield.tsv"
        with open(training, "w", encoding="utf-8") as file:
            for query in order:
                if query in held:
                    continue
                wrong = draw.sample([text for text in range(len(texts)) if text not in grades[query]], NEGATIVES)
                for text, grade in [*grades[query].items(), *((text, 0) for text in wrong)]:
                    file.write(f"{queries[query]}\t{texts[text]}\t{grade:g}\n")
        model = bench.scratch / "ranking-cranfield.couplet"
        bench.couplet("fit", "join", training, *parts.values(), "--no-header", "--models-alone", "--points", "0", "--knots", "0", "--loss", "list", "-o", model)
        joined |= ranked(bench, model, held, queries, collection)
    measured, values = {}, {}
    for system, found in (("bm25", first), ("joined", joined)):
        values[system] = {"map": [average_precision(found[q], grades[q]) for q in order], "ndcg10": [ndcg(found[q], grades[q], 10) for q in order]}
        for metric, each in values[system].items():
            measured[f"ranking.cranfield.{system}.{metric}"] = with_interval(each)
    for metric in ("map", "ndcg10"):
        differences = [a - b for a, b in zip(values["joined"][metric], values["bm25"][metric])]
        measured[f"ranking.cranfield.joined.{metric}-over-bm25"] = with_interval(differences)
        measured[f"ranking.cranfield.joined.{metric}-p"] = Measured(randomisation_p(differences))
    return measured


def ranked(bench, model, asked, queries, collection):
    """For each query all texts, best first."""
    path = bench.scratch / "cranfield-queries.txt"
    path.write_text("".join(queries[query] + "\n" for query in asked), encoding="utf-8")
    found = {query: [] for query in asked}
    for row in bench.couplet_json("rank", model, path, "--among", collection, "--top", "0"):
        found[asked[row["query"]]].append(row["candidate"])
    return found


def average_precision(order, grades):
    right = total = 0
    for place, text in enumerate(order, 1):
        if grades.get(text, 0) > 0:
            right += 1
            total += right / place
    return total / sum(grade > 0 for grade in grades.values())


def ndcg(order, grades, depth):
    gain = lambda values: sum((2**grade - 1) / math.log2(place + 1) for place, grade in enumerate(values, 1))
    return gain([grades.get(text, 0) for text in order[:depth]]) / gain(sorted(grades.values(), reverse=True)[:depth])


def with_interval(values, resamples=2000):
    draw, n = random.Random(1), len(values)
    means = sorted(sum(draw.choices(values, k=n)) / n for _ in range(resamples))
    return Measured(sum(values) / n, means[int(0.025 * resamples)], means[int(0.975 * resamples) - 1])


def randomisation_p(differences, rounds=10000):
    """Paired randomisation: how often signs drawn at random give a mean as far from 0."""
    draw, seen = random.Random(1), abs(sum(differences))
    return (1 + sum(abs(sum(d if draw.random() < 0.5 else -d for d in differences)) >= seen - 1e-12 for _ in range(rounds))) / (1 + rounds)


# Answers to questions.

JOINS = {"words": ((), ("--points", "0")), "words and grades": ((), ()), "parts": (("bm25", "feedback", "pieces"), ("--points", "0"))}


def fit_chosen_join(bench, train, texts, options, output):
    """The join that does best on held-out questions of train: no other question has a say."""
    parts, best = fit_parts(bench, "trecqa", texts), -1
    for name, (wanted, settings) in JOINS.items():
        model = bench.scratch / "ranking-trecqa-tried.couplet"
        report = bench.couplet_json("fit", "join", train, *(parts[part] for part in wanted), *options, *settings, "-o", model)[0]["report"]
        value = float(report["held-out queries: joined"].split()[1].rstrip(","))
        bench.note(f"trecqa: {name}: ndcg@10 {value} of held-out questions of train")
        if value > best:
            best = value
            model.replace(output)


def trecqa_group():
    figures = tuple(Figure(f"ranking.trecqa.{system}.{metric}", at_least(0.80) if (system, metric) == ("joined", "map") else None)
                    for system in ("bm25", "tesrk+idf", "joined") for metric in ("map", "mrr"))

    def measure(bench):
        train, everything, gold = bench.data("trecqa/train.tsv"), bench.data("trecqa/train_all.tsv"), with_both_labels(bench, bench.data("trecqa/dev.tsv"))
        columns, labels = ("--columns", "question,answer"), ("--label", "label", "--group", "qid")
        # The collection that is searched: all answers there are, without their labels.
        texts = bench.scratch / "trecqa.txt"
        texts.write_text("".join(sorted({line.split("\t")[2] + "\n" for path in (everything, bench.data("trecqa/dev.tsv"))
                                         for line in bench.text(path).split("\n")[1:] if line})), encoding="utf-8")
        bm25 = bench.scratch / "ranking-trecqa-bm25.couplet"
        bench.couplet("fit", "bm25", texts, "-o", bm25)
        kernel, options, _ = TRECQA["tesrk+idf"]
        systems = {"bm25": bm25, "tesrk+idf": bench.scratch / "ranking-trecqa-tesrk.couplet", "joined": bench.scratch / "ranking-trecqa.couplet"}
        bench.couplet("fit", "rewriting", train, *columns, *labels, "--objective", "map", "--text", "space", "--kernel", kernel, *options, "-o", systems["tesrk+idf"])
        fit_chosen_join(bench, train, texts, (*columns, *labels), systems["joined"])
        measured = {}
        for system, model in systems.items():
            found = by_metric(bench.couplet_json("eval", model, gold, *columns, *labels))
            measured |= {f"ranking.trecqa.{system}.{metric}": found[metric] for metric in ("map", "mrr")}
        return measured

    return Group(figures, measure)


# How long learning from pairs takes.

PAIRS = 160000


def fitting_group():
    """The elapsed seconds of a fit on two cores, and the processor's. The pairs of dialogue's train, the first of them twice."""
    elapsed, processor = "ranking.speed.fit-160000-seconds", "ranking.speed.fit-160000-processor-seconds"

    def measure(bench):
        header, *lines = bench.text(bench.data("dialogue/train.tsv")).splitlines(keepends=True)
        pairs = bench.scratch / "ranking-160000.tsv"
        pairs.write_text(header + "".join((lines * (1 + PAIRS // len(lines)))[:PAIRS]), encoding="utf-8")
        used = bench.couplet_usage("fit", "phsic", pairs, "--columns", "context,response", "--vectors", bench.data(VECTORS), "-o", bench.scratch / "ranking-160000.couplet")
        return {elapsed: Measured(used.seconds), processor: Measured(used.processor)}

    return Group((Figure(elapsed, at_most(30)), Figure(processor)), measure)


# A million texts prepared once.

def speed_group():
    figures = (Figure("ranking.speed.index-first-answer-ms", at_most(50)), Figure("ranking.speed.hnsw-vs-exact", at_least(10)),
               Figure("ranking.speed.hnsw-recall", at_least(0.98)))

    def measure(bench):
        values = bench.bench("collection", "--keep", bench.scratch)
        return {figure.name: Measured(values[figure.name]) for figure in figures}

    return Group(figures, measure, long=True)
