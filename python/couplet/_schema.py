"""Methods and tasks by their schemas: signatures, docstrings, and options as the library reads them."""

from __future__ import annotations

import inspect
import keyword
import os
import textwrap
from typing import Any, Callable, Sequence, TypeVar, Union

from . import _core

Schema = dict[str, Any]
METHODS: dict[str, Schema] = {method["name"]: method for method in _core.methods()}
TASKS: dict[str, Schema] = {task["name"]: task for task in _core.tasks()}
SETTING_TYPES = {"threads": "Union[int, None]", "memory": "Union[int, str, None]", "seed": "Union[int, None]",
                 "progress": "Union[bool, None]"}
MODEL_OPTIONS = ("with",)  #: that take models, or their files
DATA_OPTIONS = ("columns", "format", "header", "no-header", "on-bad-line")
Path = Union[str, "os.PathLike[str]"]
Text = Union[str, int, float, Sequence[Union[str, int, float]]]  #: as one would type it; a list is joined with commas
Function = TypeVar("Function", bound=Callable[..., Any])


def python_name(name: str) -> str:
    """keep-fraction is keep_fraction, lambda is lambda_."""
    name = name.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def library_name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def default_of(parameter: Schema) -> Any:
    """What an option is when it is not given: None where the method finds it out by itself."""
    text = parameter["default"]
    if parameter["type"] == "flag":
        return False
    if text == "":
        return None
    return {"integer": int, "real": float}.get(parameter["type"], str)(text)


def text_of(value: Any) -> str:
    """A value as one would write it on a command line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(map(text_of, value))
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()  # a NumPy number
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value).replace("e-0", "e-")
    return str(os.fspath(value)) if isinstance(value, os.PathLike) else str(value)


def type_of(parameter: Schema) -> str:
    """Of an option, as an annotation."""
    if parameter["name"] in MODEL_OPTIONS:
        return "Any"
    kind = {"integer": "int", "real": "float", "flag": "bool", "file": "Any", "output": "Path", "text": "Text"}.get(
        parameter["type"]) or f"Literal[{', '.join(map(repr, parameter['choices']))}]"
    return kind if kind == "Any" or default_of(parameter) is not None else f"Union[{kind}, None]"


def signature_of(parameters: list[Schema], first: list[inspect.Parameter], returned: Any = "Model") -> inspect.Signature:
    """The arguments, then every option by its name, then the settings."""
    option = inspect.Parameter.KEYWORD_ONLY
    options = [inspect.Parameter(python_name(p["name"]), option, default=default_of(p), annotation=type_of(p))
               for p in parameters]
    taken = {one.name for one in (*first, *options)}
    settings = [inspect.Parameter(name, option, default=None, annotation=kind)
                for name, kind in SETTING_TYPES.items() if name not in taken]
    return inspect.Signature([*first, *options, *settings], return_annotation=returned)


def describe(parameters: list[Schema]) -> str:
    """The options, as NumPy's docstrings have them."""
    lines = []
    for p in parameters:
        kind = "model or path, or a list of them" if p["name"] in MODEL_OPTIONS else {
            "integer": "int", "real": "float", "flag": "bool", "file": "path or data", "output": "path",
            "text": "str"}.get(p["type"]) or "{" + ", ".join(map(repr, p["choices"])) + "}"
        usual = default_of(p)
        lines.append(f"{python_name(p['name'])} : {kind}, default {usual!r}")
        lines += textwrap.wrap(p["help"], 108, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(lines)


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def of_task(name: str) -> Callable[[Function], Function]:
    """Gives a function the signature and the documentation of a task; what it says itself comes first."""

    def finish(function: Function) -> Function:
        task = TASKS[name]
        own = inspect.cleandoc(function.__doc__ or "")
        parts = [sentence(task["summary"]), own, "Options\n-------\n" + describe(task["parameters"])]
        function.__doc__ = "\n\n".join(part for part in parts if part)
        own_signature = inspect.signature(function)
        first = [p for p in own_signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        taken = {p.name for p in first}
        rest = [p for p in task["parameters"] if python_name(p["name"]) not in taken]
        function.__signature__ = signature_of(rest, first, own_signature.return_annotation)  # type: ignore[attr-defined]
        return function

    return finish
