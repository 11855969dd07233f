"""Data that the library reads from files only, written for the time of one call."""

from __future__ import annotations

import gzip
import lzma
import os
import tempfile
from typing import Any, Union

import numpy as np

from ._errors import UsageError


class Scratch:
    """A folder for one call; nothing is made unless it is needed."""

    def __init__(self) -> None:
        self._folder: Union[tempfile.TemporaryDirectory[str], None] = None
        self._count = 0

    def __enter__(self) -> "Scratch":
        return self

    def __exit__(self, *error: Any) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def path(self, name: str) -> str:
        self._folder = self._folder or tempfile.TemporaryDirectory(prefix="couplet-")
        self._count += 1
        folder = os.path.join(self._folder.name, str(self._count))
        os.mkdir(folder)
        return os.path.join(folder, name)

    def file_of(self, value: Any, name: str) -> str:
        """The name of a file with the value: as it is when it is a name already."""
        if isinstance(value, (str, os.PathLike)):
            return os.fspath(value)
        if hasattr(value, "save") and hasattr(value, "method"):  # a model
            path = self.path(value.method + ".couplet")
            value.save(path)
            return path
        if hasattr(value, "to_csv"):  # pandas
            header = not isinstance(value, _series())
            return self._write(name, [list(map(str, value.columns))] if header else [],
                               value.itertuples(index=False) if header else ([item] for item in value))
        if isinstance(value, dict):
            return self._write(name, [list(value)], zip(*value.values()))
        array = value if isinstance(value, np.ndarray) else None
        if array is not None and array.ndim == 2 and array.dtype.kind == "f":
            path = self.path(name + ".npy")
            np.save(path, array)
            return path
        return self._write(name, [], (row if isinstance(row, (tuple, list, np.ndarray)) else [row] for row in value))

    def _write(self, name: str, header: Any, rows: Any) -> str:
        path = self.path(name + ".tsv")
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            for row in [*header, *rows]:
                fields = ["" if field is None or field != field else _field(field) for field in row]
                for field in fields:
                    if "\t" in field or "\n" in field:
                        raise UsageError(f"{field!r} has a tab or a line end", name, "write it to a file yourself")
                file.write("\t".join(fields) + "\n")
        return path


def open_text(path: Any) -> Any:
    """A file of lines, as the library writes it: compressed where its name says so."""
    name = os.fspath(path)
    opener: Any = gzip.open if name.endswith(".gz") else lzma.open if name.endswith(".xz") else open
    if name.endswith(".zst"):
        raise UsageError("is not read back", name, "write .gz, .xz or no compression")
    return opener(path, "rt", encoding="utf-8", newline="\n")


def _field(value: Any) -> str:
    return "%.17g" % value if isinstance(value, float) else str(value)


def _series() -> Any:
    import pandas

    return pandas.Series
