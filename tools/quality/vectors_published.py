"""Table 3 of the paper: correspondence analysis and G-test, plain, with stop words and with known similarities, rows and columns."""

from figures import Figure, Group
from vectors import gold, spearman, wiki20

TESTED = ("ws353", "men")  # the third set of the paper, MTurk, is held out here
# WordSim and MEN of the paper, for F and for G.
PAPER = {
    "ca": ((0.189, 0.081), (0.213, 0.072)), "ca-sw": ((0.198, 0.088), (0.222, 0.087)), "ca-ws": ((0.190, 0.084), (0.213, 0.074)),
    "gtest": ((0.139, 0.074), (0.169, 0.051)), "gtest-sw": ((0.178, 0.078), (0.186, 0.065)), "gtest-ws": ((0.139, 0.074), (0.170, 0.055)),
}
TRAINED = (0.192, 0.061)  # SGNS, trained; ours decomposes
WEIGHT = "10"             # of the similarities: the paper names none, and 0.1 changes nothing


def groups():
    return [table3_group()]


def table3_group():
    figures = [Figure(f"vectors.table3.{system}-{side}.{name}", paper=paper[s][k])
               for system, paper in PAPER.items() for s, side in enumerate("fg") for k, name in enumerate(TESTED)]
    figures += [Figure(f"vectors.table3.sgns.{name}", paper=TRAINED[k]) for k, name in enumerate(TESTED)]

    def measure(bench):
        counts = bench.scratch / "table3-counts.couplet"
        bench.couplet("count", wiki20(bench, one_line=True), "--text", "space", "--as-published", "-o", counts)
        kernels = {"": (), "-sw": ("--stop-words", bench.data("stopwords/english-127.txt")),
                   "-ws": ("--similarity", known_similarities(bench), "--alpha-row", WEIGHT, "--alpha-col", WEIGHT)}
        measured = {}
        for system in (*PAPER, "sgns"):
            method, _, kernel = system.partition("-")
            for side in "fg" if system in PAPER else "f":
                model = bench.scratch / "table3.couplet"
                bench.couplet("fit", method, counts, "--as-published", "--coordinates", side, *kernels[f"-{kernel}" if kernel else ""], "-o", model)
                label = f"{system}-{side}" if system in PAPER else system
                for name in TESTED:
                    measured[f"vectors.table3.{label}.{name}"], _ = spearman(bench, model, name)
        return measured

    return Group(tuple(figures), measure)


def known_similarities(bench):
    """All of MEN, which the paper both learns from and tests on."""
    path = bench.scratch / "men-known.tsv"
    lines = gold(bench, "men")[0].read_text(encoding="utf-8").splitlines()[1:]
    path.write_text("".join("\t".join(line.split("\t")[:3]) + "\n" for line in lines), encoding="utf-8")
    return path
