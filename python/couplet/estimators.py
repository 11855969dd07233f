"""Estimators with scikit-learn's manners: one class a method, made from its schema.

Pairs (PHSIC, OPCA, CCA, ...): fit(X, y) on left and right texts or, where the method takes them, vectors; transform(X)
gives vectors, transform_right(y) those of the other side, score_pairs(X, y) the score of each pair, and score(X, y) the
share of rows whose own partner is the best of all. Words and tables (SGNS, CorrespondenceAnalysis, ...): fit(X) on texts
or a matrix of counts. Language models (NGram, ...): score_samples(X) is log10 of each sentence's probability, score(X) its
mean a word. Classifiers (RewritingClassifier, ...) and the Cleaner: X is rows of two texts. Collections (BM25, TFIDF):
fit(texts), rank(queries). Join: rows of a query and a text with their grades. `model_` is the couplet.Model.

>>> from couplet import PHSIC
>>> left, right = ["the cat", "a dog", "the bird"] * 9, ["le chat", "un chien", "l'oiseau"] * 9
>>> PHSIC(encoder="lsa:3").fit(left, right).transform(["the dog", "a cat"]).shape[0]
2
"""

from __future__ import annotations

import inspect
from typing import Any, Union

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._estimator_judges import BlankWords, Collection, GradedAnswers, Language, PairClassifier, PairCleaner
from ._estimator_kinds import SETTINGS, Correspondence, Pairs, PairVectors, RowPairVectors, Texts, WordPairs, Words, equal
from ._functions import match
from ._schema import METHODS, TASKS, default_of, describe, python_name, sentence, type_of
from ._settings import take_settings
from ._tensors import Array

_NAMES = {"phsic": "PHSIC", "pmi": "PMI", "align": "WordAligner", "rnn-pmi": "RNNPMI", "ca": "CorrespondenceAnalysis",
          "gtest": "GTest", "sgns": "SGNS", "glove": "GloVe", "kpca": "KPCA", "context-lsa": "ContextLSA", "opca": "OPCA",
          "cca": "CCA", "cl-lsi": "CLLSI", "dda": "DDA", "s2net": "S2Net", "lsi": "LSI", "pca": "TextPCA", "plsa": "PLSA",
          "jplsa": "JPLSA", "cplsa": "CPLSA", "rewriting": "RewritingClassifier", "rules": "RulesClassifier",
          "pilsa": "PILSA", "ngram": "NGram", "rnnlm": "RNNLM", "lsa": "LSA", "context": "ContextModel",
          "bm25": "BM25", "tfidf": "TFIDF"}

#: Methods that have no estimator, and why; couplet.fit() has them.
WITHOUT_ESTIMATOR = {
    "counts": "a table that other methods start from; it judges and places nothing by itself",
    "import": "vectors made elsewhere: there is nothing to fit",
    "classes": "classes of words for other methods to start from",
    "tagger": "tags for rewriting to start from; no task of its own",
    "mix": "made of models, not of rows: couplet.fit(\"mix\", one, other, tune=texts)",
    "completion": "made of models and questions with answers: couplet.fit(\"completion\", questions, *models)",
}

#: Checks of sklearn.utils.estimator_checks that do not apply to estimators of texts, and why.
CHECKS_NOT_FOR_TEXTS = {
    "*": "they give X as an array of random numbers; these estimators take texts, and refuse numbers in one line. What "
         "the checks are about and can be said of texts is tested: parameters, clone, pickle, pipelines, searches.",
}


class VectorClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Labels of vectors by those of other vectors: nearest neighbours by inner product, or logistic regression.

    Parameters
    ----------
    by : {'neighbours', 'linear'}, default 'neighbours'
    neighbours : int, default 1
        how many vote
    cost : float, default 10.0
        with 'linear': weight of the errors against the size of the coefficients
    threads : int, default 0
        how many; 0: as many as there are cores. No number depends on it
    """

    classes_: Array

    def __init__(self, *, by: str = "neighbours", neighbours: int = 1, cost: float = 10.0, threads: int = 0) -> None:
        self.by, self.neighbours, self.cost, self.threads = by, neighbours, cost, threads

    def fit(self, X: Any, y: Any) -> "VectorClassifier":
        X, y = self._validate_data(X, y, dtype=[np.float64, np.float32])
        check_classification_targets(y)
        self.classes_, numbers = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError("VectorClassifier needs two labels or more, the data has 1 class")
        self._rows, self._labels = X, [f"{number:08}" for number in numbers]
        self._made()
        return self

    def _made(self) -> Any:
        """Made once; not kept in pickles, which hold what it is made from."""
        if self.__dict__.get("_classifier") is None:
            self._classifier = _core.fit_classifier(self._rows, self._labels, self.by, int(self.neighbours), float(self.cost),
                                                    take_settings({"threads": self.threads}))
        return self._classifier

    def __getstate__(self) -> dict[str, Any]:
        state: dict[str, Any] = super().__getstate__()
        return {name: value for name, value in state.items() if name != "_classifier"}

    def predict(self, X: Any) -> Array:
        check_is_fitted(self)
        X = self._validate_data(X, reset=False, dtype=[np.float64, np.float32])
        found: Array = self.classes_[self._made().classify(X, take_settings({"threads": self.threads}))[0]]
        return found


class Matcher(BaseEstimator):  # type: ignore[misc]
    """Pairs up two collections that nobody has paired: fit(X, y) on texts or features of both, fit_predict(X, y) gives
    for each row of X the row of y, -1 for none. matches_: the rows of couplet.match."""

    _parameters = [p for p in TASKS["match"]["parameters"] if p["name"] not in
                   ("gold", "picture", "explain", "texts", "output", "top", "accept", "columns", "format", "header", "no-header",
                    "on-bad-line", "one-to-many")]

    def fit(self, X: Any, y: Any) -> "Matcher":
        usual = {python_name(p["name"]): default_of(p) for p in self._parameters}
        options = {name: getattr(self, name) for name in usual if not equal(getattr(self, name), usual[name])}
        self.matches_ = match(X, y, **options, seed=self.seed, threads=self.threads)
        self.partners_ = np.full(len(X), -1)
        self.partners_[self.matches_["left"]] = self.matches_["right"]
        return self

    def fit_predict(self, X: Any, y: Any) -> Array:
        partners: Array = self.fit(X, y).partners_
        return partners

    def score(self, X: Any, y: Any) -> float:
        """The share of rows of X whose partner is the row of y at the same place, for collections in known order."""
        return float(np.mean(self.fit_predict(X, y) == np.arange(len(X))))

    def _more_tags(self) -> dict[str, Any]:
        return {"requires_y": True, "X_types": ["string"], "no_validation": True}


def _init_of(kind: Any, parameters: list[dict[str, Any]]) -> Any:
    """An __init__ that keeps its arguments, as scikit-learn wants it."""
    more: dict[str, Any] = getattr(kind, "_more", {})
    usual: dict[str, Any] = {**more, **{python_name(p["name"]): default_of(p) for p in parameters}}
    usual.update({name: value for name, value in SETTINGS.items() if name not in usual})
    arguments = ", ".join(f"{name}={value!r}" for name, value in usual.items())
    scope: dict[str, Any] = {}
    body = "".join(f"    self.{name} = {name}\n" for name in usual)
    exec(f"def __init__(self, *, {arguments}):\n{body}", scope)
    types = {**{name: "Any" for name in more}, **{name: "int" for name in SETTINGS},
             **{python_name(p["name"]): type_of(p) for p in parameters}, **getattr(kind, "_types", {})}
    scope["__init__"].__annotations__ = {**types, "return": "None"}
    return scope["__init__"]


def _base_of(name: str, schema: dict[str, Any]) -> Union[type, None]:
    if name in WITHOUT_ESTIMATOR:
        return None
    if schema["job"] == "bridge":
        return Texts if schema["data"].startswith("TEXTS") else PairVectors
    by_method: dict[str, type] = {"phsic": RowPairVectors, "ca": Correspondence, "join": GradedAnswers, "lsa": BlankWords}
    by_job: dict[str, type] = {"cooccurrence": Pairs, "vectors": Words, "opposites": WordPairs, "rewriting": PairClassifier,
                               "completion": Language, "cleaning": PairCleaner, "ranking": Collection}
    return by_method.get(name) or by_job.get(schema["job"])  # of a new job: couplet.fit() has it at once


def _make_all() -> dict[str, type]:
    made: dict[str, type] = {}
    for method, schema in METHODS.items():
        base = _base_of(method, schema)
        if base is None:
            continue
        name = _NAMES.get(method) or "".join(part.capitalize() for part in method.split("-"))
        kind: Any = type(name, (base,), {"_method": method, "__module__": __name__})
        made[name] = kind
        _finish(kind, kind._schema(), sentence(schema["summary"]) + "\n\n" + inspect.cleandoc(base.__doc__ or ""))
    return made


def _finish(kind: Any, parameters: list[dict[str, Any]], doc: str) -> None:
    """Its __init__ and its documentation, by the schema."""
    kind.__init__ = _init_of(kind, parameters)
    own = "".join(f"{name} : {what}\n" for name, what in getattr(kind, "_more_docs", {}).items())
    kind.__doc__ = f"{doc}\n\nParameters\n----------\n{own}{describe(parameters)}\n{_SETTINGS_DOC}"


_SETTINGS_DOC = """seed : int, default 1
    of everything random; the same seed gives the same model
threads : int, default 0
    how many; 0: as many as there are cores. No number depends on it"""
_finish(Matcher, Matcher._parameters, inspect.cleandoc(Matcher.__doc__ or ""))
_made = _make_all()
globals().update(_made)
__all__ = [*_made, "CHECKS_NOT_FOR_TEXTS", "Matcher", "VectorClassifier", "WITHOUT_ESTIMATOR"]
