"""Speed of the rooms that every job stands on, each against the obvious way, within one run."""

from figures import Figure, Group, Measured, at_least

BENCHES = {
    "bootstrap": (Figure("eval.speed.bootstrap-vs-naive", at_least(1)), Figure("eval.speed.bootstrap-auc-vs-naive", at_least(1)),
                  Figure("eval.speed.bootstrap-spearman-vs-naive", at_least(1))),
    "counting": (Figure("text.speed.counting-vs-hash-map", at_least(1)), Figure("text.speed.counting-on-disk")),
    "tokenise": (Figure("text.speed.ascii-vs-icu", at_least(1)),),
    "assignment": (Figure("linalg.speed.assignment-vs-plain", at_least(2)),),
}


def groups():
    return [bench_group(program, figures) for program, figures in BENCHES.items()]


def bench_group(program, figures):
    def measure(bench):
        found = bench.bench(program)
        return {figure.name: Measured(found[figure.name]) for figure in figures}

    return Group(figures, measure)
