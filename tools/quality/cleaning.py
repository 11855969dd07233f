"""Cleaning a parallel corpus: sixteen kinds of noise put in on purpose, real noise with people's labels, speed."""

import csv
import random
import statistics

from cleaning_noise import KINDS, Dice, make_noisy
from figures import Figure, Group, Measured, at_least, at_most
from roc import auc_with_interval

SETS = {"europarl": ("en-es-europarl", ("en", "es")), "tatoeba": ("en-es-tatoeba", ("en", "es")), "tanaka": ("en-ja-tanaka", ("en", "ja"))}
SIZE, EACH = 50000, 1000
SHARES = (5, 10, 23, 40)  # per cent of wrong pairs
RIVALS = {"alignment": ("align",), "meaning": ("phsic", "--encoder", "lsa:300")}
CRAWL = "noisy-pairs/paracrawl"


def groups():
    return [*(suite_group(dataset) for dataset in SETS), *(share_group(dataset) for dataset in SETS), crawl_group(), all_crawls_group(),
            speed_group()]


# Sixteen kinds of noise, a thousand each in 50,000 pairs; the cleaner is fitted on the noisy pairs themselves.

def suite_group(dataset):
    name = f"cleaning.{dataset}"
    bars = {"auc": at_least(0.97), "precision": at_least(0.90), "recall": at_least(0.90), "false-alarms": at_most(0.03)}
    figures = [Figure(f"{name}.joint.{metric}", bar) for metric, bar in bars.items()]
    figures += [Figure(f"{name}.{kind}.auc", at_least(0.90)) for kind in KINDS]
    for rival in (*RIVALS, "length"):
        figures += [Figure(f"{name}.{rival}.auc"), Figure(f"{name}.joint-less-{rival}.auc", at_least(0))]
    return Group(tuple(figures), lambda bench: measure_suite(bench, dataset))


def measure_suite(bench, dataset):
    name = f"cleaning.{dataset}"
    noisy, kinds = noisy_pairs(bench, dataset, EACH)
    file = write_pairs(bench.scratch / f"{dataset}.noisy.tsv", noisy)
    scores, kept = clean(bench, file)
    wrong = [kind != "clean" for kind in kinds]
    dropped = [not stays for stays in kept]
    measured = {f"{name}.joint.auc": Measured(*auc_of(scores, kinds)),
                f"{name}.joint.precision": share(wrong, dropped), f"{name}.joint.recall": share(dropped, wrong),
                f"{name}.joint.false-alarms": share(dropped, [not w for w in wrong])}
    for kind in KINDS:
        measured[f"{name}.{kind}.auc"] = Measured(*auc_of(scores, kinds, kind))
    rivals = {rival: judged_by(bench, fit, file, len(noisy)) for rival, fit in RIVALS.items()}
    rivals["length"] = length_scores(noisy)
    for rival, rival_scores in rivals.items():
        measured[f"{name}.{rival}.auc"] = Measured(*auc_of(rival_scores, kinds))
        measured[f"{name}.joint-less-{rival}.auc"] = paired_difference(scores, rival_scores, kinds)
    return measured


def noisy_pairs(bench, dataset, each):
    folder, languages = SETS[dataset]
    pairs = read_columns(bench, f"parallel/{folder}/train.tsv", languages)
    if len(pairs) > SIZE:
        pairs = [pairs[i] for i in sorted(Dice(dataset).shuffled(range(len(pairs)))[:SIZE])]
    return make_noisy(pairs, languages, foreign_texts(bench), each, f"cleaning {dataset} {each}")


def foreign_texts(bench):
    """Sentences in five other languages, judged valid by people."""
    rows = read_columns(bench, f"{CRAWL}/train.tsv", ("langs", "trg", "label"))
    return [text for langs, text, label in rows if label == "V" and langs in ("en-fr", "en-it", "en-pl", "en-de", "en-fi")][:4000]


def clean(bench, file):
    """The log odds of every pair (duplicates below all others), and whether it is kept."""
    listed = bench.scratch / "scores.tsv"
    bench.couplet("clean", file, "--no-header", "-o", bench.scratch / "clean.tsv", "--scores", listed)
    scores, kept = [], []
    with open(listed, encoding="utf-8") as rows:
        next(rows)
        for row in rows:
            _, _, log_odds, stays, reason = row.rstrip("\n").split("\t")
            scores.append(float(log_odds) - (1000 if "duplicate" in reason else 0))
            kept.append(stays == "1")
    return scores, kept


def judged_by(bench, fit, file, count):
    """The scores of another method alone; pairs without one come last."""
    model = bench.scratch / "rival.couplet"
    bench.couplet("fit", *fit, file, "--no-header", "-o", model)
    rows = bench.couplet("score", model, file, "--no-header").splitlines()[1:]
    assert len(rows) == count
    return [float(score) if (score := row.split("\t")[1]) else -1e9 for row in rows]


def length_scores(pairs):
    ratios = [len(right) / max(1, len(left)) for left, right in pairs if left and right]
    usual = statistics.median(ratios)
    return [-max(len(right) / usual / max(1, len(left)), max(1, len(left)) * usual / max(1, len(right))) for left, right in pairs]


def auc_of(scores, kinds, kind=None):
    good = [s for s, k in zip(scores, kinds) if k == "clean"]
    bad = [s for s, k in zip(scores, kinds) if (k != "clean" if kind is None else k == kind)]
    return auc_with_interval(good, bad)


def paired_difference(ours, theirs, kinds):
    """How much larger our AUC is, with an interval by resampling the pairs (100 draws of 5,000)."""
    dice, n = random.Random(1), len(kinds)
    draws = []
    for _ in range(100):
        drawn = [dice.randrange(n) for _ in range(5000)]
        chosen = [kinds[i] for i in drawn]
        draws.append(auc_of([ours[i] for i in drawn], chosen)[0] - auc_of([theirs[i] for i in drawn], chosen)[0])
    draws.sort()
    value = auc_of(ours, kinds)[0] - auc_of(theirs, kinds)[0]
    narrow = (5000 / n) ** 0.5
    return Measured(value, value - narrow * (value - draws[2]), value + narrow * (draws[97] - value))


def share(of, among):
    chosen = [a for a, inside in zip(of, among) if inside]
    return Measured(sum(chosen) / len(chosen))


# The estimate of the share of wrong pairs.

def share_group(dataset):
    return Group(tuple(Figure(f"cleaning.{dataset}.share-error-{percent}", at_most(0.03)) for percent in SHARES),
                 lambda bench: measure_shares(bench, dataset))


def measure_shares(bench, dataset):
    measured = {}
    for percent in SHARES:
        noisy, kinds = noisy_pairs(bench, dataset, SIZE * percent // 100 // len(KINDS))
        file = write_pairs(bench.scratch / f"{dataset}.share.tsv", noisy)
        rows = bench.couplet("clean", file, "--no-header", "-o", bench.scratch / "clean.tsv").splitlines()
        estimate = next(float(row.split("\t")[2]) for row in rows if row.startswith("wrong, estimated"))
        true = sum(kind != "clean" for kind in kinds) / len(kinds)
        bench.note(f"{dataset}: {true:.3f} wrong, estimated {estimate:.3f}")
        measured[f"cleaning.{dataset}.share-error-{percent}"] = Measured(abs(estimate - true))
    return measured


# Real noise: V and F are good, A and L bad; the others are left out.

def crawl_group():
    return Group((Figure("cleaning.paracrawl.en-es.auc", at_least(0.80)),), measure_crawl)


def measure_crawl(bench):
    pairs = [pair for dataset in ("europarl", "tatoeba") for pair in read_columns(bench, f"parallel/{SETS[dataset][0]}/train.tsv", ("en", "es"))]
    crawl = read_crawl(bench)["en-es"]
    return {"cleaning.paracrawl.en-es.auc": Measured(*crawl_auc(bench, pairs, crawl))}


def all_crawls_group():
    return Group((Figure("cleaning.paracrawl.mean.auc", at_least(0.74)),), measure_all_crawls)


def measure_all_crawls(bench):
    values = []
    for langs, crawl in sorted(read_crawl(bench).items()):
        values.append(crawl_auc(bench, [], crawl)[0])
        bench.note(f"{langs}: {values[-1]:.3f}")
    return {"cleaning.paracrawl.mean.auc": Measured(statistics.mean(values))}


def read_crawl(bench):
    crawls = {}
    for part in ("train", "dev"):
        for langs, left, right, label in read_columns(bench, f"{CRAWL}/{part}.tsv", ("langs", "src", "trg", "label")):
            crawls.setdefault(langs, []).append((part, left, right, label))
    return crawls


def crawl_auc(bench, more, crawl):
    """Fitted on the texts of all, without their labels; judged on dev."""
    model = bench.scratch / "crawl.couplet"
    file = write_pairs(bench.scratch / "crawl.tsv", [*more, *((left, right) for _, left, right, _ in crawl)])
    bench.couplet("fit", "cleaner", file, "--no-header", "-o", model)
    dev = [(left, right, label) for part, left, right, label in crawl if part == "dev" and label in ("V", "F", "A", "L")]
    judged = write_pairs(bench.scratch / "dev.tsv", [(left, right) for left, right, _ in dev])
    scores = [float(row.split("\t")[1]) for row in bench.couplet("score", model, judged, "--no-header").splitlines()[1:]]
    good = [s for s, (_, _, label) in zip(scores, dev) if label in ("V", "F")]
    return auc_with_interval(good, [s for s, (_, _, label) in zip(scores, dev) if label in ("A", "L")])


# Speed: pairs a second on two cores, by CPU seconds, so that a busy machine counts little.

def speed_group():
    return Group((Figure("cleaning.speed.short-pairs", at_least(50000)), Figure("cleaning.speed.europarl-pairs", at_least(20000)),
                  Figure("cleaning.speed.fit-million-seconds", at_most(180))), measure_speed, long=True)


def measure_speed(bench):
    measured = {}
    for dataset, figure in (("tatoeba", "short-pairs"), ("europarl", "europarl-pairs")):
        folder, languages = SETS[dataset]
        pairs = read_columns(bench, f"parallel/{folder}/train.tsv", languages)[:SIZE]
        file, model = write_pairs(bench.scratch / "speed.tsv", pairs), bench.scratch / "speed.couplet"
        bench.couplet("fit", "cleaner", file, "--no-header", "-o", model)
        usage = bench.couplet_usage("clean", file, "--no-header", "--model", model, "-o", bench.scratch / "clean.tsv")
        measured[f"cleaning.speed.{figure}"] = Measured(2 * len(pairs) / usage.processor)
    pairs = read_columns(bench, "parallel/en-es-tatoeba/train.tsv", ("en", "es"))
    million = write_pairs(bench.scratch / "million.tsv", [(f"{left} {k}", f"{right} {k}") for k in range(10) for left, right in pairs][:1000000])
    usage = bench.couplet_usage("clean", million, "--no-header", "-o", bench.scratch / "clean.tsv")
    measured["cleaning.speed.fit-million-seconds"] = Measured(usage.processor / 2)
    return measured


def read_columns(bench, name, columns):
    rows = csv.reader(bench.text(bench.data(name)).split("\n"), delimiter="\t", quoting=csv.QUOTE_NONE)
    header = next(rows)
    places = [header.index(column) for column in columns]
    return [tuple(row[place] for place in places) for row in rows if row]


def write_pairs(path, pairs):
    path.write_text("".join(f"{left}\t{right}\n" for left, right in pairs), encoding="utf-8")
    return path
