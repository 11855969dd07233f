"""Tasks that are no model's own, and what there is."""

from __future__ import annotations

import functools
import inspect
from typing import Any

import numpy as np

from ._model import Model, fit
from ._rows import Filtered, Rows
from ._running import run_task
from ._schema import METHODS, TASKS, describe, of_task, sentence, signature_of
from ._scratch import Scratch, open_text


@of_task("match")
def match(left: Any, right: Any, **options: Any) -> Rows:
    """left, right: texts, feature vectors, or file names; `seeds` and `forbidden` may be rows of two
    numbers."""
    rows: Rows = run_task("match", {"left": [left], "right": [right]}, options)
    return rows


@of_task("clean")
def clean(*pairs: Any, output: Any = None, **options: Any) -> Filtered:
    """pairs: pairs, or left and right texts, or file names. What comes back says of every pair whether it is kept, with
    which probability it is good (to six digits) and why not; its keep() takes the kept ones, summary counts them, and
    tables["clean-cut"] says what other cuts would do. `output` writes the kept pairs to a file as well."""
    with Scratch() as scratch:
        scores = options.pop("scores", None) or scratch.path("scores.tsv")
        files = {"output": output or scratch.path("kept.tsv"), "scores": scores}
        rows: Rows = run_task("clean", {"pairs": list(pairs)}, {**files, **options})
        with open_text(scores) as file:
            fields = [line.rstrip("\n").split("\t") for line in file][1:]
    columns: list[Any] = list(zip(*fields)) or [()] * 5
    kinds: list[Any] = [("pair", np.int64, 0), ("kept", np.int64, 3), ("reason", object, 4), ("probability", float, 1),
                        ("log_odds", float, 2)]
    cleaned = Filtered("cleaned", {name: np.array(columns[at], dtype=kind) for name, kind, at in kinds})
    cleaned["kept"] = cleaned["kept"] == 1
    cleaned.others = (rows, *rows.others)
    rows.others = ()
    return cleaned


@of_task("eval")
def evaluate(system: Any, *gold: Any, **options: Any) -> Rows:
    """system: a model, or what a system answered: scores, or matches (or a file of them). gold: what is right, in the
    form that the options say."""
    rows: Rows = run_task("eval", {"system": [_answers(system)], "gold": list(gold)}, options)
    return rows


@of_task("compare")
def compare(systems: Any, gold: Any, **options: Any) -> Rows:
    """systems: models, or answers as for evaluate(); the first is compared with each of the others."""
    rows: Rows = run_task("compare", {"systems": [_answers(one) for one in systems], "gold": [gold]}, options)
    return rows


def _answers(system: Any) -> Any:
    """Scores by themselves are a column called so."""
    if isinstance(system, (Model, str, dict)) or hasattr(system, "__fspath__") or hasattr(system, "to_csv"):
        return system
    return {"score": system}


@of_task("merge")
def merge(*models: Any, **options: Any) -> Model:
    """models: models or file names. A new model."""
    output = options.pop("output", None)
    made = Model(*run_task("merge", {"models": list(models)}, options))
    if output is not None:
        made.save(output)
    return made


@of_task("convert")
def convert(input: Any, output: Any, **options: Any) -> Rows:
    """input: a model, or a file of word vectors."""
    rows: Rows = run_task("convert", {"input": [input]}, {"output": output, **options})
    return rows


@of_task("verify")
def verify(*models: Any, **options: Any) -> Rows:
    """models: models or file names."""
    rows: Rows = run_task("verify", {"models": list(models)}, options)
    return rows


class Method:
    """A method of fit(): its name, job, summary, the data it takes, its parameters by name. Calling it fits a model."""

    name: str
    job: str
    summary: str
    data: str
    examples: list[str]
    parameters: dict[str, dict[str, Any]]

    def __init__(self, schema: dict[str, Any]) -> None:
        self.name, self.job, self.summary, self.data = (schema[key] for key in ("name", "job", "summary", "data"))
        self.examples = list(schema["examples"])
        self.parameters = {parameter["name"]: parameter for parameter in schema["parameters"]}
        self.__signature__ = signature_of(schema["parameters"], [inspect.Parameter("data", inspect.Parameter.VAR_POSITIONAL)])
        self.__doc__ = f"{sentence(self.summary)}\n\nOptions\n-------\n{describe(schema['parameters'])}"

    def __call__(self, *data: Any, **options: Any) -> Model:
        return fit(self.name, *data, **options)

    def __repr__(self) -> str:
        return f"<couplet method {self.name}: {self.summary}>"


@functools.lru_cache(maxsize=None)
def methods() -> dict[str, Method]:
    """All methods by name.

    >>> methods()["pmi"].summary
    'pointwise mutual information of pairs of whole strings, by counts'
    """
    return {name: Method(schema) for name, schema in METHODS.items()}


def tasks() -> dict[str, str]:
    """All tasks by the names of the program's verbs, with a sentence each."""
    return {name: task["summary"] for name, task in TASKS.items()}
