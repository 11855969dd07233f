#!/usr/bin/env python3
"""Writes the seeds of the fuzz targets: make_seeds.py DIR makes DIR/TARGET/NAME. Models are made elsewhere, by fitting them.

The first letter of a text says how the target reads it: '@' for the defaults (source_of in text_targets.cc)."""
import gzip
import io
import lzma
import struct
import sys
import zipfile
from pathlib import Path

PAIRS = "a cat\tle chat\nthe dog\tle chien\nan old house\tune vieille maison\n"
JSON_PAIRS = '{"left": "a cat", "right": "le chat"}\n{"right": "le \\u0063hien", "left": "the dog", "n": [1, {"x": null}]}\n'

TEXTS = {
    "pairs": {
        "plain": "@" + PAIRS,
        "swapped": "Aleft\tright\tmore\n" + "a\tb\tc\nd\te\tf\n",
        "header": "Rnumber\tleft\tright\n1\ta cat\tle chat\n2\tthe dog\tle chien\n",
        "skip": "`a cat\tle chat\nno tab here\nthe dog\tle chien\r\n\n",
        "json": "@" + JSON_PAIRS,
        "json-skip": "j" + JSON_PAIRS + "{broken\n",
    },
    "documents": {
        "columns": "@" + PAIRS,
        "json": "@" + JSON_PAIRS,
        "two-files": "@first line\nsecond line\n\nlast lines",
        "three": "Qen\tfr\tde\na\tb\tc\n",
    },
    "text": {
        "lines": "@The king's men don't walk; 3.14 \u00e9t\u00e9s, na\u00efve.\n\n\u6771\u4eac\u306f\u65e5\u672c\u306e\u9996\u90fd\u3002\n"
                 "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35 \u0410\u0445\u0438\u043c \ufb01ne \U0001f600\n",
        "tagged": "`the_DT cat_NN sat_VB\nno_ _tag\nhere_RB\n",
        "json": 'K{"text": "a text"}\n{"text": "\\ud83d\\ude00 \\n"}\n',
        "weighted": "1 qid:3 17:0.25 204:.5e1 # remark",
        "marks": "@\u2581a\u2581 e\u0301 \u200d\u200b i\u0307 \u03a3\u03c2 '' `` \"a\" can't've\n",
    },
    "tables": {
        "csv": "@,light,dark\nblue,3,1\ngreen,0,2.5\n",
        "corner": "@eyes;fair;black\nblue;3;1\n\"a \"\"quoted\"\" one\";4;1e2\n",
        "r": "H\"a\"\t\"b\"\n\"x\"\t1\t2\n\"y\"\t3\t4\n",
        "long": "Arow,column,count\na,b,3\na,c,1\nb,\"two\nlines\",4\na,b,2\n",
        "categories": "bblue\tfair\nblue\tdark\ngreen\tdark\nbroken\n",
    },
    "gold": {
        "lists": "@a query\tthe right one\nanother\tits own\n",
        "labels": "Aa\tb\t1\tg\nc\td\t0\tg\ne\tf\t1\th\n",
        "grouped": "Ia\tb\t1\tg\nc\td\t0\tg\ne\tf\t1\th\n",
        "values": "Ba\tb\t3.5\nc\td\t-1e3\n",
        "retrieval": "C" + PAIRS,
        "analogies": "D: capitals\nman king woman queen\nathens greece oslo norway\n",
        "opposites": "Ehot: warm cold old :: cold\nold: new aged :: new\n",
        "blanks": "Fid\tquestion\ta\tb\tanswer\n1\tthe ___ sat\tcat\tdog\ta\n2\ta ___ b ____ c\tx | y\tz .. w\tb\n",
        "blanks-plain": "f1\tthe ___ sat\tcat\tdog\n2\tno blank\tx\ty\n",
        "matching": "G1\t1\n2\t3\n3\t2\n",
    },
    "vectors": {
        "word2vec": "3 2\nthe 0.5 -1\ncat 1e-3 2\n\u00e9t\u00e9 0 .25\n",
        "glove": "the 0.5 -1 3\ncat 1e-3 2 4\nthe 1 1 1\n",
    },
    "arpa": {
        "bigrams": "\n\\data\\\nngram 1=4\nngram 2=3\n\n\\1-grams:\n-99\t<s>\t-0.3\n-0.6\t</s>\n-0.5\tcat\t-0.2\n-0.9\tthe\t-0.1\n\n"
                   "\\2-grams:\n-0.1\t<s> the\n-0.2\tthe cat\n-0.4\tcat </s>\n\n\\end\\\n",
        "trigrams": "\\data\\\nngram 1=3\nngram 2=2\nngram 3=1\n\n\\1-grams:\n-1\t<unk>\n-0.5\ta\t-0.2\n-0.9\tb\t-0.1\n"
                    "\\2-grams:\n-0.1\ta b\t-0.5\n-0.2\tb a\n\\3-grams:\n-0.3\ta b a\n\\end\\\n",
    },
    "mythes": {
        "utf-8": "UTF-8\nhot|2\n(adj)|warm|torrid (similar term)|cold (antonym)\n(noun)|heat|temperature (generic term)\ncold|1\n-|icy\n",
        "latin": b"ISO8859-1\n\xe9t\xe9|1\n(n)|saison|\xfbre\n",
    },
    "roget": {
        "both": "@@ heads.tsv\nhead1\thead2\twordnet_antonym_links\n1\t2\t3\n"
                "@@ roget.txt\nA title\n#1. Existence. -- N. existence, being; entity [remark], ens <Lat>; &c. 494.\n"
                "     V. exist, be; {opp. 2} \"cited words\" live.\n     Adj. existing &c v.; real. Adv. actually.\n"
                "%\na heading\n%\n#2. Inexistence. -- N. nonexistence; blank. Phr. nothing at all. Int. never!\n"
                "#16a. Unlikeness.-- N. difference (see 15), unlikeness\n",
    },
    "thesaurus": {
        "list": "head\tsynonyms\tantonyms\nhot\twarm, torrid\tcold\n# remark\n\nold\taged;ancient\tnew, young\nbig\tlarge\n",
        "mythes": "UTF-8\nhot|1\n(adj)|warm\n",
        "roget": "#1. Existence. -- N. existence, being.\n",
    },
    "wordnet": {
        "tiny": """@@ data.noun
  1 a licence
00000100 03 n 02 temperature 0 degree_of_heat 0 002 = 00000100 a 0000 = 00000200 a 0000 | how hot
00000200 03 n 01 heat 0 002 + 00000100 a 0101 @ 00000100 n 0000 | being hot
@@ data.verb
00000100 29 v 01 snore 0 001 * 00000200 v 0000 01 + 02 00 | breathe loudly
00000200 29 v 02 sleep 0 kip 1 000 01 + 02 00 | be asleep
@@ data.adj
00000100 00 a 01 hot 0 004 = 00000100 n 0000 + 00000200 n 0101 & 00000300 a 0000 ! 00000200 a 0101 | warm
00000200 00 a 02 cold 0 frigid(p) 0 002 = 00000100 n 0000 ! 00000100 a 0101 | not hot
00000300 00 s 01 torrid 0 001 & 00000100 a 0000 | very hot
@@ data.adv
00000100 02 r 01 hotly 0 001 \\ 00000100 a 0101 | in a hot way
@@ index.noun
degree_of_heat n 1 1 = 1 0 00000100
temperature n 1 1 = 1 1 00000100
heat n 2 2 + @ 2 0 00000200 00000100
@@ index.verb
snore v 1 1 * 1 0 00000100
sleep v 1 0 1 0 00000200
kip v 1 0 1 0 00000200
@@ index.adj
hot a 2 2 & ! 2 2 00000100 00000300
cold a 1 2 & ! 1 1 00000200
@@ index.adv
hotly r 1 1 \\ 1 0 00000100
@@ noun.exc
oxen ox
@@ verb.exc
slept sleep
@@ adj.exc
hotter hot
@@ adv.exc
@@ cntlist.rev
hot%3:00:01:: 1 9
sleep%2:29:00:: 1 4
""",
    },
    "config": {
        "all": "# mine\nthreads = 2\n[fit]\nheader = true # a remark\n[fit.phsic]\nencoder = \"lsa:100\"\n[rank]\ntop = 5\nquiet = false\ncolumns = 'a\\b'\n",
    },
    "http": {
        "score": 'score\n{"model": "pairs", "data": [["a cat", "le chat"], ["the dog", "le chien"]], "columns": "1,2"}',
        "objects": 'score\n{"data": [{"left": "a", "right": "b"}], "header": true}',
        "rank": 'rank\n{"queries": ["a \\u00e9t\\ud83d\\ude00"], "among": ["x", "y"], "top": 3}',
        "search": 'search\n{"query": ["king"], "top": 1e1}',
    },
    "options": {
        "kernel": "rbf:sigma=1+linear*(cosine+poly:scale=0.5,offset=1,degree=2)",
        "laplacian": "laplacian:sigma=2",
        "pipeline": "nfkc,lower,icu,grams:1-3",
        "chars": "lower,chars:3-5",
        "encoder": "hash:1024",
        "joined": "sum+sif@0.5+extremes+lsa:60*shape",
        "lsa": "lsa:300",
        "weighting": "tf=bm25,k1=1.2,b=0.75,idf=bm25",
        "relations": "synonym,similar,hypernym=0.2",
        "terms": "4*pr+idf+srk:1-4+2*tesrk:2",
        "bytes": "1.5GiB",
        "index": "hnsw:m=16,build=200,ef=100",
        "method": "phsic\nwhiten=0.1\nencoder=lsa:20\nkernel=cosine\n",
        "task": "search\ntop=5\n",
    },
    "command-line": {
        "fit": "fit\nphsic\npairs.tsv\n--encoder\nlsa:100\n-o\npairs.couplet\n",
        "score": "--json\nscore\nmodel.couplet\n-\n--columns=1,2\n-t\n2\n--memory\n1G\n",
        "search": "search\nm.couplet\n--top\n3\n--\n-king\n",
        "flags": "-qv\nmatch\na.txt\nb.txt\n--kernel\nauto\n--no-such\n",
        "help": "fit\nsgns\n--help\n",
        "eval": "eval\na.couplet\ngold.tsv\n--label\n3\n--threshold=0.5\n--dry-run\n",
    },
}


def npy(dtype, shape, values, version=1):
    header = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}"
    length = 2 if version == 1 else 4
    header += " " * (-(len(header) + 7 + length) % 64) + "\n"
    return b"\x93NUMPY" + bytes([version, 0]) + len(header).to_bytes(length, "little") + header.encode() + values


def npz(compression):
    """Two sparse rows as scipy.sparse.save_npz writes them."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, array in (("indices", npy("<i4", "(3,)", struct.pack("<3i", 0, 2, 1))), ("indptr", npy("<i4", "(3,)", struct.pack("<3i", 0, 2, 3))),
                            ("format", npy("|S3", "()", b"csr")), ("shape", npy("<i8", "(2,)", struct.pack("<2q", 2, 3))),
                            ("data", npy("<f8", "(3,)", struct.pack("<3d", 1, .5, -2)))):
            archive.writestr(zipfile.ZipInfo(name + ".npy"), array, compression)
    return file.getvalue()


def fasttext(words, dimension, buckets):
    """fastText's .bin, version 12: arguments, dictionary, input and output matrices."""
    out = struct.pack("<ii", 793712314, 12)
    out += struct.pack("<12id", dimension, 5, 5, 1, 5, 1, 3, 2, buckets, 3, 6, 100, 1e-4)
    out += struct.pack("<iiiqq", len(words), len(words), 0, 10 * len(words), -1)
    for word in words:
        out += word.encode() + b"\0" + struct.pack("<qb", 10, 0)
    for rows in (len(words) + buckets, len(words)):
        out += struct.pack("<?qq", False, rows, dimension)
        out += struct.pack(f"<{rows * dimension}f", *(i / 8 for i in range(rows * dimension)))
    return out


def zstd(content):
    """A frame with one block as it stands."""
    return b"\x28\xb5\x2f\xfd\x20" + bytes([len(content)]) + (len(content) << 3 | 1).to_bytes(3, "little") + content


BINARY = {
    "arrays": {
        "float": npy("<f4", (2, 3), struct.pack("<6f", 1, 2, 3, 4, 5, 6)),
        "double": npy("<f8", (2, 2), struct.pack("<4d", 1, 0.5, 0.5, 1), version=2),
        "empty": npy("<f8", (0, 4), b""),
    },
    "word2vec": {
        "two": b"2 3\nthe " + struct.pack("<3f", 1, 2, 3) + b"\ncat " + struct.pack("<3f", -1, 0, 0.5) + b"\n",
        "tight": b"2 1\na " + struct.pack("<f", 1) + b"b " + struct.pack("<f", 2),
    },
    "fasttext": {
        "subwords": fasttext(["</s>", "the", "cat"], 2, 4),
        "words": fasttext(["a", "\u00e9t\u00e9"], 3, 0),
    },
    "compressed": {
        "plain": "\ufeffa line\r\nanother\n\nlast".encode(),
        "npz": npz(zipfile.ZIP_STORED),
        "npz-deflated": npz(zipfile.ZIP_DEFLATED),
        "gz": gzip.compress(b"a line\nanother\n", mtime=0),
        "gz-twice": gzip.compress(b"a line\n", mtime=0) + gzip.compress(b"another\n", mtime=0),
        "xz": lzma.compress(b"a line\nanother\n"),
        "xz-check": lzma.compress(b"a line\n", check=lzma.CHECK_CRC32) + lzma.compress(b""),
        "zst": zstd(b"a line\nanother\n"),
        "zst-skippable": zstd(b"a line\n") + b"\x50\x2a\x4d\x18\x02\0\0\0ab" + zstd(b"more"),
    },
}


def main():
    for target, seeds in (TEXTS | BINARY).items():
        directory = Path(sys.argv[1]) / target
        directory.mkdir(parents=True, exist_ok=True)
        for name, content in seeds.items():
            (directory / name).write_bytes(content if isinstance(content, bytes) else content.encode())


if __name__ == "__main__":
    main()
