"""Models: fitted, loaded, and what can be done with them."""

from __future__ import annotations

import os
from typing import Any, Union

import numpy as np

from . import _core
from ._data import data_of
from ._errors import UsageError
from ._rows import Explanation, Filtered, Picture, Rows
from ._running import run_task, words_of_options
from ._schema import DATA_OPTIONS, METHODS, TASKS, library_name, of_task, python_name
from ._scratch import Scratch
from ._settings import take_settings
from ._tensors import Array, tensors_of


class Model:
    """A fitted model. It never changes, and threads may share it. Equal models have equal bytes.

    `fit_report`: what fitting said about it, by name; empty when it was loaded.
    """

    __slots__ = ("_collections", "_core", "fit_report")
    _collections: Any  # prepared collections that it has opened: kept until their files change
    _core: Any
    fit_report: dict[str, Any]

    def __init__(self, core: Any, fit_report: Union[dict[str, Any], None] = None) -> None:
        self._collections = _core.Collections()
        self._core = core
        self.fit_report = fit_report or {}

    @staticmethod
    def load(path: Any) -> "Model":
        """A model file, written here or by the program."""
        return Model(_core.open_model(os.fspath(path)))

    @staticmethod
    def from_bytes(data: bytes, name: str = "model") -> "Model":
        """The bytes of a model file."""
        return Model(_core.model_of_bytes(name, data))

    def to_bytes(self) -> bytes:
        """The bytes of its file."""
        data: bytes = self._core.bytes()
        return data

    def save(self, path: Any) -> None:
        """Writes the file, whole or not at all."""
        self._core.save(os.fspath(path))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.to_bytes(), self._core.name, self.fit_report)

    def __deepcopy__(self, memo: Any) -> "Model":
        return self  # nothing can change it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and bool(self._core.identity == other._core.identity)

    def __hash__(self) -> int:
        return hash(self._core.identity)

    def __repr__(self) -> str:
        return f"<couplet.Model {self.method}, {self.data_rows} rows: {self._core.tasks or 'for other methods'}>"

    @property
    def method(self) -> str:
        return str(self._core.method)

    @property
    def tasks(self) -> list[str]:
        """What it can do, by the names of the program's verbs."""
        return [name for name in self._core.tasks.split(", ") if name]

    @property
    def parameters(self) -> dict[str, str]:
        """What it was fitted with, as the command line writes it."""
        return dict(self._core.parameters)

    @property
    def details(self) -> dict[str, str]:
        return dict(self._core.details)

    @property
    def data_rows(self) -> int:
        return int(self._core.data_rows)

    @property
    def seed(self) -> int:
        return int(self._core.seed)

    @property
    def dimension(self) -> int:
        """Of the vectors that embed() gives."""
        return int(self._core.dimension)

    @property
    def words(self) -> list[str]:
        """Of a model with vectors: its words or labels."""
        return list(self._core.words)

    @property
    def vectors(self) -> Array:
        """The vectors of `words`, a row each: a view into the model, read-only."""
        array: Array = self._core.vectors
        return array

    def tensors(self) -> dict[str, Array]:
        """Everything in its file by name (docs/model-file.md)."""
        return tensors_of(self.to_bytes())

    @of_task("score")
    def score(self, *data: Any, **options: Any) -> Rows:
        """data: left and right texts or vectors, a table of pairs, a file, or, for a language model, sentences. A pair
        without a score has NaN, and `unknown` says which side has no known word."""
        rows: Rows = run_task("score", {"model": [self], "data": list(data)}, options)
        return rows

    @of_task("rank")
    def rank(self, queries: Any, among: Any = None, **options: Any) -> Rows:
        """queries, among: texts, vectors or file names; a file that index() wrote is opened once, until it changes. with_:
        models or their files."""
        rows: Rows = run_task("rank", {"model": [self], "queries": [queries]}, {"among": among, **options})
        return rows

    @of_task("search")
    def search(self, *queries: str, **options: Any) -> Rows:
        """queries: words, or analogies like "man:king::woman:?"."""
        rows: Rows = run_task("search", {"model": [self], "queries": list(queries)}, options)
        return rows

    @of_task("explain")
    def explain(self, left: str, right: str, **options: Any) -> Explanation:
        why: Explanation = run_task("explain", {"model": [self], "left": [left], "right": [right]}, options)
        return why

    @of_task("embed")
    def embed(self, texts: Any, **options: Any) -> Array:
        """An array, a row a text (or row of numbers). A text without a known word has NaN. With `output` the vectors go
        to that file, as float32, too."""
        vectors, known = self._embedded(texts, options)
        vectors[~known] = np.nan
        return vectors

    def _embedded(self, texts: Any, options: dict[str, Any]) -> tuple[Array, Array]:
        if options.get("output") is not None:
            run_task("embed", {"model": [self], "texts": [texts]}, dict(options))
        options.pop("output", None)
        settings, side = take_settings(options), options.pop("side", None) or "left"
        if side not in ("left", "right"):
            raise UsageError(f"'{side}' is neither left nor right", "side")
        with Scratch() as scratch:
            reading = words_of_options(options, TASKS["embed"]["parameters"], scratch)
            vectors, known = _core.embed(self._core, data_of((texts,), scratch), side, reading, settings)
        settings["watcher"].close()
        return vectors, known

    @of_task("filter")
    def filter(self, *pairs: Any, **options: Any) -> Filtered:
        """pairs: as for score(). What comes back says of every pair whether it is kept, and why not; its keep() takes
        the kept ones, and summary counts them. `output`, `dropped` and `picture` write the files of the program as well;
        the pairs must be in files then."""
        if options.get("output") is not None:
            run_task("filter", {"model": [self], "pairs": list(pairs)}, dict(options))
        else:
            for name in ("dropped", "picture"):
                if options.get(name) is not None:
                    raise UsageError("is written beside the kept pairs", name, "give output too")
        options = {name: value for name, value in options.items() if name not in ("output", "dropped", "picture")}
        settings = take_settings(options)
        with Scratch() as scratch:
            words = words_of_options(options, TASKS["filter"]["parameters"], scratch)
            data = data_of(pairs, scratch)
            (judged, *others), picture = _core.filter(self._core, data, words, settings)
        settings["watcher"].close()
        filtered = Filtered(*judged)
        filtered.others, filtered.picture = tuple(Rows(*table) for table in others), Picture(picture)
        return filtered

    @of_task("complete")
    def complete(self, questions: Any, **options: Any) -> Rows:
        """questions: a text with a blank (_____), rows of id, question and options, or a file."""
        rows: Rows = run_task("complete", {"model": [self], "questions": [questions]}, options)
        return rows

    @of_task("classify")
    def classify(self, labelled: Any, new: Any, **options: Any) -> Rows:
        """labelled: rows of a label and a text; new: texts."""
        rows: Rows = run_task("classify", {"model": [self], "labelled": [labelled], "new": [new]}, options)
        return rows

    @of_task("mine")
    def mine(self, left: Any, right: Any, **options: Any) -> Rows:
        """left, right: texts, vectors or file names, also of what index() prepared as that side."""
        rows: Rows = run_task("mine", {"model": [self], "left": [left], "right": [right]}, options)
        return rows

    @of_task("index")
    def index(self, texts: Any, output: Any, **options: Any) -> Rows:
        """rank() takes the file as `among`, mine() as a side."""
        rows: Rows = run_task("index", {"model": [self], "texts": [texts]}, {"output": output, **options})
        return rows

    @of_task("eval")
    def evaluate(self, *gold: Any, **options: Any) -> Rows:
        """gold: what is right, in the form that the options say."""
        rows: Rows = run_task("eval", {"system": [self], "gold": list(gold)}, options)
        return rows

    @of_task("report")
    def report(self, part: Union[str, None] = None, **options: Any) -> Rows:
        """part: rows, columns, cells, tests, gini or rotation; None: the axes."""
        rows: Rows = run_task("report", {"model": [self], "part": [part]}, options)
        return rows

    @of_task("plot")
    def plot(self, output: Any = None, **options: Any) -> Picture:
        """A picture that notebooks draw; with `output` it is written there too."""
        with Scratch() as scratch:
            path = os.fspath(output) if output is not None else scratch.path("map.svg")
            run_task("plot", {"model": [self]}, {"output": path, **options})
            with open(path, encoding="utf-8") as file:
                return Picture(file.read())

    @of_task("add")
    def add(self, *pairs: Any, **options: Any) -> "Model":
        """A new model."""
        return self._updated("add", pairs, options)

    @of_task("remove")
    def remove(self, *pairs: Any, **options: Any) -> "Model":
        """A new model."""
        return self._updated("remove", pairs, options)

    def _updated(self, name: str, pairs: tuple[Any, ...], options: dict[str, Any]) -> "Model":
        output = options.pop("output", None)
        made = Model(*run_task(name, {"model": [self], "pairs": list(pairs)}, options))
        if output is not None:
            made.save(output)
        return made

    @of_task("convert")
    def convert(self, output: Any, **options: Any) -> Rows:
        rows: Rows = run_task("convert", {"input": [self]}, {"output": output, **options})
        return rows

    @of_task("verify")
    def verify(self, **options: Any) -> Rows:
        rows: Rows = run_task("verify", {"models": [self]}, options)
        return rows


def _method_of(name: str, inputs: list[Any]) -> Any:
    """A task of models that has no method of its own above: its inputs in their order, then its options."""
    def method(self: Model, *data: Any, **options: Any) -> Any:
        values = {first: list(data[i:]) if i + 1 == len(inputs) else [data[i]] for i, (first, *_) in enumerate(inputs) if i < len(data)}
        return run_task(name, {"model": [self], **values}, options)

    method.__name__ = python_name(name)
    method.__doc__ = "data: " + ", ".join(first for first, *_ in inputs) if inputs else None
    return of_task(name)(method)


for _name, _task in TASKS.items():
    _own = {"words": "find_words"}.get(_name, python_name(_name))  # Model.words is all of them
    if _task["inputs"][0][:2] == ("model", "model") and not hasattr(Model, _own):
        setattr(Model, _own, _method_of(_name, _task["inputs"][1:]))


def _unpickled(data: bytes, name: str, fit_report: dict[str, Any]) -> Model:
    return Model(_core.model_of_bytes(name, data), fit_report)


def load(path: Any) -> Model:
    """A model file, written here or by the program."""
    return Model.load(path)


def loads(data: bytes) -> Model:
    """The bytes of a model file.

    >>> model = fit("pmi", ["a", "b"], ["x", "y"])
    >>> loads(model.to_bytes()) == model
    True
    """
    return Model.from_bytes(data)


def fit(method: str, *data: Any, **options: Any) -> Model:
    """A model of a method, from data. help(couplet.methods()["phsic"]) shows a method's options.

    data: left and right texts or vectors; a table (DataFrame, dict of columns, rows) with `columns` to choose; texts; a
    matrix of counts; models; or file names. The bytes of the model are those that the program writes.

    >>> model = fit("pmi", ["hello", "bye", "hello"], ["bonjour", "salut", "bonjour"])
    >>> model.score(["hello"], ["bonjour"])["score"].round(4)
    array([0.4055])
    """
    schema = METHODS.get(method)
    settings = take_settings(options)
    with Scratch() as scratch:
        names = {parameter["name"] for parameter in schema["parameters"]} if schema else set()
        reading = {name: options.pop(name) for name in list(options)
                   if library_name(name) in DATA_OPTIONS and library_name(name) not in names}
        given = data_of(data, scratch, schema["job"] if schema else "", stream=False)
        words = words_of_options(options, schema["parameters"] if schema else [], scratch)
        core, report = _core.fit(method, given, words, words_of_options(reading, [], scratch), settings)
    settings["watcher"].close()
    return Model(core, dict(report))
