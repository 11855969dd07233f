"""Matching unpaired collections: documents in two languages, names in two scripts, halves of pictures; exactness and speed."""

import lzma
import os
import random
import statistics
import time

from figures import Figure, Group, Measured, at_least, at_most
from workbench import CommandFailed, MissingData

DRAWS, SEEDS = 10, 10
UNSEEDED_DRAWS = 3  # without seeds only the order of the objects differs
METHODS = ("ks", "psmooth", "s-u", "s-z", "mcca", "auto")
SEEDED = ("s-u", "s-z", "mcca", "auto", "auto-kernels")
DOCUMENTS = ("ep-p", "ep-c", "wp-par", "wp-art-c", "mdn-115")
POWERS = "0.1:1:0.1"
NAMES = 300
# Jagarlamudi, Juarez & Daume (2010), on sets of the same sizes but other documents; shares of all pairs.
PUBLISHED = {"images320": (137 / 320, 136 / 320, 144 / 320, 144 / 320, 35 / 320), "ep-p": (None, 1.0, 1.0, 1.0, 1.0),
             "ep-c": (2 / 226, 41 / 226, 88 / 226, 88 / 226, 34 / 226), "mdn-115": (5 / 115, 11 / 115, 76 / 115, 81 / 115, 48 / 115),
             "names-ar": (7 / 300, 30 / 300, 250 / 300, 262 / 300, 209 / 300)}
# What an independent reference computation recovered, or more where more is wanted; shares of the objects that are no seeds.
BARS = {"ep-p.ks": 33 / 250, "ep-p.psmooth": 245 / 250, "ep-p.s-z": 236 / 240, "wp-par.ks": 10 / 240, "wp-par.psmooth": 3 / 240,
        "wp-par.s-u": 221 / 230, "wp-par.s-z": 1.0, "mdn-115.ks": 2 / 115, "mdn-115.psmooth": 16 / 115, "mdn-115.s-u": 73 / 105,
        "mdn-115.s-z": 76 / 105, "names-ar.s-z": 20 / 290, "names-ar.auto": 0.6, "ep-c.auto": 0.2, "images320.ks": 137 / 320,
        "images320.psmooth": 137 / 320}


def groups():
    sets = [set_group(name) for name in (*DOCUMENTS, "names-ar", "names-ru", "images320")]
    import matching_published  # it takes parts of this module
    return [permutation_group(), *sets, *matching_published.groups(), noise_group(), assignment_group(), speed_group(), large_group()]


# One set as two lists of objects in the true order, and how the program reads them.

class Side:
    """Objects of one side, and how to write some of them in some order."""

    def __init__(self, objects, ending="txt"):
        self.objects, self.ending = objects, ending

    def write(self, path, order):
        path = path.with_suffix("." + self.ending)
        if self.ending == "npy":
            import numpy
            numpy.save(path, self.objects[order])
        else:
            path.write_text("".join(self.objects[i] + "\n" for i in order), encoding="utf-8")
        return path


def document_sides(bench, name):
    texts = [bench.data(f"ksort/{name}.en-es/docs.{language}.txt").read_text(encoding="utf-8").splitlines() for language in ("en", "es")]
    options = ["--stemmer", "english,spanish"]
    try:
        options += ["--stop-words", f"{bench.data('stopwords/english-179.txt')},{bench.data('stopwords/spanish.txt')}"]
    except MissingData as missing:
        bench.note(f"without stop words: {missing}")
    return Side(texts[0]), Side(texts[1]), options


def name_sides(bench, language):
    _, *lines = bench.data(f"ksort/names/en-{language}.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    return Side([row[0] for row in rows]), Side([row[1] for row in rows]), []


def lab(rgb):
    """Colours of sRGB bytes in CIE Lab (D65), as the published task has them."""
    import numpy
    part = rgb / 255.0
    linear = numpy.where(part > 0.04045, ((part + 0.055) / 1.055) ** 2.4, part / 12.92)
    to_xyz = numpy.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
    xyz = linear @ to_xyz.T / numpy.array([0.95047, 1.0, 1.08883])
    root = numpy.where(xyz > 0.008856, numpy.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return numpy.stack([116 * root[..., 1] - 16, 500 * (root[..., 0] - root[..., 1]), 200 * (root[..., 1] - root[..., 2])], -1)


def image_sides(bench):
    import numpy
    path = bench.data("ksort/images320/images320.rgb.u8")
    content = lzma.open(path).read() if path.suffix == ".xz" else path.read_bytes()
    pictures = lab(numpy.frombuffer(content, numpy.uint8).reshape(-1, 40, 40, 3).astype(float))
    halves = [numpy.ascontiguousarray(half.reshape(len(pictures), -1)) for half in (pictures[:, :, :20], pictures[:, :, 20:])]
    return Side(halves[0], "npy"), Side(halves[1], "npy"), []


def sides_of(bench, name):
    if name.startswith("names-"):
        return name_sides(bench, name.removeprefix("names-"))
    return image_sides(bench) if name == "images320" else document_sides(bench, name)


# Draws: the right side in a random order, seeds at random.

def pairs_file(path, pairs):
    path.write_text("".join(f"{left}\t{right}\n" for left, right in pairs), encoding="utf-8")
    return path


def recovered(bench, sides, method, chosen, draw, noise=(), options=("--powers", POWERS)):
    """The share of the pairs without a seed that one run finds; chosen: rows of the set; noise: (left rows, right rows) without partners."""
    left, right, reading = sides
    order = random.Random(1000 + draw)
    lefts = [*chosen, *(noise[0] if noise else [])]
    rights = [*chosen, *(noise[1] if noise else [])]
    order.shuffle(rights)
    place = {row: j for j, row in enumerate(rights)}
    gold = [(i, place[row]) for i, row in enumerate(chosen)]
    seeds = order.sample(gold, SEEDS) if method in SEEDED else []
    files = [left.write(bench.scratch / "left", lefts), right.write(bench.scratch / "right", rights)]
    arguments = ["match", *files, *reading, "--method", method.removesuffix("-kernels"), *options,
                 "--gold", pairs_file(bench.scratch / "gold.tsv", gold), "-o", bench.scratch / "matched.tsv"]
    if "--powers" in options and method not in ("psmooth", "s-u", "s-z"):  # the others sweep nothing
        at = arguments.index("--powers")
        del arguments[at:at + 2]
    if method.endswith("-kernels"):
        arguments += ["--surface", "off"]
    if seeds:
        arguments += ["--seeds", pairs_file(bench.scratch / "seeds.tsv", seeds)]
    report = {row["what"]: row["value"] for row in bench.couplet_json(*arguments)}
    return float(report["recovered"])


def spread(values):
    """The mean with the standard deviation of the draws on either side."""
    mean, deviation = statistics.fmean(values), statistics.pstdev(values)
    return Measured(mean, max(0.0, mean - deviation), min(1.0, mean + deviation))


def some_of(count, name, draw):
    """All rows of a set; of names a sample of 300."""
    if not name.startswith("names-") or count <= NAMES:
        return list(range(count))
    return sorted(random.Random(draw).sample(range(count), NAMES))


def set_group(name):
    methods = METHODS if name == "images320" else (*METHODS, "auto-kernels")
    published = PUBLISHED.get(name, ())
    rows = {method: f"matching.{name}.{method}.recovered" for method in methods}
    best = f"matching.{name}.auto.above-best"
    figures = [Figure(rows[method], at_least(round(BARS[f"{name}.{method}"], 4)) if f"{name}.{method}" in BARS else None,
                      published[k] if k < len(published) else None) for k, method in enumerate(methods)]
    figures.append(Figure(best, at_least(0)))

    def measure(bench):
        sides = sides_of(bench, name)
        count = len(sides[0].objects)
        measured = {rows[method]: spread([recovered(bench, sides, method, some_of(count, name, draw), draw)
                                            for draw in range(DRAWS if method in SEEDED or name.startswith("names-") else UNSEEDED_DRAWS)])
                    for method in methods}
        others = max(measured[rows[method]].value for method in METHODS if method != "auto")
        return {**measured, best: Measured(measured[rows["auto"]].value - others)}

    return Group(tuple(figures), measure)


def noise_group():
    """50 objects without a partner on either side of 300 names: what that costs."""
    loss, clean = "matching.noise.s-z.loss", "matching.noise.s-z.clean"

    def measure(bench):
        sides = sides_of(bench, "names-ar")
        count = len(sides[0].objects)
        without, with_noise = [], []
        for draw in range(DRAWS):
            chosen = some_of(count, "names-ar", draw)
            others = sorted(set(range(count)) - set(chosen))
            extra = random.Random(draw).sample(others, 100)
            without.append(recovered(bench, sides, "s-z", chosen, draw))
            with_noise.append(recovered(bench, sides, "s-z", chosen, draw, (extra[:50], extra[50:])))
        differences = [a - b for a, b in zip(without, with_noise)]
        return {loss: Measured(statistics.fmean(differences), min(differences), max(differences)), clean: spread(without)}

    return Group((Figure(loss, at_most(0.15), (262 - 236) / 300), Figure(clean)), measure)


def permutation_group():
    """The right side is the left one in another order: nothing may be missed."""
    sizes = (100, 300, 1000)
    names = {(n, method): f"matching.permuted-{n}.{method}.recovered" for n in sizes for method in ("psmooth", "auto")}

    def measure(bench):
        import numpy
        measured = {}
        for (n, method), row in names.items():
            objects = Side(numpy.random.RandomState(n).normal(size=(n, 20)), "npy")
            options = [] if method == "auto" else ["--powers", "0.5:1:0.5"]
            unseeded = recovered_unseeded(bench, (objects, objects, options), method, list(range(n)))
            measured[row] = Measured(unseeded)
        return measured

    return Group(tuple(Figure(row, at_least(1)) for row in names.values()), measure)


def recovered_unseeded(bench, sides, method, chosen):
    left, right, options = sides
    rights = list(chosen)
    random.Random(7).shuffle(rights)
    place = {row: j for j, row in enumerate(rights)}
    gold = pairs_file(bench.scratch / "gold.tsv", [(i, place[row]) for i, row in enumerate(chosen)])
    report = bench.couplet_json("match", left.write(bench.scratch / "left", chosen), right.write(bench.scratch / "right", rights),
                                "--method", method, *options, "--gold", gold, "-o", bench.scratch / "matched.tsv")
    return float({row["what"]: row["value"] for row in report}["recovered"])


def assignment_group():
    """The same matrices for scipy's solver and ours, in one run: equal totals, and how many times as fast ours is (the worst of them)."""
    speed, equal = "matching.speed.lap-vs-scipy", "matching.assignment.equal-totals"
    shapes = ((500, 500), (1000, 1000), (2000, 2000), (800, 1600), (1600, 800))

    def measure(bench):
        import numpy
        from scipy.optimize import linear_sum_assignment
        ratios, same = [], 0
        for k, shape in enumerate(shapes):
            weights = numpy.random.RandomState(k).normal(size=shape)
            path = bench.scratch / "weights.npy"
            numpy.save(path, weights)
            seconds = []
            for _ in range(3):
                started = time.perf_counter()
                rows, columns = linear_sum_assignment(weights, maximize=True)
                seconds.append(time.perf_counter() - started)
            ours = bench.bench("assignment", path)
            ratios.append(min(seconds) / ours["assignment.0.seconds"])
            # The benchmark prints six digits.
            same += abs(ours["assignment.0.total"] - weights[rows, columns].sum()) < 1e-5 * abs(ours["assignment.0.total"])
        return {speed: Measured(min(ratios), min(ratios), max(ratios)), equal: Measured(same / len(shapes))}

    return Group((Figure(speed, at_least(1)), Figure(equal, at_least(1))), measure)


def processor_seconds(bench, *arguments):
    """What the program takes of the processors, however busy they are with others."""
    before = os.times()
    bench.couplet(*arguments)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def speed_group():
    """A sweep over 100 values of p at n = 320, and one value at n = 2000, in seconds of processor time (both threads together)."""
    sweep, large = "matching.speed.sweep-320.processor-seconds", "matching.speed.pass-2000.processor-seconds"

    def measure(bench):
        left, right, _ = image_sides(bench)
        everything = list(range(len(left.objects)))
        files = [left.write(bench.scratch / "left", everything), right.write(bench.scratch / "right", everything)]
        sweep_seconds = processor_seconds(bench, "match", *files, "--method", "psmooth")
        left, right, _ = name_sides(bench, "ru")
        everything = list(range(len(left.objects)))
        files = [left.write(bench.scratch / "left", everything), right.write(bench.scratch / "right", everything)]
        seeds = pairs_file(bench.scratch / "seeds.tsv", [(i, i) for i in everything[::200]])
        pass_seconds = processor_seconds(bench, "match", *files, "--method", "s-z", "--seeds", seeds, "--powers", "0.6")
        return {sweep: Measured(sweep_seconds), large: Measured(pass_seconds)}

    return Group((Figure(sweep, at_most(60)), Figure(large, at_most(600))), measure)


def large_group():
    """Some 24,000 speeches a side, by neighbours: minutes, megabytes, and what is found."""
    names = [f"matching.large.auto.{what}" for what in ("recovered", "seconds", "peak-mb")]

    def measure(bench):
        texts = []
        for language in ("en", "es"):
            path = bench.data(f"crossdocs/europarl/train.{language}.txt")
            content = lzma.open(path, "rt", encoding="utf-8").read() if path.suffix == ".xz" else path.read_text(encoding="utf-8")
            texts.append(content.rstrip("\n").split("\n"))
        rights = list(range(len(texts[1])))
        random.Random(1).shuffle(rights)
        place = {row: j for j, row in enumerate(rights)}
        files = [Side(texts[0]).write(bench.scratch / "left", range(len(texts[0]))), Side(texts[1]).write(bench.scratch / "right", rights)]
        matched, gold = bench.scratch / "large.tsv", pairs_file(bench.scratch / "gold.tsv", place.items())
        seeds = pairs_file(bench.scratch / "seeds.tsv", [(row, place[row]) for row in random.Random(2).sample(rights, SEEDS)])
        usage = bench.couplet_usage("match", *files, "--seeds", seeds, "-o", matched)
        found = {row["metric"]: row for row in bench.couplet_json("eval", matched, gold, "--matching")}
        if not found:
            raise CommandFailed("eval --matching said nothing")
        recall = found["recall"]
        return {names[0]: Measured(recall["value"], recall["low"], recall["high"]), names[1]: Measured(usage.seconds),
                names[2]: Measured(usage.peak_mb)}

    return Group((Figure(names[0]), Figure(names[1], at_most(3600)), Figure(names[2], at_most(8000))), measure)
