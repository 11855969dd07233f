"""Matching as published, beside ours: every set of table 2, table 3's noise, figures 2 and 3 over the number of images, stopping early;
and neighbours, which its discussion proposes, for features."""

import random
import statistics

import picture
from figures import Figure, Group, Measured, at_least
from matching import DOCUMENTS, NAMES, POWERS, PUBLISHED, SEEDED, Side, pairs_file, recovered, sides_of, some_of, spread

SYSTEMS = ("ks", "psmooth", "s-u", "s-z", "mcca")  # in the order of PUBLISHED
DRAWS = 1  # of seeds: 100 values of p take long
AS_PUBLISHED = ("--as-published",)
# Table 3: objects with a partner, objects without on either side, and what MCCA and S-Z recovered of the former. EP-C has 226 pairs, 26 of
# which give 13 objects a side that have no partner.
NOISE = {"ep-c": (200, 13, {"mcca": 31 / 200, "s-z": 69 / 200}), "names-ar": (NAMES, 50, {"mcca": 185 / 300, "s-z": 236 / 300})}
IMAGES = range(40, 241, 40)  # all 320 are the set images320


def groups():
    sets = [set_group(name) for name in (*DOCUMENTS, "names-ar", "names-ru", "images320")]
    return [*sets, *(noise_group(name) for name in NOISE), curve_group(), images_group(), early_group(), features_group()]


def draws_of(system):
    return range(DRAWS if system in SEEDED else 1)


def set_group(name):
    rows = {system: f"matching.{name}.{system}-published.recovered" for system in SYSTEMS}
    published = PUBLISHED.get(name, (None,) * len(SYSTEMS))

    def measure(bench):
        sides = sides_of(bench, name)
        count = len(sides[0].objects)
        return {row: spread([recovered(bench, sides, system, some_of(count, name, draw), draw, options=AS_PUBLISHED) for draw in draws_of(system)])
                for system, row in rows.items()}

    return Group(tuple(Figure(row, paper=paper) for row, paper in zip(rows.values(), published)), measure)


def with_noise(sides, pairs, noise, draw):
    """Rows of a set that have a partner, and others whose partner is left out: (left only, right only)."""
    order = random.Random(draw).sample(range(len(sides[0].objects)), pairs + 2 * noise)
    return sorted(order[:pairs]), (order[pairs:pairs + noise], order[pairs + noise:])


def noise_group(name):
    pairs, noise, published = NOISE[name]
    rows = {system: f"matching.noise-{name}.{system}-published.recovered" for system in SYSTEMS}

    def measure(bench):
        sides = sides_of(bench, name)
        return {row: spread([recovered(bench, sides, system, *split(sides, draw), options=AS_PUBLISHED) for draw in draws_of(system)])
                for system, row in rows.items()}

    def split(sides, draw):
        chosen, others = with_noise(sides, pairs, noise, draw)
        return chosen, draw, others

    return Group(tuple(Figure(row, paper=published.get(system)) for system, row in rows.items()), measure)


def curve_group():
    """Names without a partner on either side of 200: what they cost each system of ours."""
    systems, amounts = (*SYSTEMS, "auto"), (0, 25, 50, 100)
    rows = {(system, noise): f"matching.noise-{noise}.{system}.recovered" for system in systems for noise in amounts}

    def measure(bench):
        sides = sides_of(bench, "names-ar")
        measured = {}
        for (system, noise), row in rows.items():
            chosen, others = with_noise(sides, 200, noise, 0)
            measured[row] = Measured(recovered(bench, sides, system, chosen, 0, others, ("--powers", POWERS)))
        curves = {system: [(noise, measured[rows[system, noise]].value) for noise in amounts] for system in systems}
        picture.draw(bench, "matching-noise.svg", "200 English and Arabic names, and names without a partner", "names without a partner on either side",
                     "share of the 200 found", curves)
        return measured

    return Group(tuple(Figure(row) for row in rows.values()), measure)


def images_group():
    systems = ("ks", "psmooth")
    rows = {(system, count): f"matching.images-{count:03}.{system}-published.recovered" for system in systems for count in IMAGES}

    def measure(bench):
        sides = sides_of(bench, "images320")
        measured = {row: Measured(recovered(bench, sides, system, list(range(count)), 0, options=AS_PUBLISHED))
                    for (system, count), row in rows.items()}
        curves = {system: [(count, measured[rows[system, count]].value) for count in IMAGES] for system in systems}
        picture.draw(bench, "matching-images.svg", "Halves of pictures as published: figures 2 and 3 of the paper", "pictures", "share found", curves)
        return measured

    return Group(tuple(Figure(row) for row in rows.values()), measure)


def early_group():
    """Table 3's noisy names, with growth stopped early: what is matched is right more often."""
    shares = (1, 0.75, 0.5)
    rows = {(share, metric): f"matching.noise-names-ar.s-z-until-{share}.{metric}" for share in shares for metric in ("precision", "recall")}

    def measure(bench):
        sides = sides_of(bench, "names-ar")
        found = {}
        for share in shares:
            for draw in range(DRAWS):
                chosen, others = with_noise(sides, NAMES, 50, draw)
                recovered(bench, sides, "s-z", chosen, draw, others, ("--powers", POWERS, "--grow-until", str(share)))
                judged = bench.couplet_json("eval", bench.scratch / "matched.tsv", bench.scratch / "gold.tsv", "--matching")
                for row in judged:
                    found.setdefault((share, row["metric"]), []).append(row["value"])
        return {name: Measured(statistics.fmean(found[key])) for key, name in rows.items()}

    return Group(tuple(Figure(row) for row in rows.values()), measure)


def features_group():
    """8,000 generated rows and the same with noise, 40 seeds: by neighbours of a graph."""
    row, count = "matching.features-8000.auto.recovered", 8000

    def measure(bench):
        import numpy
        numbers = numpy.random.RandomState(1)
        left = numbers.normal(size=(count, 40)) * numpy.linspace(2, 0.3, 40)
        right = left + 0.15 * numbers.normal(size=left.shape)
        order = numbers.permutation(count)
        place = numpy.argsort(order)
        gold = [(i, place[i]) for i in range(count)]
        files = Side(left, "npy").write(bench.scratch / "left", range(count)), Side(right, "npy").write(bench.scratch / "right", order)
        report = bench.couplet_json("match", *files, "--seeds", pairs_file(bench.scratch / "seeds.tsv", gold[::200]), "--gold",
                                    pairs_file(bench.scratch / "gold.tsv", gold), "-o", bench.scratch / "matched.tsv")
        return {row: Measured(float({entry["what"]: entry["value"] for entry in report}["recovered"]))}

    return Group((Figure(row, at_least(0.99)),), measure)
