"""Estimators: scikit-learn's own checks where they apply, and what people do with estimators."""

import pickle
import warnings

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
ALL = [getattr(estimators, name) for name in estimators.__all__ if name != "CHECKS_NOT_FOR_TEXTS"]


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


def test_every_method_has_one_or_is_named():
    methods = {kind._method for kind in ALL if hasattr(kind, "_method")}
    known = {name for name, method in couplet.methods().items() if method.job not in ("ranking", "cleaning")}
    assert (methods | estimators._NOT_ESTIMATORS) & known == known
    assert couplet.estimators.CHECKS_NOT_FOR_TEXTS["*"]
    with pytest.raises(AttributeError):
        couplet.Nothing


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


def test_texts_of_one_language(pairs):
    for kind, options in ((couplet.LSI, {"dimensions": 5}), (couplet.TextPCA, {"dimensions": 5}), (couplet.PLSA, {"topics": 4})):
        assert kind(**options).fit_transform(pairs[0]).shape[0] == 120


def test_language_models(here):
    story = open("story.txt", encoding="utf-8").read().splitlines()
    model = couplet.NGram(order=3).fit(story)
    assert model.score(story) > couplet.NGram(order=1).fit(story).score(story)
    assert model.score_samples(["The dog barked."]).shape == (1,)


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
