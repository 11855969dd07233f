"""What estimators of a kind have in common (estimators.py makes one a method)."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
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
    _given: tuple[str, ...] = ()  # options that say where in the data something is: fit() knows
    _more: dict[str, Any] = {}  # parameters beside the method's own
    _types: dict[str, str] = {}  # of parameters that take more than the method's own
    model_: Model

    def _options(self) -> dict[str, Any]:
        """Those that are not as usual: the model says what it was fitted with, and defaults are the method's own."""
        usual = {python_name(p["name"]): default_of(p) for p in self._schema()}
        found = {name: getattr(self, name) for name in (*usual, *SETTINGS)}
        return {name: value for name, value in found.items() if not callable(value)
                if name in SETTINGS or value is not usual[name] and not equal(value, usual[name])}

    @classmethod
    def _schema(cls) -> list[dict[str, Any]]:
        """The method's parameters that are the estimator's."""
        return [p for p in METHODS[cls._method]["parameters"] if p["name"] not in cls._given]

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


class ScoresPairs(Estimator):
    """Two sides, X and y."""

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


class Pairs(ScoresPairs):
    """Two sides, X and y, that belong together row by row."""

    def fit(self, X: Any, y: Any) -> Any:
        """X, y: left and right texts, or, where the method takes them, vectors."""
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None: give the right side")
        left = self._checked(X, reset=True)
        return self._fit(left, self._other(y, left))

    def _more_tags(self) -> dict[str, Any]:
        return {**super()._more_tags(), "requires_y": True}


class PairVectors(Vectors, Pairs):
    def transform_right(self, y: Any) -> Array:
        """A vector a text or row of the right side."""
        check_is_fitted(self)
        return self.model_._embedded(self._other(y), {"side": "right", **self._places()})[0]


class RowPairVectors(PairVectors):
    """Pairs of vectors as well as of texts. encoder (and encoder_right) may be any function from texts to an array."""

    _types = {name: "Union[Text, Callable[[Any], Any], None]" for name in ("encoder", "encoder_right")}

    def _encoded(self, data: Any, encoder: Any) -> Any:
        return np.asarray(encoder(data)) if callable(encoder) and is_text(data) else data

    def _checked(self, data: Any, reset: bool = False) -> Any:
        return super()._checked(self._encoded(data, self.encoder), reset)

    def _other(self, y: Any, left: Any = None) -> Any:
        return super()._other(self._encoded(y, self.encoder if self.encoder_right is None else self.encoder_right), left)

    def _least_columns(self) -> int:
        return 2 if self.kernel == "cosine" else 1  # one number has no direction

    def _more_tags(self) -> dict[str, Any]:
        return {**_ARRAYS, "requires_y": True, "multioutput": True}


def _right(y: Any, left: Any = None) -> Array:
    """The right side as a matrix: one number a row is a matrix of one column."""
    right = check_array(y, ensure_2d=False, dtype=[np.float64, np.float32], input_name="y")
    if left is not None and len(right) != len(left):
        raise ValueError(f"Found input variables with inconsistent numbers of samples: [{len(left)}, {len(right)}]")
    matrix: Array = right.reshape(len(right), -1)
    return matrix


class WordTable(Estimator):
    """Words and their vectors. words_: the labels; vectors_: a row each."""

    def fit(self, X: Any, y: Any = None) -> Any:
        """X: texts, file names, or, where the method takes it, a matrix of counts."""
        return self._fit(*([X] if not isinstance(X, tuple) else X))

    @property
    def words_(self) -> list[str]:
        return self.model_.words

    @property
    def vectors_(self) -> Array:
        return self.model_.vectors

    def _checked(self, data: Any, reset: bool = False) -> Any:
        return data


class Words(Vectors, WordTable):
    """Words and their vectors, from texts or tables. words_: the labels; vectors_: a row each."""


class WordPairs(WordTable, ScoresPairs):
    """Words and their vectors, from files; X and y of score_pairs and score are words."""


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


def _of_lists(transform: Any) -> Any:
    """scikit-learn 1.2 would take list.index for the index of a table, with set_output."""
    @functools.wraps(transform)
    def wrapped(self: Any, X: Any) -> Any:
        return transform(self, np.array(X, dtype=object) if isinstance(X, (list, tuple)) and is_text(X) else X)

    return wrapped


for _kind in (Vectors, Correspondence):
    _kind.transform = _of_lists(_kind.transform)  # type: ignore[assignment]
