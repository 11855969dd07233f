"""Learning from labelled sentence pairs: paraphrases, entailment, answers to questions.

Where a data set has dev* beside train*, models are fitted on train and measured on dev. Otherwise figures come from cross-validation: every pair is
judged by a classifier trained on the other nine folds, C being the one value of the grid that did best over all of them."""

from collections import defaultdict

from figures import Figure, Group, Measured, at_least, at_most
from workbench import COMPRESSIONS

WORDNET = "pattern=stem,synonym variable=stem,synonym,hypernym,hyponym,entailment,holonym"
OURS = "4*overlap+2*lone+srk:1-4"  # the default
# 4*pr, 5*idf: words in common count as much as the rules of all k together.
# System: kernels and options. Published figures: Gleize & Grau (2015), accuracy and F1 on the test part.
MSRP = {
    "pr": ("pr", (), (0.735, 0.821)),
    "srk": ("srk:1-4", (), (None, None)),
    "srk+pr": ("4*pr+srk:1-4", (), (0.762, 0.836)),
    "tesrk": ("srk:1+tesrk:2-4", ("--senses", "1"), (0.766, 0.837)),
    "tesrk+pr": ("4*pr+srk:1+tesrk:2-4", ("--senses", "1"), (0.772, 0.840)),
    "default": (OURS, (), (None, None)),
}
# Ours is wanted above the paper's .772 and .840 by more than test data may take off (.005 for srk+pr).
MSRP_BARS = {"default.accuracy": at_least(0.782), "default.f1": at_least(0.846), "srk.f1": at_least(0.8325), "srk+pr.f1": at_least(0.838), "tesrk+pr.f1": at_least(0.842)}
RARE = ("--wildcard-share", "0.05")  # wildcards for words that matter
RTE = {
    "pr": ("pr", (), 0.618),
    "srk+pr": ("pr+srk:1-4", RARE, 0.638),
    "tesrk+pr": ("pr+srk:1+tesrk:2", ("--types", WORDNET, "--senses", "1", *RARE), 0.661),
}
TRECQA = {
    "idf": ("idf", (), (0.596, 0.650)),
    "srk": ("srk:1-5", (), (0.609, 0.669)),
    "tesrk": ("srk:1+tesrk:2-5", ("--types", WORDNET), (0.642, 0.725)),
    "tesrk+idf": ("5*idf+srk:1+tesrk:2-5", ("--types", WORDNET), (0.678, 0.759)),
}


def groups():
    import rewriting_published  # which takes what is here

    return [msrp_group(), rules_group(), rte_group(), rte_default_group(), trecqa_group(), trecqa_default_group(), speed_group(), *rewriting_published.groups()]


def dev_of(bench, folder):
    """The dev file of a data set; None when it has none."""
    found = [path for path in sorted((bench.data_directory / folder).glob("dev*"))
             if path.name.endswith(tuple(f".tsv{ending}" for ending in COMPRESSIONS)) and "tags" not in path.name]
    return found[0] if found else None


def judged(bench, folder, system, columns, label, options):
    """Scores of the measured pairs (a model, or a file of scores) and the file they belong to."""
    model, scores = bench.scratch / f"{folder}-{system}.couplet", bench.scratch / f"{folder}-{system}.scores"
    train, dev = bench.data(f"{folder}/train.tsv"), dev_of(bench, folder)
    bench.couplet("fit", "rewriting", train, "--columns", columns, "--label", label, "--header", *options, "--save-scores", scores,
                  "-o", model)
    return (model, dev) if dev else (scores, train)


def evaluated(bench, scores, gold, columns, label, *options):
    rows = bench.couplet_json("eval", scores, gold, "--columns", columns, "--label", label, "--header", *options)
    return {row["metric"]: Measured(row["value"], row["low"], row["high"]) for row in rows}


def msrp_group():
    metrics = ("accuracy", "f1")
    figures = [Figure(f"rewriting.msrp.{system}.{metric}", MSRP_BARS.get(f"{system}.{metric}"), published[m])
               for system, (_, _, published) in MSRP.items() for m, metric in enumerate(metrics)]
    figures += [Figure(f"rewriting.msrp.best.{metric}") for metric in metrics]
    figures += [Figure(f"rewriting.msrp.best-vs-{other}.{what}") for other in ("pr", "srk+pr") for what in ("accuracy-p", "f1-p")]

    def measure(bench):
        columns, label, measured, systems = "4,5", "1", {}, {}
        for system, (kernel, options, _) in MSRP.items():
            systems[system], gold = judged(bench, "msrp", system, columns, label, ("--both-ways", "--kernel", kernel, *options))
            found = evaluated(bench, systems[system], gold, columns, label, "--threshold", "0")
            for metric in metrics:
                measured[f"rewriting.msrp.{system}.{metric}"] = found[metric]
        best = max(("srk+pr", "tesrk", "tesrk+pr", "default"), key=lambda system: measured[f"rewriting.msrp.{system}.f1"].value)
        bench.note(f"best on msrp: {best}")
        for metric in metrics:
            measured[f"rewriting.msrp.best.{metric}"] = measured[f"rewriting.msrp.{best}.{metric}"]
        for other in ("pr", "srk+pr"):
            rows = bench.couplet_json("compare", systems[best], systems[other], gold, "--columns", columns, "--label", label, "--header",
                                      "--threshold", "0", "--adjust", "none")
            p_values = {row["metric"]: row["p_adjusted"] for row in rows}
            for metric in metrics:
                measured[f"rewriting.msrp.best-vs-{other}.{metric}-p"] = Measured(p_values[metric])
        return measured

    return Group(tuple(figures), measure)


def rules_group():
    """The linear classifier over the rules themselves, beside the kernel with the same rules."""
    metrics = ("accuracy", "f1")
    figures = (*(Figure(f"rewriting.msrp.rules+pr.{metric}") for metric in metrics),
               Figure("rewriting.msrp.rules+pr.f1-under-kernel", at_most(0.005)), Figure("rewriting.rules.seconds-10000-pairs"))

    def measure(bench):
        train, columns, label, scores = bench.data("msrp/train.tsv"), "4,5", "1", {}
        for method in ("rules", "rewriting"):
            scores[method] = bench.scratch / f"msrp-{method}.scores"
            bench.couplet("fit", method, train, "--columns", columns, "--label", label, "--header", "--both-ways", "--kernel", "4*pr+srk:1-4",
                          "--save-scores", scores[method], "-o", bench.scratch / f"msrp-{method}.couplet")
        found = {method: evaluated(bench, scores[method], train, columns, label, "--threshold", "0") for method in scores}
        measured = {f"rewriting.msrp.rules+pr.{metric}": found["rules"][metric] for metric in metrics}
        measured["rewriting.msrp.rules+pr.f1-under-kernel"] = Measured(found["rewriting"]["f1"].value - found["rules"]["f1"].value)
        # Ten thousand pairs with automatic labels, one value of C: from the file to the model, in processor time.
        usage = bench.couplet_usage("fit", "rules", answers(bench, 10000), "--columns", "question,answer", "--label", "label", "--text", "space",
                                    "--kernel", "srk:1-2", "--c", "1", "--folds", "2", "-o", bench.scratch / "many.couplet")
        measured["rewriting.rules.seconds-10000-pairs"] = Measured(usage.seconds)
        return measured

    return Group(figures, measure)


def answers(bench, count):
    """The first questions and answers of TREC-QA's larger, automatically labelled part."""
    path = bench.scratch / f"answers-{count}.tsv"
    path.write_text("".join(line + "\n" for line in bench.text(bench.data("trecqa/train_all.tsv")).splitlines()[:count + 1]), encoding="utf-8")
    return path


def rte_group():
    why = "three pairs of 3,767 short; ten other sums of kernels do no better, and on other folds this one has .612 and .614"
    figures = [Figure(f"rewriting.rte.{system}.accuracy", at_least(0.62) if system == "tesrk+pr" else None, published, why)
               for system, (_, _, published) in RTE.items()]
    figures += [Figure("rewriting.rte.tesrk+pr.gain-over-srk+pr", at_least(0)), Figure("rewriting.rte.srk+pr.gain-over-pr", at_least(0))]

    def measure(bench):
        measured = {}
        for system, (kernel, options, _) in RTE.items():
            scores, gold = judged(bench, "rte", system, "text,hypothesis", "label", ("--objective", "accuracy", "--kernel", kernel, *options))
            found = evaluated(bench, scores, gold, "text,hypothesis", "label", "--threshold", "0")
            measured[f"rewriting.rte.{system}.accuracy"] = found["accuracy"]
        value = lambda system: measured[f"rewriting.rte.{system}.accuracy"].value
        measured["rewriting.rte.tesrk+pr.gain-over-srk+pr"] = Measured(value("tesrk+pr") - value("srk+pr"))
        measured["rewriting.rte.srk+pr.gain-over-pr"] = Measured(value("srk+pr") - value("pr"))
        return measured

    return Group(tuple(figures), measure)


def rte_default_group():
    figure = Figure("rewriting.rte.default.accuracy", at_least(0.62))

    def measure(bench):
        scores, gold = judged(bench, "rte", "default", "text,hypothesis", "label", ("--objective", "accuracy", "--kernel", OURS, *RARE))
        return {figure.name: evaluated(bench, scores, gold, "text,hypothesis", "label", "--threshold", "0")["accuracy"]}

    return Group((figure,), measure)


def with_both_labels(bench, source):
    """The questions that have right and wrong answers, as the usual evaluation takes them."""
    header, *lines = source.read_text(encoding="utf-8").splitlines()
    labels = defaultdict(set)
    for line in lines:
        fields = line.split("\t")
        labels[fields[0]].add(fields[3])
    path = bench.scratch / "trecqa-dev.tsv"
    kept = [line for line in lines if len(labels[line.split("\t")[0]]) == 2]
    path.write_text("\n".join([header, *kept]) + "\n", encoding="utf-8")
    return path


def trecqa_group():
    metrics = ("map", "mrr")
    figures = [Figure(f"rewriting.trecqa.{system}.{metric}", None, published[m])
               for system, (_, _, published) in TRECQA.items() for m, metric in enumerate(metrics)]
    # In the paper's order, each at least as good as the one before; and the last well above the first.
    order = list(TRECQA)
    why = ("idf is above its published figure on these 65 questions, and normalised rules count against long answers, which idf does not mind; "
           "in cross-validation of the training questions the order is the paper's")
    figures += [Figure(f"rewriting.trecqa.{later}.{metric}-over-{earlier}", at_least(0), why=why)
                for earlier, later in zip(order, order[1:]) for metric in metrics]
    figures += [Figure(f"rewriting.trecqa.tesrk+idf.{metric}-over-idf", at_least(0.05), why=why) for metric in metrics]

    def measure(bench):
        gold, columns, measured = with_both_labels(bench, bench.data("trecqa/dev.tsv")), "question,answer", {}
        for system, (kernel, options, _) in TRECQA.items():
            model = bench.scratch / f"trecqa-{system}.couplet"
            bench.couplet("fit", "rewriting", bench.data("trecqa/train.tsv"), "--columns", columns, "--label", "label", "--group", "qid",
                          "--objective", "map", "--text", "space", "--kernel", kernel, *options, "-o", model)
            found = evaluated(bench, model, gold, columns, "label", "--group", "qid")
            for metric in metrics:
                measured[f"rewriting.trecqa.{system}.{metric}"] = found[metric]
        value = lambda system, metric: measured[f"rewriting.trecqa.{system}.{metric}"].value
        for earlier, later in [*zip(order, order[1:]), ("idf", "tesrk+idf")]:
            for metric in metrics:
                measured[f"rewriting.trecqa.{later}.{metric}-over-{earlier}"] = Measured(value(later, metric) - value(earlier, metric))
        return measured

    return Group(tuple(figures), measure)


def trecqa_default_group():
    systems, metrics = {"default": OURS, "default+idf": f"5*idf+{OURS}"}, ("map", "mrr")
    figures = tuple(Figure(f"rewriting.trecqa.{system}.{metric}") for system in systems for metric in metrics)

    def measure(bench):
        gold, columns, measured = with_both_labels(bench, bench.data("trecqa/dev.tsv")), "question,answer", {}
        for system, kernel in systems.items():
            model = bench.scratch / f"trecqa-{system}.couplet"
            bench.couplet("fit", "rewriting", bench.data("trecqa/train.tsv"), "--columns", columns, "--label", "label", "--group", "qid",
                          "--objective", "map", "--text", "space", "--kernel", kernel, "-o", model)
            found = evaluated(bench, model, gold, columns, "label", "--group", "qid")
            measured.update({f"rewriting.trecqa.{system}.{metric}": found[metric] for metric in metrics})
        return measured

    return Group(figures, measure)


def speed_group():
    figures = (Figure("rewriting.speed.srk-values", at_least(1500), reference=1500), Figure("rewriting.speed.typed-values", at_least(500), reference=500),
               Figure("rewriting.speed.srk-seconds", at_most(20)), Figure("rewriting.speed.typed-seconds", at_most(300)),
               Figure("rewriting.speed.vs-paper", at_least(50)))

    def measure(bench):
        found = bench.bench("rewriting", bench.data("msrp/train.tsv"), "4,5")
        return {figure.name: Measured(found[figure.name]) for figure in figures}

    return Group(figures, measure)
