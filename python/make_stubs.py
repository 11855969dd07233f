"""Writes the type stubs of the package, for type checkers and editors: make_stubs.py FOLDER.

The options of methods and tasks are in the schemas of the module, where no type checker sees them. The build runs this."""

import inspect
import pathlib
import re
import sys
import types

import couplet
from couplet import _functions, _model, _schema

HEAD = """# Made by make_stubs.py from the schemas.
import os
from collections.abc import Callable, Sequence
from typing import Any, Literal, Union, overload

from ._rows import Explanation, Filtered, Picture, Rows
from ._schema import Path, Text
from ._tensors import Array
"""


def argument(one):
    mark = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
    kind = "" if one.annotation is one.empty else f": {spoken(one.annotation)}"
    return f"{mark}{one.name}{kind}" + ("" if one.default is one.empty else f" = {one.default!r}")


def spoken(annotation):
    return re.sub(r"[\"'](Model|Rows|Picture|VectorClassifier|Matcher)[\"']", r"\1",
                  annotation if isinstance(annotation, str) else annotation.__name__)


def definition(name, function, indent="", returned=None):
    signature = inspect.signature(function)
    words, bare = [], False
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and not bare:
            words.append("*")
        bare = bare or one.kind in (one.KEYWORD_ONLY, one.VAR_POSITIONAL)
        words.append(argument(one))
    annotation = signature.return_annotation
    back = returned or ("Any" if annotation is signature.empty else spoken(annotation))
    return f"{indent}def {name}({', '.join(words)}) -> {back}: ...\n"


def member(name, value, owner):
    if isinstance(value, property):
        return "    @property\n" + definition(name, value.fget, "    ")
    if isinstance(value, staticmethod):
        return "    @staticmethod\n" + definition(name, value.__func__, "    ")
    if isinstance(value, types.FunctionType):
        return definition(name, value, "    ", owner if name == "fit" else None)
    return ""


def class_of(kind, bases=""):
    """Its own members, and fit(), which gives the class itself back."""
    own = {"fit": kind.fit, **vars(kind)} if hasattr(kind, "fit") else vars(kind)
    text = "".join(f"    {name}: {spoken(note)}\n" for name, note in kind.__dict__.get("__annotations__", {}).items())
    text += "".join(member(name, value, kind.__name__) for name, value in own.items())
    return f"class {kind.__name__}{bases}:\n{text or '    ...'}\n"


def module_text(module):
    own = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
    names = [value for value in own if value.__name__[0] != "_" and value.__name__ != "fit"]
    return "".join(class_of(one) if isinstance(one, type) else definition(one.__name__, one) for one in names)


def fits():
    """fit(), once for each method: by its name the options are known."""
    reading = [p for p in _schema.TASKS["score"]["parameters"] if p["name"] in _schema.DATA_OPTIONS]
    text = ""
    for name, method in _schema.METHODS.items():
        own = [p["name"] for p in method["parameters"]]
        first = [inspect.Parameter("method", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=f"Literal[{name!r}]"),
                 inspect.Parameter("data", inspect.Parameter.VAR_POSITIONAL, annotation="Any")]
        options = method["parameters"] + [p for p in reading if p["name"] not in own]

        def fit():
            pass

        fit.__signature__ = _schema.signature_of(options, first)
        text += "@overload\n" + definition("fit", fit)
    return text


def estimators_text():
    from couplet import estimators

    kinds = [getattr(estimators, name).__bases__ for name in estimators.__all__ if isinstance(getattr(estimators, name), type)]
    imports = "".join(f"from {base.__module__} import {base.__name__}\n" for base in sorted({b for bases in kinds for b in bases}, key=str))
    text = "".join(f"{name}: dict[str, str]\n" for name in estimators.__all__ if name.isupper() and "_" in name)
    for name in estimators.__all__:
        kind = getattr(estimators, name)
        if isinstance(kind, type):
            text += class_of(kind, "(" + ", ".join(base.__name__ for base in kind.__bases__) + ")").replace(
                "Estimator):\n", "Estimator):  # type: ignore[misc]\n", 1)
    return HEAD + imports + text, [name for name in estimators.__all__ if not ("_" in name and name.isupper())]


def main(folder):
    files = {"_model": HEAD + module_text(_model) + fits(),
             "_functions": HEAD + "from ._model import Model\n" + module_text(_functions)}
    source = pathlib.Path(couplet.__file__).read_text(encoding="utf-8")
    imports = source[source.index("from __future__") : source.index("def __getattr__")]
    try:
        files["estimators"], names = estimators_text()
        imports += "from . import estimators as estimators\n"
        imports += "".join(f"from .estimators import {name} as {name}\n" for name in names)
    except ImportError:  # no scikit-learn here
        imports += "def __getattr__(name: str) -> Any: ...\n"
    files["__init__"] = imports.replace("from __future__ import annotations\n", "")
    for name, text in files.items():
        (folder / f"{name}.pyi").write_text(text, encoding="utf-8")


main(pathlib.Path(sys.argv[1]))
