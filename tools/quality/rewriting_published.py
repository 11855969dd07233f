"""Tables 2 to 4 of Gleize & Grau (2015) as published: the paper's schemes and k, every sense, no weights, no exchange of the two sentences."""

from figures import Figure, Group
from rewriting import WORDNET, evaluated, judged, with_both_labels

SYNONYM = "pattern=stem,synonym variable=stem,synonym"
NAMES = "pattern=stem,synonym,ne variable=stem,synonym,hypernym,hyponym,entailment,holonym,ne"
# System: kernel, types, the paper's figures on the test part.
MSRP = {
    "pr": ("pr", None, (0.735, 0.821)),
    "srk+pr": ("pr+srk:1-4", None, (0.762, 0.836)),
    "tesrk": ("tesrk:1-4", SYNONYM, (0.766, 0.837)),
    "tesrk+pr": ("pr+tesrk:1-4", SYNONYM, (0.772, 0.840)),
}
RTE = {
    "pr": ("pr", None, (0.618,)),
    "tesrk-all": ("srk:1+tesrk:2-4", WORDNET, (0.621,)),
    "srk+pr": ("pr+srk:1-4", None, (0.638,)),
    "tesrk-syn+pr": ("pr+srk:1+tesrk:2-4", SYNONYM, (0.641,)),
    "tesrk-all+pr": ("pr+srk:1+tesrk:2-4", WORDNET, (0.661,)),
}
TRECQA = {
    "idf": ("idf", None, (0.596, 0.650)),
    "srk": ("srk:1-5", None, (0.609, 0.669)),
    "srk+idf": ("idf+srk:1-5", None, (0.620, 0.677)),
    "tesrk-wn": ("tesrk:1-5", WORDNET, (0.642, 0.725)),
    "tesrk-wn+ne": ("tesrk:1-5", NAMES, (0.656, 0.744)),
    "tesrk-wn+idf": ("idf+tesrk:1-5", WORDNET, (0.678, 0.759)),
    "tesrk-wn+ne+idf": ("idf+tesrk:1-5", NAMES, (0.672, 0.768)),
}


def groups():
    # A system each, so that one can be measured without the others.
    return [*(pair_group("msrp", system, ("accuracy", "f1"), "4,5", "1", "f1", MSRP[system]) for system in MSRP),
            *(pair_group("rte", system, ("accuracy",), "text,hypothesis", "label", "f1", RTE[system]) for system in RTE),
            *(answer_group(system) for system in TRECQA)]


def chosen_options(kernel, types):
    return ("--as-published", "--kernel", kernel, *(("--types", types) if types else ()))


def pair_group(task, system, metrics, columns, label, objective, row):
    kernel, types, paper = row
    figures = tuple(Figure(f"rewriting.{task}.{system}-published.{metric}", paper=paper[m]) for m, metric in enumerate(metrics))

    def measure(bench):
        scores, gold = judged(bench, task, f"{system}-published", columns, label, ("--objective", objective, *chosen_options(kernel, types)))
        found = evaluated(bench, scores, gold, columns, label, "--threshold", "0")
        return {figure.name: found[metric] for figure, metric in zip(figures, metrics)}

    return Group(figures, measure)


def names_tagger(bench):
    """A tagger of names, learned from the training answers: BIO tags of OntoNotes classes."""
    model = bench.scratch / "names.couplet"
    if not model.exists():
        tokens = [line.split("\t") for line in bench.text(bench.data("trecqa/train.tsv")).splitlines()[1:]]
        header, *rows = (line.split("\t") for line in bench.text(bench.data("trecqa/train_tags.tsv")).splitlines())
        at = {name: header.index(name) for name in ("q_ne", "a_ne")}
        sentences = dict.fromkeys((text, tags[at[name]]) for line, tags in zip(tokens, rows)
                                  for text, name in ((line[1], "q_ne"), (line[2], "a_ne")))
        lines = [" ".join(f"{word}_{tag}" for word, tag in zip(text.split(" "), tags.split(" "))) for text, tags in sentences]
        tagged = bench.scratch / "names.txt"
        tagged.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        bench.note(str(bench.couplet_json("fit", "tagger", tagged, "-o", model)[0]["report"]))
    return model


def answer_group(system):
    metrics, (kernel, types, paper) = ("map", "mrr"), TRECQA[system]
    figures = tuple(Figure(f"rewriting.trecqa.{system}-published.{metric}", paper=paper[m]) for m, metric in enumerate(metrics))

    def measure(bench):
        gold, columns = with_both_labels(bench, bench.data("trecqa/dev.tsv")), "question,answer"
        model = bench.scratch / f"trecqa-{system}-published.couplet"
        named = ("--entities", "tagger", "--entity-tagger", names_tagger(bench)) if types == NAMES else ()
        bench.couplet("fit", "rewriting", bench.data("trecqa/train.tsv"), "--columns", columns, "--label", "label", "--group", "qid",
                      "--objective", "mrr", *chosen_options(kernel, types), *named, "-o", model)
        found = evaluated(bench, model, gold, columns, "label", "--group", "qid")
        return {figure.name: found[metric] for figure, metric in zip(figures, metrics)}

    return Group(figures, measure)
