"""Filling the blank: language models, LSA and their combination on Holmes and SAT questions; perplexity on the Penn Treebank."""

import math
import re

from figures import Figure, Group, Measured, at_least, at_most
from picture import draw
from workbench import MissingData

# Options of the models of the novels. Model M and its classes are fitted on a leading part (books stand in random order).
NOVELS = ("--sentences", "split")
NGRAM = ("--order", "4", "--min-count", "2")
RNN = ("--min-count", "5", "--hidden", "256", "--dropout", "0.1", "--epochs", "2", "--checks", "4", "--hold-out", "0.005")
# What three hours on two cores allow: see docs/methods/completion.md. --keep DIR uses DIR/context-holmes.couplet when it is there.
CONTEXT = ("--units", "384", "--dimension", "300", "--checks", "4", "--seed", "1")
CONTEXT_PASSES = ("--epochs", "3")
MODEL_M = ("--min-count", "3", "--classes", "200", "--class-rounds", "3", "--iterations", "50")
MODEL_M_BYTES = 12_000_000
PTB = ("--text", "space")
PTB_RNN = ("--context", "text", "--tied", "--hidden", "320", "--dropout", "0.5", "--epochs", "18")
PTB_CONTEXT = ("--min-count", "1", "--predict", "0", "--units", "128", "--dimension", "128", "--dropout", "0.4", "--epochs", "6")

# Scorer as fit completion names it, name of the figure, bar and published figure on Holmes (Zweig et al. 2012, table 6).
SCORERS = {
    "ngram-gt": ("gt", 0.36, 0.39),
    "ngram-kn": ("kn", 0.37, None),
    "model-m": ("model-m", None, None),
    "rnnlm": ("rnn", 0.42, 0.45),
    "lsa-total": ("lsa-total", 0.48, 0.49),
    "lsa-reconstruct": ("lsa-reconstruct", None, 0.41),
    "lsa-lm": ("lsa-lm", None, 0.42),
}
CONTEXT_SCORERS = {"accuracy of context": ("context", 0.55), "accuracy of context-blank": ("context-blank", None),
                   "accuracy of the combination, 5-fold": ("context-joined", 0.60)}
SAT_PUBLISHED = {"gt": 0.42, "rnn": 0.42, "lsa-total": 0.46, "lsa-reconstruct": 0.41, "lsa-lm": 0.44}


def groups():
    return [ptb_ngram_group(), ptb_group(), ptb_context_group(), query_group(), ratio_group(), training_group(), quantised_group(), context_group(),
            curve_group(), questions_group(), ablation_group(), published_group(), wiki_group(), sat_group()]


def perplexity(bench, model, text):
    rows = {row["metric"]: row for row in bench.couplet_json("eval", model, text, "--perplexity")}
    row = rows["perplexity"]
    return Measured(row["value"], row["low"], row["high"]), row["total"]


def fitted(bench, name, method, *arguments):
    """Fits once a run; returns the model."""
    model = bench.scratch / f"{name}.couplet"
    if not model.exists():
        bench.couplet("fit", method, *arguments, "-o", model)
    return model


def timed_net(bench, name, *arguments):
    """A recurrent net and the minutes its training took, which stand beside it: a kept net is not trained again to be timed."""
    model, minutes = bench.scratch / f"{name}.couplet", bench.scratch / f"{name}.minutes"
    if not (model.exists() and minutes.exists()):
        usage = bench.couplet_usage("fit", "rnnlm", *arguments, "-o", model)
        minutes.write_text(f"{usage.seconds / 60}\n", encoding="utf-8")
    return model, float(minutes.read_text(encoding="utf-8"))


def ptb(bench):
    return bench.data("ptb/ptb.train.txt"), bench.data("ptb/ptb.valid.txt")


def ptb_ngram_group():
    """N-gram models, and another program's word for the perplexity of the same ARPA file."""
    figures = (Figure("completion.ptb.gt3.perplexity"), Figure("completion.ptb.kn3.perplexity"),
               Figure("completion.ptb.kn5.perplexity", at_most(150), reference=148),
               Figure("completion.ptb.gt3.irstlm-difference", at_most(1e-3)), Figure("completion.ptb.kn3.irstlm-difference", at_most(1e-3)))

    def measure(bench):
        train, valid = ptb(bench)
        measured = {}
        for name, options in {"gt3": ("--order", "3", "--smoothing", "gt"), "kn3": ("--order", "3"), "kn5": ("--order", "5")}.items():
            model = fitted(bench, f"ptb-{name}", "ngram", train, *PTB, *options)
            measured[f"completion.ptb.{name}.perplexity"], _ = perplexity(bench, model, valid)
        for name in ("gt3", "kn3"):
            own = measured[f"completion.ptb.{name}.perplexity"].value
            other = irstlm_perplexity(bench, bench.scratch / f"ptb-{name}.couplet", valid)
            measured[f"completion.ptb.{name}.irstlm-difference"] = Measured(abs(other - own) / own)
        return measured

    return Group(figures, measure)


def irstlm_perplexity(bench, model, text):
    """What irstlm says of our ARPA file. It counts <unk> as unknown and adds a penalty for each; it says how much (PPwp)."""
    arpa, marked = bench.scratch / "model.arpa", bench.scratch / "marked.txt"
    bench.couplet("convert", model, "-o", arpa)
    marked.write_text("".join(f"<s> {line.strip()} </s>\n" for line in bench.text(text).splitlines()), encoding="utf-8")
    said = re.search(r"PP=([\d.]+) PPwp=([\d.]+)", bench.run(["irstlm", "compile-lm", arpa, f"--eval={marked}"]))
    return float(said[1]) - float(said[2])


def ptb_group():
    figures = (Figure("completion.ptb.model-m.perplexity"), Figure("completion.ptb.model-m-vs-kn3.perplexity", at_most(0)),
               Figure("completion.ptb.rnn.perplexity", at_most(105)), Figure("completion.ptb.rnn.minutes", at_most(30)),
               Figure("completion.ptb.mix.perplexity", at_most(95)), Figure("completion.ptb.mix-vs-best.perplexity", at_most(0)))

    def measure(bench):
        train, valid = ptb(bench)
        kn5, kn3 = (fitted(bench, f"ptb-kn{n}", "ngram", train, *PTB, "--order", str(n)) for n in (5, 3))
        model_m = fitted(bench, "ptb-model-m", "model-m", train, *PTB)
        rnn, minutes = timed_net(bench, "ptb-rnn", train, *PTB, *PTB_RNN)
        found = {name: perplexity(bench, model, valid)[0] for name, model in
                 {"model-m": model_m, "rnn": rnn, "kn3": kn3, "kn5": kn5}.items()}
        mix = mixed(bench, (kn5, rnn), valid)
        return {"completion.ptb.model-m.perplexity": found["model-m"],
                "completion.ptb.model-m-vs-kn3.perplexity": Measured(found["model-m"].value - found["kn3"].value),
                "completion.ptb.rnn.perplexity": found["rnn"], "completion.ptb.rnn.minutes": Measured(minutes),
                "completion.ptb.mix.perplexity": Measured(mix),
                "completion.ptb.mix-vs-best.perplexity": Measured(mix - min(found["rnn"].value, found["kn5"].value))}

    return Group(figures, measure)


def ptb_context_group():
    """Every word given all others of its sentence: not to be compared with a language model's perplexity."""
    figure = Figure("completion.ptb.context.pseudo-perplexity")

    def measure(bench):
        train, valid = ptb(bench)
        return {figure.name: perplexity(bench, fitted(bench, "ptb-context", "context", train, *PTB, *PTB_CONTEXT), valid)[0]}

    return Group((figure,), measure)


def mixed(bench, models, text):
    """Perplexity of a mixture; the weights for one half of the text are fitted on the other."""
    lines = bench.text(text).splitlines(keepends=True)
    halves = [bench.scratch / f"half{i}.txt" for i in range(2)]
    for i, half in enumerate(halves):
        half.write_text("".join(lines[i * len(lines) // 2:(i + 1) * len(lines) // 2]), encoding="utf-8")
    logarithm = words = 0
    for i in range(2):
        model = bench.scratch / f"mix{i}.couplet"
        bench.couplet("fit", "mix", *models, "--tune", halves[i], "-o", model)
        measured, count = perplexity(bench, model, halves[1 - i])
        logarithm += math.log(measured.value) * count
        words += count
    return math.exp(logarithm / words)


def query_group():
    figures = (Figure("completion.speed.ngram-query", at_least(1)), Figure("completion.ngram.sum-error", at_most(1e-6)))

    def measure(bench):
        rows = bench.bench("ngram", bench.data("ptb/ptb.train.txt"))
        return {figure.name: Measured(rows[figure.name]) for figure in figures}

    return Group(figures, measure)


def ratio_group():
    figures = (Figure("completion.speed.rnn-vs-gemm", at_least(0.6)), Figure("completion.speed.rnn-words"),
               Figure("completion.speed.context-vs-gemm", at_least(0.6)), Figure("completion.speed.context-words"))

    def measure(bench):
        rows = {**bench.bench("rnnlm"), **bench.bench("context")}
        return {figure.name: Measured(rows[figure.name]) for figure in figures}

    return Group(figures, measure)


def training_group():
    # The note: processor seconds, beside those of KenLM's lmplz for the same order and text, which gives the same perplexity.
    figures = (Figure("completion.speed.ngram-train", at_most(120)), Figure("completion.speed.ngram-train-gb", at_most(4)),
               Figure("completion.speed.ngram-vs-kenlm-note", reference=27.7))

    def measure(bench):
        usage = bench.couplet_usage("fit", "ngram", bench.data("novels/novels.txt"), *NOVELS, *NGRAM, "-o", bench.scratch / "kn.couplet")
        return {figures[0].name: Measured(usage.seconds), figures[1].name: Measured(usage.peak_mb / 1000),
                figures[2].name: Measured(usage.processor)}

    return Group(figures, measure)


def quantised_group():
    """8 bits a number: what it costs on the last 50th of the novels, and how long `score` takes for it beyond loading."""
    figures = (Figure("completion.ngram.quantised-mb", at_most(90), reference=88), Figure("completion.ngram.quantised-perplexity-ratio", at_most(1.003)),
               Figure("completion.speed.ngram-score-seconds", at_most(0.18), reference=0.18))

    def measure(bench):
        lines = bench.text(bench.data("novels/novels.txt")).splitlines(keepends=True)
        cut = len(lines) * 49 // 50
        parts = {"most": lines[:cut], "rest": lines[cut:], "line": lines[cut:cut + 1]}
        paths = {name: bench.scratch / f"novels-{name}.txt" for name in parts}
        for name, part in parts.items():
            paths[name].write_text("".join(part), encoding="utf-8")
        exact = fitted(bench, "kn-most", "ngram", paths["most"], *NOVELS, *NGRAM)
        small = fitted(bench, "kn-quantised", "ngram", paths["most"], *NOVELS, *NGRAM, "--quantise", "8")
        ratio = perplexity(bench, small, paths["rest"])[0].value / perplexity(bench, exact, paths["rest"])[0].value
        seconds = [min(bench.couplet_usage("score", exact, paths[name]).seconds for _ in range(5)) for name in ("rest", "line")]
        return {figures[0].name: Measured(small.stat().st_size / 1e6), figures[1].name: Measured(ratio),
                figures[2].name: Measured(seconds[0] - seconds[1])}

    return Group(figures, measure)


def context_group():
    """The context model alone (whole text, blank alone), and joined with n-grams and LSA: what is fitted without a recurrent net or Model M."""
    figures = tuple(Figure(f"completion.{data}.{name}.accuracy", at_least(bar) if bar and data == "holmes" else None)
                    for data in ("holmes", "sat") for name, bar in CONTEXT_SCORERS.values())

    def measure(bench):
        models = [model for part in novel_models(bench, "ngrams", "lsa", "context").values() for model in part]
        measured = {}
        for data in ("holmes", "sat"):
            report = joined_report(bench, bench.data(f"{data}/dev.tsv"), *models)
            measured.update({f"completion.{data}.{name}.accuracy": entry_of(report, entry) for entry, (name, _) in CONTEXT_SCORERS.items()})
        return measured

    return Group(figures, measure)


# Checks of the run that made context-holmes, four a pass, and the hours that a pass takes two quiet cores. A checkpoint knows no
# hours, and that run shared its cores: reckoned from its 145 minutes of one core for three passes.
CHECKS, HOURS_A_PASS = (4, 6, 8, 10, 12), 0.4


def curve_group():
    """Accuracy while the context model is trained: DIR/context-holmes-check-N.checkpoint (--keep DIR) is a copy of the run's checkpoint after check N."""
    figures = tuple(Figure(f"completion.holmes.context-check-{check}.accuracy") for check in CHECKS)

    def measure(bench):
        measured = {}
        for check, figure in zip(CHECKS, figures):
            name = f"context-holmes-check-{check}"
            kept = bench.scratch / f"{name}.checkpoint"
            if not kept.exists() and not (bench.scratch / f"{name}.couplet").exists():
                raise MissingData(f"{kept}: copies of the checkpoint of the training run")
            model = fitted(bench, name, "context", bench.data("novels/novels.txt"), *NOVELS, *CONTEXT, "--epochs", "0", "--checkpoint", kept, "--resume")
            rows = {row["metric"]: row for row in bench.couplet_json("eval", model, bench.data("holmes/dev.tsv"), "--questions")}
            measured[figure.name] = Measured(*(rows["accuracy"][key] for key in ("value", "low", "high")))
        points = [(check / 4 * HOURS_A_PASS, measured[figure.name].value) for check, figure in zip(CHECKS, figures)]
        draw(bench, "context-hours.svg", "Holmes questions while the context model is trained", "hours of two cores", "accuracy", {"384 units, 3 passes": points})
        return measured

    return Group(figures, measure, long=True)


def questions_group():
    """Everything fitted on the novels: accuracy of each scorer and of the combination."""
    figures = []
    for data in ("holmes", "sat"):
        for name, bar, published in SCORERS.values():
            holmes = data == "holmes"
            figures.append(Figure(f"completion.{data}.{name}.accuracy", at_least(bar) if holmes and bar else None,
                                  published if holmes else SAT_PUBLISHED.get(name)))
        figures.append(Figure(f"completion.{data}.combination.accuracy", at_least(0.60) if data == "holmes" else None,
                              0.52 if data == "holmes" else 0.53,
                              why="recorded without a context model; with it, and without net and Model M: completion.holmes.context-joined" if data == "holmes" else ""))
        figures.append(Figure(f"completion.{data}.combination.mcnemar-p"))

    def measure(bench):
        models = [model for part in novel_models(bench, *PARTS).values() for model in part]
        measured = {}
        for data in ("holmes", "sat"):
            measured.update(accuracies(bench, data, models))
        return measured

    return Group(tuple(figures), measure)


# What joins in the combination of the novels' models, in its order.
PARTS = ("ngrams", "lsa", "model-m", "rnn", "context")


def novel_models(bench, *parts):
    """{part: models of the novels}; fitted where they are not kept."""
    novels = bench.data("novels/novels.txt")
    make = {"ngrams": lambda: [fitted(bench, "gt", "ngram", novels, *NOVELS, *NGRAM, "--smoothing", "gt"),
                               fitted(bench, "kn", "ngram", novels, *NOVELS, *NGRAM)],
            "lsa": lambda: [fitted(bench, "lsa", "lsa", novels)],
            "model-m": lambda: [fitted(bench, "model-m", "model-m", leading_part(bench, novels), *NOVELS, *MODEL_M)],
            "rnn": lambda: [fitted(bench, "rnn", "rnnlm", novels, *NOVELS, *RNN)],
            "context": lambda: [fitted(bench, "context-holmes", "context", novels, *NOVELS, *CONTEXT, *CONTEXT_PASSES)]}
    return {part: make[part]() for part in parts}


def ablation_group():
    """The combination of all models of the novels without one of them (without n-grams lsa-lm goes too); --keep DIR uses those of DIR."""
    figures = {part: Figure(f"completion.holmes.without-{part}.accuracy") for part in PARTS}

    def measure(bench):
        models, asked = novel_models(bench, *PARTS), bench.data("holmes/dev.tsv")
        return {figure.name: joined(bench, asked, "accuracy of the combination, 5-fold", *(model for part in PARTS if part != left_out for model in models[part]))
                for left_out, figure in figures.items()}

    return Group(tuple(figures.values()), measure, long=True)


# Table 5's combinations: scorers joined, of those that the models of the novels give.
ABLATIONS = {"lsa3": "lsa-total,lsa-cosine,lsa-unknown", "lsa3+gt": "lsa-total,lsa-cosine,lsa-unknown,ngram-gt"}


def published_group():
    """LSA as the paper has it (beside ours), its n-gram terms in the reconstruction, and the LSA language model."""
    names = [f"completion.{data}.{name}.accuracy" for data in ("holmes", "sat")
             for name in ("lsa-as-published", "reconstruct-ngrams", *ABLATIONS)]
    figures = (*map(Figure, names), Figure("completion.ptb.lsa-lm.perplexity"), Figure("completion.ptb.lsa-lm-vs-kn3.perplexity", at_most(0)))

    def measure(bench):
        novels, measured = bench.data("novels/novels.txt"), {}
        questions = {data: bench.data(f"{data}/dev.tsv") for data in ("holmes", "sat")}
        plain = fitted(bench, "lsa-as-published", "lsa", novels, "--as-published")
        gt, ours = fitted(bench, "gt", "ngram", novels, *NOVELS, *NGRAM, "--smoothing", "gt"), fitted(bench, "lsa", "lsa", novels)
        for data, asked in questions.items():
            grams = fitted(bench, f"lsa-grams-{data}", "lsa", novels, "--text", "nfkc,lower,words,grams:1-2", "--relevant", asked, "--sentences", "lines")
            measured[f"completion.{data}.lsa-as-published.accuracy"] = joined(bench, asked, "accuracy of lsa-total", plain)
            measured[f"completion.{data}.reconstruct-ngrams.accuracy"] = joined(bench, asked, "accuracy of lsa-reconstruct", grams)
            for name, scorers in ABLATIONS.items():
                measured[f"completion.{data}.{name}.accuracy"] = joined(bench, asked, "accuracy of the combination, 5-fold", ours, gt, "--scorers", scorers)
        train, valid = ptb(bench)
        kn3, space = fitted(bench, "ptb-kn3", "ngram", train, *PTB, "--order", "3"), fitted(bench, "ptb-lsa", "lsa", train, *PTB)
        mix = mixed(bench, (kn3, space), valid)
        measured["completion.ptb.lsa-lm.perplexity"] = Measured(mix)
        measured["completion.ptb.lsa-lm-vs-kn3.perplexity"] = Measured(mix - perplexity(bench, kn3, valid)[0].value)
        return measured

    return Group(figures, measure, long=True)


def joined_report(bench, questions, *arguments):
    """What fit completion says of the models and their combination."""
    return bench.couplet_json("fit", "completion", questions, *arguments, "-o", bench.scratch / "joined.couplet")[0]["report"]


def entry_of(report, entry):
    """An entry of that report, with its interval."""
    return Measured(*map(float, re.findall(r"[\d.]+", report[entry])[:3]))


def joined(bench, questions, entry, *arguments):
    return entry_of(joined_report(bench, questions, *arguments), entry)


def wiki_group():
    """SAT questions with models of encyclopedic text, and joined with those of the novels."""
    figures = tuple(Figure(f"completion.sat-wiki.{name}.accuracy") for name in ("kn", "lsa-total", "combination", "with-novels"))

    def measure(bench):
        text, sat, novels = (bench.data(name) for name in ("text8/enwiki2015-head.txt", "sat/dev.tsv", "novels/novels.txt"))
        wiki = (fitted(bench, "wiki-kn", "ngram", text, *NOVELS, *NGRAM), fitted(bench, "wiki-lsa", "lsa", text))
        own = (fitted(bench, "kn", "ngram", novels, *NOVELS, *NGRAM), fitted(bench, "lsa", "lsa", novels),
               fitted(bench, "context-holmes", "context", novels, *NOVELS, *CONTEXT, *CONTEXT_PASSES))
        combination, report = "accuracy of the combination, 5-fold", joined_report(bench, sat, *wiki)
        return {"completion.sat-wiki.kn.accuracy": entry_of(report, "accuracy of ngram-kn"),
                "completion.sat-wiki.lsa-total.accuracy": entry_of(report, "accuracy of lsa-total"),
                "completion.sat-wiki.combination.accuracy": entry_of(report, combination),
                "completion.sat-wiki.with-novels.accuracy": joined(bench, sat, combination, *wiki, *own)}

    return Group(figures, measure, long=True)


def sat_group():
    """All 209 SAT questions, n-grams, LSA and context model of the novels: weights learned from these questions (5-fold), and from the Holmes questions."""
    figures = {"accuracy of lsa-total": "lsa-total", "accuracy of context": "context", "accuracy of the combination, 5-fold": "combination"}
    figures = {entry: Figure(f"completion.sat-all.{name}.accuracy") for entry, name in figures.items()}
    of_holmes = Figure("completion.sat-all.holmes-weights.accuracy")

    def measure(bench):
        models = [model for part in novel_models(bench, "ngrams", "lsa", "context").values() for model in part]
        first, *rest = (bench.text(bench.data(f"sat/{name}.tsv")).splitlines(keepends=True) for name in ("dev", "dev_extra"))
        asked = bench.scratch / "sat-all.tsv"
        asked.write_text("".join([*first, *(line for lines in rest for line in lines[1:])]), encoding="utf-8")
        report = joined_report(bench, asked, *models)
        measured = {figure.name: entry_of(report, entry) for entry, figure in figures.items()}
        joined_report(bench, bench.data("holmes/dev.tsv"), *models)
        rows = {row["metric"]: row for row in bench.couplet_json("eval", bench.scratch / "joined.couplet", asked, "--questions")}
        measured[of_holmes.name] = Measured(*(rows["accuracy"][key] for key in ("value", "low", "high")))
        return measured

    return Group((*figures.values(), of_holmes), measure, long=True)


def leading_part(bench, novels):
    """A file of the first books."""
    part = bench.scratch / "part.txt"
    text = bench.text(novels)
    part.write_text(text[:text.index("\n# ", MODEL_M_BYTES) + 1], encoding="utf-8")
    return part


def accuracies(bench, data, models):
    """What fit completion says: each scorer alone, and the combination in cross-validation."""
    report = joined_report(bench, bench.data(f"{data}/dev.tsv"), *models)
    measured = {f"completion.{data}.{name}.accuracy": entry_of(report, f"accuracy of {scorer}") for scorer, (name, _, _) in SCORERS.items()}
    measured[f"completion.{data}.combination.accuracy"] = entry_of(report, "accuracy of the combination, 5-fold")
    p = re.search(r"p ([\d.e+-]+) \(McNemar\)", report["against the best scorer"])[1]
    measured[f"completion.{data}.combination.mcnemar-p"] = Measured(float(p))
    return measured
