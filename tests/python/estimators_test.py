"""Estimators: scikit-learn's own checks where they apply, and what people do with estimators."""

import inspect
import pickle

import numpy as np
import pandas
import pytest
import scipy.sparse
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import couplet
from couplet import estimators

pytestmark = pytest.mark.filterwarnings("ignore")
ARRAYS = [couplet.PHSIC(), couplet.PHSIC(kernel="linear", whiten=0.01), couplet.CorrespondenceAnalysis(), couplet.VectorClassifier(),
          couplet.VectorClassifier(by="linear")]
ALL = [getattr(estimators, name) for name in estimators.__all__ if isinstance(getattr(estimators, name), type)]


@parametrize_with_checks(ARRAYS)
def test_checks_of_scikit_learn(estimator, check):
    check(estimator)


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_parameters(kind):
    """What scikit-learn demands of any estimator before it is fitted."""
    estimator = kind()
    again = clone(estimator.set_params(**estimator.get_params()))
    assert again.get_params() == estimator.get_params() and repr(estimator) == f"{kind.__name__}()"
    assert type(pickle.loads(pickle.dumps(estimator))) is kind and kind.__doc__
    with pytest.raises(ValueError, match="Invalid parameter"):
        estimator.set_params(nonsense=1)
    if "seed" in estimator.get_params():
        assert clone(kind(seed=5)).seed == 5


def test_every_method_has_one_or_a_reason_why_not():
    methods = [kind._method for kind in ALL if hasattr(kind, "_method")]
    assert sorted([*methods, *estimators.WITHOUT_ESTIMATOR]) == sorted(couplet.methods())
    assert couplet.estimators.CHECKS_NOT_FOR_TEXTS["*"] and all(estimators.WITHOUT_ESTIMATOR.values())
    with pytest.raises(AttributeError):
        couplet.Nothing


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_docs_name_every_parameter(kind):
    for name in kind().get_params():
        assert f"\n{name} : " in inspect.cleandoc(kind.__doc__), name


@pytest.mark.parametrize("kind", [couplet.PHSIC, couplet.OPCA, couplet.CCA, couplet.CLLSI, couplet.S2Net], ids=lambda kind: kind.__name__)
def test_pairs_of_texts(kind, pairs):
    left, right = pairs
    estimator = kind().fit(left, right)
    assert estimator.model_ == couplet.fit(kind._method, left, right)
    vectors = estimator.transform(left)
    assert vectors.shape == (120, len(estimator.get_feature_names_out()))
    assert estimator.get_feature_names_out()[0] == kind.__name__.lower() + "0"
    np.testing.assert_allclose((vectors * estimator.transform_right(right)).sum(axis=1), estimator.score_pairs(left, right), atol=1e-9)
    assert 0.5 < estimator.score(left, right) <= 1
    frame = estimator.set_output(transform="pandas").transform(left[:3])
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == list(estimator.get_feature_names_out())
    again = pickle.loads(pickle.dumps(estimator))
    assert again.model_ == estimator.model_
    with pytest.raises(ValueError, match="requires y"):
        kind().fit(left, None)


def shape_of(texts):
    return np.array([[len(text), text.count("e"), text.count(" "), text.count("a")] for text in texts], dtype=float)


def test_an_encoder_of_ones_own(pairs):
    left, right = pairs
    estimator = couplet.PHSIC(encoder=shape_of, kernel="linear").fit(left, right)
    assert estimator.model_ == couplet.fit("phsic", shape_of(left), shape_of(right), kernel="linear")
    np.testing.assert_array_equal(estimator.transform(left), estimator.model_.embed(shape_of(left)))
    assert estimator.score(left, right) == pickle.loads(pickle.dumps(clone(estimator).fit(left, right))).score(left, right)


def test_other_pairs(pairs):
    for kind in (couplet.PMI, couplet.WordAligner, couplet.WordByWord):
        assert np.isfinite(kind().fit(*pairs).score_pairs(*pairs)).sum() > 60


def test_phsic_of_vectors_in_a_pipeline_and_a_search():
    draw = np.random.default_rng(2)
    x = draw.normal(size=(300, 10))
    y = x @ draw.normal(size=(10, 6)) + 0.5 * draw.normal(size=(300, 6))
    pipeline = make_pipeline(StandardScaler(), couplet.PHSIC(kernel="linear"))
    assert pipeline.fit(x, y).transform(x).shape == (300, 6)
    search = GridSearchCV(couplet.PHSIC(), {"whiten": [0.01, 10.0], "kernel": ["linear"]}, cv=3, n_jobs=2).fit(x, y)
    assert search.best_params_["whiten"] == 0.01 and search.best_score_ > 0.3
    labels = (y[:, 0] > 0).astype(int)
    chain = make_pipeline(couplet.PHSIC(kernel="linear"), LogisticRegression())
    assert chain.fit(x, labels).score(x, labels) > 0.8


def test_tables_and_words(here):
    frame = pandas.read_csv("eyes.csv", index_col=0)
    analysis = couplet.CorrespondenceAnalysis().fit(frame)
    assert analysis.model_ == couplet.fit("ca", "eyes.csv")
    np.testing.assert_allclose(analysis.transform(frame), analysis.vectors_, atol=1e-6)
    np.testing.assert_allclose(analysis.transform(scipy.sparse.csr_matrix(frame.to_numpy())), analysis.vectors_, atol=1e-6)
    story = open("story.txt", encoding="utf-8").read().splitlines()
    for kind in (couplet.SGNS, couplet.GloVe, couplet.Gini):
        words = kind(dimensions=10).fit(story)
        assert words.vectors_.shape == (len(words.words_), 10)
        np.testing.assert_allclose(np.abs(words.transform(["cat"])).max() > 0, True)
    opposites = couplet.PILSA(dimensions=20).fit("thesaurus.tsv")
    assert opposites.model_.search("hot", opposites=True, top=1).height == 1
    assert opposites.score_pairs(["hot"], ["cold"])[0] < 0 and len(opposites.words_) == len(opposites.vectors_)


def test_texts_of_one_language(pairs):
    for kind, options in ((couplet.LSI, {"dimensions": 5}), (couplet.TextPCA, {"dimensions": 5}), (couplet.PLSA, {"topics": 4})):
        assert kind(**options).fit_transform(pairs[0]).shape[0] == 120


def test_a_large_collection_is_decomposed_as_accurately_in_single_precision():
    draw = np.random.default_rng(4)
    topics = draw.integers(0, 8, size=3600)
    texts = [" ".join(f"w{word}" for word in (draw.zipf(1.3, 40) * 8 + topic) % 3000) for topic in topics]
    quick, exact = (couplet.fit("lsi", texts, dimensions=8, text="space", terms=10000, exact=exact) for exact in (False, True))
    assert len(texts) * quick.fit_report["terms"] > 10_000_000  # from here on
    a, b = quick.embed(texts[:500]), exact.embed(texts[:500])
    np.testing.assert_allclose(a @ a.T, b @ b.T, atol=0.02)
    assert couplet.fit("lsi", texts, dimensions=8, text="space", terms=10000, threads=1) == quick


def test_language_models(here):
    story = open("story.txt", encoding="utf-8").read().splitlines()
    model = couplet.NGram(order=3).fit(story)
    assert model.score(story) > couplet.NGram(order=1).fit(story).score(story)
    assert model.score_samples(["The dog barked."]).shape == (1,)
    blank = "The _____ barked at the wolf."
    assert model.predict([blank, blank]).tolist() == [model.model_.complete(blank, top=1)["option"][0]] * 2
    words = couplet.LSA(dimensions=5).fit(story)
    assert words.vectors_.shape[0] == len(words.words_) and words.predict([blank])[0] in words.words_


def test_pair_classifiers(here):
    rows = [line.split("\t") for line in open("paraphrases.tsv", encoding="utf-8").read().splitlines()]
    X, y = [row[:2] for row in rows], np.array(["no", "yes"])[[int(row[2]) for row in rows]]
    classifier = couplet.RewritingClassifier(kernel="pr").fit(X, y)
    assert set(classifier.predict(X)) <= {"no", "yes"} and classifier.score(X, y) > 0.6
    probabilities = classifier.predict_proba(pandas.DataFrame(X))
    assert probabilities.shape == (len(X), 2)
    three = couplet.RulesClassifier().fit(X, np.arange(len(X)) % 3)
    assert set(three.predict(X)) <= {0, 1, 2}


def test_matcher(here):
    english, russian = (open(f"names-{language}.txt", encoding="utf-8").read().splitlines() for language in ("en", "ru"))
    seeds = [tuple(map(int, line.split("\t")[:2])) for line in open("names-seeds.tsv").readlines()[1:]]
    partners = couplet.Matcher(seeds=seeds).fit_predict(english, russian)
    gold = dict(pandas.read_csv("names-gold.tsv", sep="\t").to_numpy().tolist())
    assert np.mean([partners[left] == right for left, right in gold.items()]) > 0.9


def test_collections_of_texts(here):
    rows = pandas.read_csv("faq.tsv", sep="\t")
    texts = sorted(set(rows.text))
    for kind in (couplet.BM25, couplet.TFIDF):
        collection = kind().fit(texts)
        assert collection.model_ == couplet.fit(kind._method, texts)
        asked = ["Which card do you take, or a bank transfer?"]
        best = collection.rank(asked, top=2)
        assert best.text[0] == "You pay by card or by bank transfer." and 1 <= best.height <= 2
        assert pickle.loads(pickle.dumps(collection)).rank(asked, top=2).records() == best.records()
        good = rows[rows.grade == rows.grade.max()].drop_duplicates("text")
        scores = collection.score_pairs(good["query"], good.text)
        assert np.nanmean(scores) > np.nanmean(collection.score_pairs(good["query"], good.text[::-1]))
        assert 0 < collection.score(good["query"].tolist(), good.text.tolist()) <= 1


def test_a_ranking_learned_from_grades(here, program):
    rows = pandas.read_csv("faq.tsv", sep="\t")
    program("fit", "bm25", "faq.tsv", "--columns", "query,text", "-o", "bm25.couplet")
    program("fit", "join", "faq.tsv", "bm25.couplet", "--columns", "query,text", "--label", "grade", "-o", "joined.couplet")
    words = couplet.BM25().fit(rows.text).model_
    ranking = couplet.Join(models=[couplet.load("bm25.couplet")]).fit(rows[["query", "text"]], rows.grade)
    assert ranking.model_ == couplet.load("joined.couplet")  # rows in memory, and the program's from the file
    expected = ranking.model_.score(rows["query"], rows.text)["score"]
    np.testing.assert_array_equal(ranking.predict(rows[["query", "text"]].to_numpy()), expected)
    figure = ranking.score(rows[["query", "text"]], rows.grade)
    rest = ranking.model_.evaluate("faq.tsv", columns="query,text", label="grade", group="query").frame().set_index("metric")
    assert figure == rest.value["ndcg@10"] > 0.9
    search = GridSearchCV(couplet.Join(models=[words, "bm25.couplet"], knots=0), {"lambda_": [0.1, 10.0]}, cv=3)
    assert search.fit(rows[["query", "text"]], rows.grade).best_score_ > 0.6


def test_the_cleaner(here, program):
    rows = [line.split("\t") for line in open("crawl.tsv", encoding="utf-8").read().splitlines()]
    program("fit", "cleaner", "crawl.tsv", "-o", "cleaner.couplet")
    cleaner = couplet.Cleaner().fit(rows)
    assert cleaner.model_ == couplet.load("cleaner.couplet")
    good = cleaner.predict(rows)
    assert 0.85 < good.mean() < 0.95 and set(good) == {0, 1}
    np.testing.assert_array_equal(good, cleaner.predict_proba(rows)[:, 1] >= 0.5)
    np.testing.assert_allclose(cleaner.predict_proba(rows).sum(axis=1), 1)
    some = [int(label) if number % 5 == 0 else None for number, label in enumerate(good)]
    assert clone(cleaner).fit(rows, some).score(rows, good) > 0.95
