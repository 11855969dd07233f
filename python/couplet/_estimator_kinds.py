"""What estimators of a kind have in common (estimators.py makes one a method)."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_array, check_is_fitted

from ._data import is_frame, is_path, is_sparse
from ._model import Model, fit
from ._schema import METHODS, default_of, python_name
from ._tensors import Array

SETTINGS = {"seed": 1, "threads": 0}
_ARRAYS = {"X_types": ["2darray"], "no_validation": False}


def is_text(data: Any) -> bool:
    """Texts, a table of texts or file names, rather than numbers."""
    if is_path(data):
        return True
    if is_frame(data):
        return bool(data.shape[1]) and any(kind == object for kind in data.dtypes) and isinstance(data.iloc[0, 0], str)
    if is_sparse(data) or not hasattr(data, "__len__") or len(data) == 0:
        return False
    first = data.iloc[0] if hasattr(data, "iloc") else data[0]
    while isinstance(first, (list, tuple)) and len(first):
        first = first[0]
    return isinstance(first, str) or (isinstance(first, np.ndarray) and first.size > 0 and isinstance(first.flat[0], str))


class Estimator(BaseEstimator):  # type: ignore[misc]
    """What all of them have: options as the method's schema has them, and a model."""

    _method = ""
    model_: Model

    def _options(self) -> dict[str, Any]:
        """Those that are not as usual: the model says what it was fitted with, and defaults are the method's own."""
        usual = {python_name(p["name"]): default_of(p) for p in METHODS[self._method]["parameters"]}
        found = {name: getattr(self, name) for name in (*usual, *SETTINGS)}
        return {name: value for name, value in found.items() if not callable(value)
                if name in SETTINGS or value is not usual[name] and not equal(value, usual[name])}

    def _fit(self, *data: Any, **options: Any) -> Any:
        self.model_ = fit(self._method, *data, **self._options(), **options)
        return self

    def _checked(self, data: Any, reset: bool = False) -> Any:
        """Texts as they are, numbers as scikit-learn checks them; and that there are as many columns as in fit."""
        if is_text(data):
            return data
        return self._validate_data(data, reset=reset, dtype=[np.float64, np.float32], ensure_min_samples=2 if reset else 1,
                                   ensure_min_features=self._least_columns())

    def _least_columns(self) -> int:
        return 1

    def _more_tags(self) -> dict[str, Any]:
        return {"X_types": ["string"], "no_validation": True}


def equal(a: Any, b: Any) -> bool:
    return type(a) in (bool, int, float, str) and type(b) in (bool, int, float, str) and a == b


class Vectors(ClassNamePrefixFeaturesOutMixin, TransformerMixin):  # type: ignore[misc]
    """Texts (or rows) to vectors. A text without a known word has zeros, and is warned of."""

    model_: Model

    def transform(self, X: Any) -> Array:
        """A vector a text or row of X, which is of the left side."""
        check_is_fitted(self)
        return self.model_._embedded(self._checked(X), self._places())[0]

    def _places(self) -> dict[str, Any]:
        return {"threads": self.threads}

    @property
    def _n_features_out(self) -> int:
        return self.model_.dimension


class Pairs(Estimator):
    """Two sides, X and y."""

    def fit(self, X: Any, y: Any) -> Any:
        """X, y: left and right texts, or, where the method takes them, vectors."""
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None: give the right side")
        left = self._checked(X, reset=True)
        return self._fit(left, self._other(y, left))

    def _other(self, y: Any, left: Any = None) -> Any:
        """The right side: texts as they are, numbers checked."""
        return y if is_text(y) else _right(y, left)

    def score_pairs(self, X: Any, y: Any) -> Array:
        """The score of each pair; NaN where a side has no known word."""
        check_is_fitted(self)
        left = self._checked(X)
        scores: Array = self.model_.score(left, self._other(y, left), threads=self.threads)["score"]
        return scores

    def score(self, X: Any, y: Any) -> float:
        """The share of rows of X whose own row of y is the best of all of y."""
        check_is_fitted(self)
        left = self._checked(X)
        found = self.model_.rank(left, among=self._other(y, left), top=1, threads=self.threads)
        return float(np.sum(found["query"] == found["candidate"]) / len(left))

    def _more_tags(self) -> dict[str, Any]:
        return {**super()._more_tags(), "requires_y": True}


class PairVectors(Vectors, Pairs):
    def transform_right(self, y: Any) -> Array:
        """A vector a text or row of the right side."""
        check_is_fitted(self)
        return self.model_._embedded(self._other(y), {"side": "right", **self._places()})[0]


class RowPairVectors(PairVectors):
    """Pairs of vectors as well as of texts. encoder (and encoder_right) may be any function from texts to an array."""

    def _encoded(self, data: Any, encoder: Any) -> Any:
        return np.asarray(encoder(data)) if callable(encoder) and is_text(data) else data

    def _checked(self, data: Any, reset: bool = False) -> Any:
        return super()._checked(self._encoded(data, self.encoder), reset)

    def _other(self, y: Any, left: Any = None) -> Any:
        return super()._other(self._encoded(y, self.encoder if self.encoder_right is None else self.encoder_right), left)

    def _least_columns(self) -> int:
        return 2 if self.kernel == "cosine" else 1 # one number has no direction

    def _more_tags(self) -> dict[str, Any]:
        return {**_ARRAYS, "requires_y": True, "multioutput": True}


def _right(y: Any, left: Any = None) -> Array:
    """The right side as a matrix: one number a row is a matrix of one column."""
    right = check_array(y, ensure_2d=False, dtype=[np.float64, np.float32], input_name="y")
    if left is not None and len(right) != len(left):
        raise ValueError(f"Found input variables with inconsistent numbers of samples: [{len(left)}, {len(right)}]")
    matrix: Array = right.reshape(len(right), -1)
    return matrix


class Words(Vectors, Estimator):
    """Words and their vectors, from texts or tables. words_: the labels; vectors_: a row each."""

    def fit(self, X: Any, y: Any = None) -> Any:
        """X: texts, file names, or a matrix of counts."""
        return self._fit(*([X] if not isinstance(X, tuple) else X))

    @property
    def words_(self) -> list[str]:
        return self.model_.words

    @property
    def vectors_(self) -> Array:
        return self.model_.vectors

    def _checked(self, data: Any, reset: bool = False) -> Any:
        return data


class Texts(Vectors, Estimator):
    """One collection of texts: fit(X), transform(X)."""

    def fit(self, X: Any, y: Any = None) -> Any:
        """X: texts, or a file name."""
        return self._fit(X)


class Correspondence(Words):
    """Of a table of counts, transform gives the principal coordinates of any rows with the same columns."""

    def fit(self, X: Any, y: Any = None) -> Any:
        """X: a matrix of counts (0 or more), texts, or file names."""
        if is_text(X):
            return super().fit(X)
        frame = is_frame(X)
        checked = self._validate_data(X, dtype=[np.float64, np.float32], accept_sparse="csr", ensure_min_samples=2,
                                      ensure_min_features=2)
        if (checked.data if is_sparse(checked) else checked).min(initial=0) < 0:
            raise ValueError("Negative values in data passed to CorrespondenceAnalysis: counts are 0 or more")
        self._fit(X if frame else checked)
        tensors = self.model_.tensors()
        self.components_ = tensors["kept.v"] * tensors["kept.col_scale"][:, None]
        return self

    def transform(self, X: Any) -> Array:
        """Rows of counts to principal coordinates; texts to vectors. Rows of zeros are zeros."""
        check_is_fitted(self)
        if is_text(X):
            return super().transform(X)
        counts = self._validate_data(X, reset=False, dtype=[np.float64, np.float32], accept_sparse="csr")
        totals = np.asarray(counts.sum(axis=1)).reshape(-1, 1)
        coordinates: Array = np.asarray(counts @ self.components_) / np.where(totals == 0, 1, totals)
        return coordinates

    @property
    def _n_features_out(self) -> int:
        return int(self.components_.shape[1]) if hasattr(self, "components_") else self.model_.dimension

    def _more_tags(self) -> dict[str, Any]:
        return {**_ARRAYS, "requires_positive_X": True}


class Language(Estimator):
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

    classes_: Array

    def fit(self, X: Any, y: Any) -> Any:
        """X: rows of two texts (a list of tuples, an array or a DataFrame of two columns); y: labels, as many as rows."""
        left, right = _columns(X)
        self.classes_, numbers = np.unique(np.asarray(y), return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(f"{type(self).__name__} needs two labels or more, the data has 1 class")
        data = {"left": left, "right": right, "label": [str(number) for number in numbers]}
        return self._fit(data, **({} if self.label is not None else {"label": "label"}), columns="left,right")

    def _options(self) -> dict[str, Any]:
        return {name: value for name, value in super()._options().items() if name != "label"}

    def decision_function(self, X: Any) -> Array:
        """Of two labels: above 0 for the second one."""
        check_is_fitted(self)
        scores: Array = self.model_.score(*_columns(X), threads=self.threads)["score"]
        return scores

    def predict(self, X: Any) -> Array:
        check_is_fitted(self)
        rows = self.model_.score(*_columns(X), threads=self.threads)
        numbers = [int(label) for label in rows["label"]] if "label" in rows else (rows["score"] > 0).astype(int)
        predicted: Array = self.classes_[numbers]
        return predicted

    def predict_proba(self, X: Any) -> Array:
        """Of two labels: the probability of each."""
        check_is_fitted(self)
        second = self.model_.score(*_columns(X), threads=self.threads)["probability"]
        return np.column_stack([1 - second, second])


def _columns(X: Any) -> tuple[list[str], list[str]]:
    rows = X.to_numpy() if is_frame(X) else X
    return [row[0] for row in rows], [row[1] for row in rows]


def _of_lists(transform: Any) -> Any:
    """scikit-learn 1.2 would take list.index for the index of a table, with set_output."""
    @functools.wraps(transform)
    def wrapped(self: Any, X: Any) -> Any:
        return transform(self, np.array(X, dtype=object) if isinstance(X, (list, tuple)) and is_text(X) else X)

    return wrapped


for _kind in (Vectors, Correspondence):
    _kind.transform = _of_lists(_kind.transform)  # type: ignore[assignment]
