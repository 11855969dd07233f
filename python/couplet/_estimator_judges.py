"""What estimators of rows and sentences have in common: judges of sentences, of pairs and of answers to a query."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from ._data import is_frame, is_path
from ._estimator_kinds import Estimator, ScoresPairs, WordTable
from ._rows import Rows
from ._tensors import Array


class FillsBlanks(Estimator):
    def predict(self, X: Any) -> Array:
        """The word that fits the blank (_____) of each text best."""
        check_is_fitted(self)
        best = [self.model_.complete(text, top=1, threads=self.threads)["option"][0] for text in X]
        return np.array(best, dtype=object)


class BlankWords(FillsBlanks, WordTable):
    """Words that go with the rest of a sentence. words_: the words; vectors_: a row each."""


class Language(FillsBlanks):
    """Language models."""

    def fit(self, X: Any, y: Any = None) -> Any:
        """X: texts, a sentence each, or a file name."""
        return self._fit(X)

    def score_samples(self, X: Any) -> Array:
        """log10 of the probability of each sentence."""
        check_is_fitted(self)
        scores: Array = self.model_.score(X, threads=self.threads)["log10"]
        return scores

    def score(self, X: Any, y: Any = None) -> float:
        """The mean log10 of the probability of a word."""
        check_is_fitted(self)
        rows = self.model_.score(X, threads=self.threads)
        return float(rows["log10"].sum() / rows["words"].sum())


class PairClassifier(ClassifierMixin, Estimator):  # type: ignore[misc]
    """Labels of pairs of texts: X is rows of two texts, y two labels or more."""

    _given = ("label",)
    classes_: Array

    def fit(self, X: Any, y: Any) -> Any:
        """X: rows of two texts (a list of tuples, an array or a DataFrame of two columns); y: labels, as many as rows."""
        left, right = _columns(X)
        self.classes_, numbers = np.unique(np.asarray(y), return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(f"{type(self).__name__} needs two labels or more, the data has 1 class")
        return self._fit({"left": left, "right": right, "label": [str(number) for number in numbers]}, label="label",
                         columns="left,right")

    def decision_function(self, X: Any) -> Array:
        """Of two labels: above 0 for the second one."""
        check_is_fitted(self)
        scores: Array = self.model_.score(*_columns(X), threads=self.threads)["score"]
        return scores

    def predict(self, X: Any) -> Array:
        check_is_fitted(self)
        rows = self.model_.score(*_columns(X), threads=self.threads)
        numbers = [int(label or 0) for label in rows["label"]] if "label" in rows else (rows["score"] > 0).astype(int)
        predicted: Array = self.classes_[numbers]
        return predicted

    def predict_proba(self, X: Any) -> Array:
        """Of two labels: the probability of each."""
        check_is_fitted(self)
        second = self.model_.score(*_columns(X), threads=self.threads)["probability"]
        return np.column_stack([1 - second, second])


class PairCleaner(ClassifierMixin, Estimator):  # type: ignore[misc]
    """The probability that a pair of texts is good: X is rows of two texts. Labels are 1, good, and 0, wrong."""

    _given = ("label",)

    def fit(self, X: Any, y: Any = None) -> Any:
        """X: rows of two texts, good ones and wrong ones. y: None, or for each row 1, 0 or None (not known)."""
        data: dict[str, Any] = dict(zip(("left", "right"), _columns(X)))
        self.classes_ = np.array([0, 1])
        if y is None:
            return self._fit(data)
        data["label"] = ["" if label is None or label != label else str(int(label)) for label in y]
        return self._fit(data, label="label", columns="left,right")

    def decision_function(self, X: Any) -> Array:
        """ln of the odds that a pair is good."""
        check_is_fitted(self)
        scores: Array = self.model_.score(*_columns(X), threads=self.threads)["score"]
        return scores

    def predict(self, X: Any) -> Array:
        """1: good with a probability of one half or more."""
        return (self.decision_function(X) >= 0).astype(int)

    def predict_proba(self, X: Any) -> Array:
        """The probabilities that a pair is wrong, and that it is good."""
        check_is_fitted(self)
        good = self.model_.score(*_columns(X), threads=self.threads)["probability"]
        return np.column_stack([1 - good, good])

    def fit_predict(self, X: Any, y: Any = None) -> Array:
        return self.fit(X, y).predict(X)  # type: ignore[no-any-return]


class Collection(ScoresPairs):
    """A collection of texts, in which queries are looked up by their words. texts_: the collection."""

    def fit(self, X: Any, y: Any = None) -> Any:
        """X: the texts of the collection, or a file with one a line."""
        self.texts_ = X if is_path(X) else list(X)
        return self._fit(self.texts_)

    def rank(self, X: Any, top: int = 10) -> Rows:
        """The best texts of the collection for each query of X: rows of query, rank, candidate, score and text."""
        check_is_fitted(self)
        return self.model_.rank(X, among=self.texts_, top=top, threads=self.threads)


class GradedAnswers(Estimator):
    """A ranking learned from graded texts: X is rows of a query and a text, y their grades, 0 or more."""

    _given = ("label", "group")
    _more = {"models": ()}
    _more_docs = {"models": "sequence of models (`model_` of estimators) or file names, default ()\n    whose scores are joined; "
                            "they must not have learned from the same rows"}

    def fit(self, X: Any, y: Any) -> Any:
        """X: rows of a query and a text; y: their grades. Rows of one query are compared with each other."""
        return self._fit(self._graded(X, y), *self.models, label="grade", columns="query,text")

    def predict(self, X: Any) -> Array:
        """The score of each row, on the scale of the grades; NaN where there is none."""
        check_is_fitted(self)
        scores: Array = self.model_.score(*_columns(X), threads=self.threads)["score"]
        return scores

    def score(self, X: Any, y: Any) -> float:
        """ndcg@10: how well the texts of a query are ordered, at most 1; the mean of all queries."""
        check_is_fitted(self)
        graded = self._graded(X, y)
        rows = self.model_.evaluate(graded, label="grade", group="query", columns="query,text", threads=self.threads)
        return float(rows["value"][rows["metric"].tolist().index("ndcg@10")])

    @staticmethod
    def _graded(X: Any, y: Any) -> dict[str, Any]:
        queries, texts = _columns(X)
        return {"query": queries, "text": texts, "grade": [str(grade) for grade in np.asarray(y).tolist()]}

    def _more_tags(self) -> dict[str, Any]:
        return {**super()._more_tags(), "requires_y": True}


def _columns(X: Any) -> tuple[list[str], list[str]]:
    rows = X.to_numpy() if is_frame(X) else X
    return [row[0] for row in rows], [row[1] for row in rows]
