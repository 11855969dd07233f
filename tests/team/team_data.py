"""What the tests and the figures of teams share: data in several segments, and a quick fit of every method that works in a team."""
import os
import random
import struct
import subprocess

ENVIRONMENT = os.environ | {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "LC_ALL": "C.UTF-8",
                            "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
                            "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
TEAMS = (2, 3, 5)
WORDS = [f"{consonant}{vowel}{end}" for consonant in "bdfgklmnprstvz" for vowel in "aeiou" for end in ("", "n", "r", "st")]

# Every method that works in a team, with options that make it quick.
FITS = {
    "phsic of rows": ["phsic", "left.npy", "right.npy"],
    "phsic of rows, pivots": ["phsic", "left.npy", "right.npy", "--kernel", "rbf:sigma=median", "--rank", "20", "--pivot-sample", "300"],
    "phsic, hash": ["phsic", "pairs.tsv", "--encoder", "hash:32", "--keep-pairs", "5"],
    "phsic, two files": ["phsic", "left.txt", "right.txt", "--encoder", "chars:16"],
    "phsic, lsa": ["phsic", "few.tsv", "--encoder", "lsa:10"],
    "phsic, sif and shape": ["phsic", "pairs.tsv", "--vectors", "words.txt", "--encoder", "sif+shape"],
    "pmi": ["pmi", "pairs.tsv"],
    "counts": ["counts", "left.txt", "right.txt", "--window", "2"],
    "ca": ["ca", "left.txt", "--window", "1", "--dimensions", "5"],
    "gini": ["gini", "left.txt", "--window", "1", "--dimensions", "5"],
    "gtest": ["gtest", "left.txt", "--window", "1", "--dimensions", "5"],
    "sgns": ["sgns", "left.txt", "--window", "2", "--dimensions", "10", "--keep-table"],
    "glove": ["glove", "left.txt", "--window", "1", "--dimensions", "5"],
    "kpca": ["kpca", "left.txt", "--window", "1", "--dimensions", "5"],
    "context-lsa": ["context-lsa", "left.txt", "--window", "2", "--dimensions", "5"],
    "ngram": ["ngram", "left.txt", "--order", "3", "--min-count", "2"],
    "lsa": ["lsa", "few.tsv", "--columns", "1", "--dimensions", "10"],
    "opca": ["opca", "few.tsv", "--dimensions", "10", "--terms", "200"],
    "opca, three languages": ["opca", "left.txt", "right.txt", "left.txt", "--dimensions", "5", "--terms", "100"],
    "cca": ["cca", "left.txt", "right.txt", "--dimensions", "10", "--terms", "200"],
    "cl-lsi": ["cl-lsi", "pairs.tsv", "--dimensions", "10", "--terms", "200"],
    "dda": ["dda", "few.tsv", "--blocks", "2", "--dimensions", "10", "--terms", "200"],
    "s2net": ["s2net", "few.tsv", "--dimensions", "5", "--terms", "200", "--patience", "1", "--evaluations", "5", "--competitors", "600"],
    "lsi": ["lsi", "left.txt", "--dimensions", "10", "--terms", "200"],
    "pca": ["pca", "left.txt", "--dimensions", "10", "--terms", "200"],
    "word-by-word": ["word-by-word", "few.tsv", "--terms", "200"],
    "untranslated": ["untranslated", "pairs.tsv", "--terms", "200"],
    "plsa": ["plsa", "few.tsv", "--columns", "1", "--topics", "3", "--iterations", "3", "--terms", "200"],
    "jplsa": ["jplsa", "few.tsv", "--topics", "3", "--iterations", "3", "--terms", "200"],
    "cplsa": ["cplsa", "few.tsv", "--topics", "3", "--iterations", "3", "--terms", "200"],
}

# Of these, every way of passing over data once: rows, pairs of one file and of two, words, documents.
BALANCED = ("phsic of rows", "phsic, hash", "phsic, two files", "pmi", "counts", "ngram", "opca")


def sentence(draw, topic):
    """Ten topics that share few words: ten large singular values, which are found quickly."""
    words = WORDS[topic * 28: topic * 28 + 28]
    return " ".join(draw.choice(words if draw.random() < 0.95 else WORDS) for _ in range(draw.randint(8, 16)))


def write_data(folder):
    """About 1.6 MB of pairs, six segments, and three of each of its sides: of five processes two have none."""
    draw = random.Random(7)
    pairs = []
    for _ in range(16_500):
        topic = draw.randrange(10)
        pairs.append((sentence(draw, topic), sentence(draw, topic)))
    (folder / "pairs.tsv").write_text("".join(f"{left}\t{right}\n" for left, right in pairs))
    (folder / "few.tsv").write_text("".join(f"{left}\t{right}\n" for left, right in pairs[:6000]))
    (folder / "left.txt").write_text("".join(left + "\n" for left, _ in pairs))
    (folder / "right.txt").write_text("".join(right + "\n" for _, right in pairs))
    (folder / "words.txt").write_text("".join(f"{word} " + " ".join(f"{draw.gauss(0, 1):.4f}" for _ in range(6)) + "\n" for word in WORDS))
    write_rows(folder, 6000, 30, draw)


def write_rows(folder, rows, columns, draw):
    shared = [draw.gauss(0, 1) for _ in range(997)]
    for side, step in (("left", 1), ("right", 3)):
        values = [shared[(i * step) % 997] + draw.random() for i in range(rows * columns)]
        header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({rows}, {columns}), }}"
        header += " " * (-(len(header) + 11) % 64) + "\n"
        (folder / f"{side}.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
                                             + struct.pack(f"<{len(values)}d", *values))


def children_of(parent):
    listed = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(parent)], capture_output=True, text=True).stdout
    return [int(line.split()[0]) for line in listed.splitlines() if "couplet" in line]
