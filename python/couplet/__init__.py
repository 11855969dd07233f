"""Couplet for Python: relations between texts, learned from your own data.

>>> import couplet
>>> model = couplet.fit("phsic", ["the cat", "a dog", "the bird"] * 9, ["le chat", "un chien", "l'oiseau"] * 9)
>>> model.score(["a cat"], ["le chat"])["score"].shape
(1,)

Models: fit, load, loads, Model. Tasks that are no model's own: match, clean, evaluate, compare, merge, convert, verify.
What there is: methods, tasks. Settings: configure. Estimators with scikit-learn's manners: PHSIC, CorrespondenceAnalysis,
SGNS and the others that couplet.estimators names.
"""

from __future__ import annotations

from typing import Any

from ._core import version as __version__
from ._errors import (CoupletWarning, DataError, Error, FileError, InternalError, Interrupted, ModelError, NotConverged,
                      UsageError)
from ._functions import Method, clean, compare, convert, evaluate, match, merge, methods, tasks, verify
from ._model import Model, fit, load, loads
from ._rows import Explanation, Filtered, Picture, Rows
from ._settings import Settings, configure

__all__ = ["CoupletWarning", "DataError", "Error", "Explanation", "FileError", "Filtered", "InternalError", "Interrupted",
           "Method", "Model", "ModelError", "NotConverged", "Picture", "Rows", "Settings", "UsageError", "__version__",
           "clean", "compare", "configure", "convert", "evaluate", "fit", "load", "loads", "match", "merge", "methods", "tasks",
           "verify"]


def __getattr__(name: str) -> Any:
    """Estimators, when they are first asked for: they need scikit-learn."""
    if name == "estimators" or name[:1].isupper():
        import importlib

        estimators = importlib.import_module("couplet.estimators")
        if name == "estimators":
            return estimators
        if hasattr(estimators, name):
            return getattr(estimators, name)
    raise AttributeError(f"module 'couplet' has no attribute '{name}'")
