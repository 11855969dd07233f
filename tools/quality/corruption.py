"""Noise put into parallel text on purpose, to see whether a filter finds it."""

import hashlib

KINDS = ("shuffled", "truncated", "neighbour")
SHARE = 10  # one line in so many, of each kind
SEED = "couplet filter 1"


def corrupt(pairs):
    """Copies of `pairs` with 30 % spoilt, and the kind of each line ("clean" or one of KINDS).

    shuffled: the partner of another line drawn for this (a cycle, so none keeps its own); truncated: the first half of
    its words; neighbour: the partner of the next line whose left text differs (translations of one sentence often stand
    side by side). A line whose partner stays the same text is clean."""
    drawn = seeded_order(len(pairs))
    count = len(pairs) // SHARE
    shuffled, truncated, neighbour = (drawn[k * count:(k + 1) * count] for k in range(len(KINDS)))
    partner, kind = {}, {}
    for i, other in zip(shuffled, shuffled[1:] + shuffled[:1]):
        partner[i], kind[i] = pairs[other][1], "shuffled"
    for i in truncated:
        partner[i], kind[i] = first_half(pairs[i][1]), "truncated"
    for i in neighbour:
        partner[i], kind[i] = pairs[next_other(pairs, i)][1], "neighbour"
    noisy = [(left, partner.get(i, right)) for i, (left, right) in enumerate(pairs)]
    kinds = [kind[i] if i in kind and noisy[i] != pairs[i] else "clean" for i in range(len(pairs))]
    return noisy, kinds


def seeded_order(count):
    """0 .. count-1 in an order that no release of Python can change: by a hash of seed and number."""
    return sorted(range(count), key=lambda i: hashlib.blake2b(f"{SEED} {i}".encode(), digest_size=8).digest())


def first_half(text):
    words = text.split()
    return " ".join(words[:max(1, len(words) // 2)])


def next_other(pairs, i):
    """The nearest line after i (from the start again at the end) whose left text differs."""
    for step in range(1, len(pairs)):
        j = (i + step) % len(pairs)
        if pairs[j][0] != pairs[i][0]:
            return j
    return i
