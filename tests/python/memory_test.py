"""Matrices are read where they lie, and nothing is left behind. ./dev quality python measures more of both."""

import subprocess
import sys

COPIES = """
import resource, numpy, couplet
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
sides = [numpy.random.default_rng(seed).random((60_000, 200), dtype="{dtype}") for seed in (1, 2)]
sides = [numpy.asfortranarray(side) for side in sides] if "{order}" == "F" else sides
few = [side[:20_000] for side in sides]
couplet.fit("phsic", *few, kernel="linear").score(*few)
before = peak()
model = couplet.fit("phsic", *sides, kernel="linear")
model.score(*sides)
print((peak() - before) / sum(side.nbytes for side in sides))
"""

ROUNDS = """
import resource, couplet
def resident(): return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()
left = [f"the {word} is here" for word in "cat dog bird horse fish man king queen".split()] * 10
data = couplet.fit("phsic", left, left).to_bytes()
def go(times):
    for _ in range(times): couplet.loads(data).score(left[:20], iter(left[:20]))
go(300)
start = resident()
go(1000)
print(resident() / start)
"""


def said_by(program):
    done = subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return float(done.stdout)


def test_no_copy_of_a_matrix():
    for dtype, order in (("float64", "C"), ("float32", "C"), ("float64", "F")):
        assert said_by(COPIES.format(dtype=dtype, order=order)) < 0.25, (dtype, order)  # a copy would be 1


def test_nothing_grows():
    assert said_by(ROUNDS) < 1.03
