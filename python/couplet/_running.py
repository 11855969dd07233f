"""Running a task of the library: what a caller gave as inputs and options, and the rows that come back."""

from __future__ import annotations

import os
from typing import Any, Union

import numpy as np

from . import _core
from ._data import data_of, is_model, is_path
from ._rows import Rows, rows_of
from ._schema import MODEL_OPTIONS, TASKS, library_name, text_of
from ._scratch import Scratch
from ._settings import take_settings


def words_of_options(options: dict[str, Any], schema: list[dict[str, Any]], scratch: Scratch,
                     given: Union[dict[str, Any], None] = None) -> dict[str, str]:
    """Options as the library reads them. Data in the place of a file is written to one, or where the library takes
    it from memory (`among`) put into `given`."""
    types = {parameter["name"]: parameter["type"] for parameter in schema}
    words = {}
    for name, value in options.items():
        name = library_name(name)
        if value is None or (value is False and types.get(name) == "flag"):
            continue
        if types.get(name) == "file" and not is_path(value):
            if name == "among" and given is not None:
                given[name] = data_of((value,), scratch)
                words[name] = "the data given"
                continue
            value = scratch.file_of(value, name)
        words[name] = text_of(value)
    return words


def _name_in(models: dict[str, Any], model: Any) -> str:
    """What a model is called in a request, beside the others there."""
    word = str(model._core.name).replace(",", "_")
    while word in models and models[word] is not model._core:
        word += "'"
    models[word] = model._core
    return word


def run_task(name: str, inputs: dict[str, list[Any]], options: dict[str, Any]) -> Any:
    """Runs a task; inputs: what stands for each input. The rows, or the model that it made and its report."""
    task = TASKS[name]
    settings = take_settings(options)
    words: dict[str, list[str]] = {}
    models: dict[str, Any] = {}
    given: dict[str, Any] = {}
    opened = None  # the collections that the model has opened
    with Scratch() as scratch:
        for input_name, shape, least, _ in task["inputs"]:
            values = [value for value in inputs.get(input_name, []) if value is not None]
            words[input_name] = []
            for value in values if shape in ("model", "system") else []:
                if is_model(value):
                    word = _name_in(models, value)
                    opened = value._collections if opened is None else opened
                else:
                    word = scratch.file_of(value, input_name)
                words[input_name].append(word)
            if shape == "data" and (values or least):
                if name in ("eval", "compare") and (options.get("matching") or options.get("analogy")):
                    values = [scratch.file_of(value, input_name) for value in values]
                given[input_name] = data_of(tuple(values), scratch)
                words[input_name] = [os.fspath(v) if is_path(v) else "the data given" for v in values]
            if shape == "text" and values:
                if name == "complete" and not isinstance(values[0], str):
                    given[input_name], values = data_of(tuple(values), scratch), ["the data given"]
                words[input_name] = [text_of(value) for value in values]
        if name in ("add", "remove", "merge"):  # the model comes back; where a file would go must be said
            options["output"] = scratch.path("model.couplet")
        for option, value in options.items():
            if library_name(option) in MODEL_OPTIONS and value is not None and not is_path(value):
                several = value if isinstance(value, (list, tuple)) else [value]
                options[option] = [_name_in(models, one) if is_model(one) else one for one in several]
        texts = words_of_options(options, task["parameters"], scratch, given)
        tables, yes, made, report = _core.run_task(name, words, texts, models, given, settings, opened)
    settings["watcher"].close()
    if made is not None:
        return made, dict(report)
    if report and not tables:
        return Rows(f"{name}-report", {"what": np.array([what for what, _ in report], dtype=object),
                                       "value": np.array([value for _, value in report], dtype=object)}, yes)
    return rows_of(tables, yes)
