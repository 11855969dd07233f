"""What tools/quality/python.py measures within Python: python_measure.py WHAT [ARGUMENT...] prints a JSON object.

All times are processor seconds of all threads: both sides use as many, and other work on the machine does not count."""

import json
import resource
import subprocess
import sys
import time
import warnings

import numpy as np

import couplet

couplet.configure(progress=False)
COMPONENTS, ROWS, WIDTH = 5, 20_000, 300


def clock(work):
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def best_of(work, times=7):
    found = []
    for _ in range(times):
        found.append(clock(work)[0])
    return min(found)


def same_bytes(program, path):
    """A file of examples, the words of a command line each: 1 for each that gives the bytes the program writes. One after
    the other, as a later one may write over what an earlier one has read."""
    warnings.simplefilter("ignore")
    with open(path, encoding="utf-8") as file:
        return {"equal": [equal_to_program(program, words) for words in json.load(file)]}


def equal_to_program(program, words):
    subprocess.run([program, *words], check=True, capture_output=True)
    method, data, options, rest = words[1], [], {}, words[2:]
    flags = {name for name, p in couplet.methods()[method].parameters.items() if p["type"] == "flag"}
    while rest:
        word = rest.pop(0)
        if word == "-o":
            output = rest.pop(0)
        elif word.startswith("--"):
            name = word[2:].replace("-", "_")
            options[name + "_" * (name == "lambda")] = True if word[2:] in flags else rest.pop(0)
        else:
            data.append(word)
    with open(output, "rb") as file:
        return float(couplet.fit(method, *data, **options).to_bytes() == file.read())


def texts(path):
    with open(path, encoding="utf-8") as file:
        return zip(*(line.rstrip("\n").split("\t")[:2] for line in file))


def lists(model, pairs):
    left, right = map(list, texts(pairs))
    model = couplet.load(model)
    return {"seconds": best_of(lambda: model.score(left, right))}


def make_rows(count, left, right):
    draw = np.random.default_rng(1)
    common = draw.normal(size=(int(count), 40))
    for path in (left, right):
        sides = common @ draw.normal(size=(40, WIDTH)) + draw.normal(size=(int(count), WIDTH))
        np.save(path, sides.astype(np.float32))
    return {}


def rows(model, left, right):
    model, left, right = couplet.load(model), np.load(left), np.load(right)
    return {"seconds": best_of(lambda: model.score(left, right))}


def correlation(a, b):
    """The mean correlation of the first components, on rows that nobody was fitted on."""
    return float(np.mean([np.corrcoef(a[:, i], b[:, i])[0, 1] for i in range(COMPONENTS)]))


def cca(path):
    """Dialogue pairs as vectors of latent semantic analysis, a side each: canonical components of 20,000 pairs. Ours finds
    all 300; scikit-learn's are asked for five, with its own limit of iterations, as each costs it some fifteen seconds."""
    from sklearn.cross_decomposition import CCA, PLSCanonical

    warnings.simplefilter("ignore")  # scikit-learn's: some components do not settle within its limit
    with open(path, encoding="utf-8") as file:
        pairs = [line.split("\t")[:2] for line in file.read().split("\n")[1 : ROWS + 5001]]
    x, y = (couplet.LSI(dimensions=WIDTH).fit_transform([pair[side] for pair in pairs]) for side in (0, 1))
    known = (np.abs(x).sum(axis=1) > 0) & (np.abs(y).sum(axis=1) > 0)
    x, y = x[known], y[known]
    (x, new_x), (y, new_y) = ((side[:ROWS], side[ROWS:]) for side in (x, y))
    ours, model = clock(lambda: couplet.PHSIC(kernel="linear", whiten=1e-6, power=0, similarity="inner").fit(x, y))
    found = {"python.rows.cca.correlation": correlation(model.transform(new_x), model.transform_right(new_y))}
    for name, kind in (("cca", CCA), ("pls", PLSCanonical)):
        seconds, theirs = clock(lambda: kind(n_components=COMPONENTS).fit(x, y))
        found[f"python.speed.cca-vs-{'peer' if name == 'cca' else 'pls'}"] = seconds / ours
        found[f"python.rows.{name}-peer.correlation"] = correlation(*theirs.transform(new_x, new_y))
    return found


def partner_first(left, right):
    left, right = (side / np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-12) for side in (left, right))
    return float(np.mean((left @ right.T).argmax(axis=1) == np.arange(len(left))))


def lsi(path):
    """Texts of 200 words of novels; the two halves of each of 2,000 other texts look for each other. Both sides cut at
    blanks, keep words of five texts or more, weigh by tf log2(N / df), scale texts to length 1 and take 200 dimensions."""
    import gensim
    from gensim.matutils import corpus2dense

    with open(path, encoding="utf-8") as file:
        words = file.read(40_000_000).lower().split()
    pieces = [words[i : i + 200] for i in range(0, len(words) - 200, 200)]
    train, new = pieces[2000:22000], pieces[:2000]
    halves = [[piece[:100] for piece in new], [piece[100:] for piece in new]]
    joined = [" ".join(piece) for piece in train]
    same = {"text": "space", "min_documents": 5, "terms": 10_000_000, "drop_frequent": 0,
            "weighting": "tf=raw,idf=log2", "even": True}
    ours, model = clock(lambda: couplet.fit("lsi", joined, dimensions=200, threads=2, **same))
    first, second = (model.embed([" ".join(text) for text in half]) for half in halves)

    def fit():
        dictionary = gensim.corpora.Dictionary(train)
        dictionary.filter_extremes(no_below=5, no_above=1.0, keep_n=None)
        counts = [dictionary.doc2bow(text) for text in train]
        tfidf = gensim.models.TfidfModel(counts)
        return dictionary, tfidf, gensim.models.LsiModel(tfidf[counts], id2word=dictionary, num_topics=200)

    theirs, (dictionary, tfidf, made) = clock(fit)
    if len(dictionary) != model.fit_report["terms"]:
        raise SystemExit(f"not the same work: {len(dictionary)} words and {model.fit_report['terms']}")
    a, b = (corpus2dense(made[tfidf[[dictionary.doc2bow(text) for text in half]]], 200).T for half in halves)
    return {"python.speed.lsi-vs-peer": theirs / ours, "python.novels.lsi.partner-first": partner_first(first, second),
            "python.novels.lsi-peer.partner-first": partner_first(a, b)}


def spearman(vectors, pairs):
    from scipy.stats import spearmanr

    known = [(a, b, value) for a, b, value in pairs if a in vectors and b in vectors]
    cosine = [vectors[a] @ vectors[b] / np.linalg.norm(vectors[a]) / np.linalg.norm(vectors[b]) for a, b, _ in known]
    return float(spearmanr(cosine, [value for *_, value in known])[0])


def words_and_gold(path, gold, most=None):
    """Lines of a thousand words, and judged pairs of words."""
    with open(path, encoding="utf-8") as file:
        tokens = file.read().split()[:most]
    pairs = []
    with open(gold, encoding="utf-8") as file:
        for line in file:
            fields = line.rstrip("\n").lower().split("\t")
            try:
                pairs.append((fields[0], fields[1], float(fields[2])))
            except ValueError:
                continue  # the header
    return [tokens[i : i + 1000] for i in range(0, len(tokens), 1000)], pairs


def compared(lines, pairs, name, kind, buckets=0):
    """Our sgns, and one of gensim's: 100 numbers, windows of 5, words from 5 times on, 5 passes (ours counts once), 2 threads."""
    joined = [" ".join(line) for line in lines]
    same = {"dimensions": 100, "text": "space", "min_count": 5, "threads": 2}
    ours, model = clock(lambda: couplet.fit("sgns", joined, subwords=buckets, **same))
    parts = {"bucket": buckets} if buckets else {}
    theirs, made = clock(lambda: kind(lines, vector_size=100, window=5, min_count=5, sg=1, epochs=5, workers=2, **parts))
    return {f"python.speed.{name}-vs-peer": theirs / ours,
            f"python.wiki20.{'sgns-subwords' if buckets else 'sgns'}.wordsim": spearman(dict(zip(model.words, model.vectors)), pairs),
            f"python.wiki20.{name}-peer.wordsim": spearman(made.wv, pairs)}


def word2vec(path, gold):
    """A fifth of the articles."""
    import gensim

    return compared(*words_and_gold(path, gold), "word2vec", gensim.models.Word2Vec)


def fasttext(path, gold):
    """The first million words of them, as gensim's takes three times as long. Ours makes the vectors of parts of words from
    those of the words, theirs trains them with the words."""
    import gensim

    return compared(*words_and_gold(path, gold, 1_000_000), "fasttext", gensim.models.FastText, 200_000)


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def copies():
    """What fitting and scoring two matrices of 400 MB adds to the peak, as a share of their size: a copy would be 1."""
    x, y = (np.random.default_rng(seed).random((250_000, 200)) for seed in (1, 2))
    couplet.fit("phsic", x[:2000], y[:2000], kernel="linear")
    before = peak()
    model = couplet.fit("phsic", x, y, kernel="linear")
    model.score(x, y)
    return {"python.memory.copies": (peak() - before) / (x.nbytes + y.nbytes)}


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def rounds():
    """Ten thousand times: load from bytes, score, drop."""
    left = [f"the {word} is here" for word in "cat dog bird horse fish man king queen".split()] * 10
    data = couplet.fit("phsic", left, left).to_bytes()

    def go(times):
        for _ in range(times):
            model = couplet.loads(data)
            model.score(left[:20], left[:20]).frame()

    go(1000)
    start = resident()
    go(10_000)
    return {"python.memory.rounds-growth": resident() / start}


WORK = {"bytes": same_bytes, "lists": lists, "rows": rows, "make-rows": make_rows, "cca": cca, "lsi": lsi,
        "word2vec": word2vec, "fasttext": fasttext, "copies": copies, "rounds": rounds}

if __name__ == "__main__":
    print(json.dumps(WORK[sys.argv[1]](*sys.argv[2:])))
