"""Data as people have it, as the library reads it: where it lies, if that can be done."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from . import _core
from ._errors import DataError, FileError, UsageError
from ._scratch import Scratch
from ._tensors import Array


def is_path(value: Any) -> bool:
    return isinstance(value, (str, os.PathLike))


def is_model(value: Any) -> bool:
    return hasattr(value, "fit_report")


def is_frame(value: Any) -> bool:
    return hasattr(value, "columns") and hasattr(value, "iloc")


def is_sparse(value: Any) -> bool:
    return hasattr(value, "tocsr") and hasattr(value, "nnz")


def is_numbers(value: Any) -> bool:
    """A matrix: dense, sparse, or anything that makes one of itself (a tensor)."""
    if is_sparse(value):
        return True
    if isinstance(value, np.ndarray):
        return value.dtype.kind not in "OUSMm" and value.ndim == 2
    return not is_frame(value) and hasattr(value, "__array__") and getattr(value, "ndim", 0) == 2


def matrix_of(value: Any) -> Array:
    """float32 or float64, not copied when it is; whole numbers and other floats are converted."""
    array = np.asarray(value.toarray() if is_sparse(value) else value)
    if array.ndim != 2:
        raise DataError(f"an array of {array.ndim} axes", "", "give one row an item, two axes")
    if array.dtype in (np.float32, np.float64):
        return array if array.flags.aligned and array.dtype.isnative else np.ascontiguousarray(array, array.dtype.type)
    if array.dtype.kind not in "fiub":
        raise DataError(f"numbers of type {array.dtype}", "", "give float32 or float64")
    return array.astype(np.float64)


def csr_of(value: Any) -> tuple[Any, ...]:
    if not is_sparse(value):
        import scipy.sparse

        value = scipy.sparse.csr_matrix(matrix_of(value))
    csr = value.tocsr()
    csr.sum_duplicates()
    return (*csr.shape, csr.indptr.tolist(), csr.indices.tolist(), csr.data.tolist())


def _labels(value: Any, axis: int) -> list[str]:
    """Of a table's rows (axis 0) or columns."""
    if is_frame(value):
        return [str(label) for label in (value.index if axis == 0 else value.columns)]
    return [str(number) for number in range(value.shape[axis])]


def _column(value: Any) -> Any:
    """One column of texts as a list, or what can be taken as one."""
    if isinstance(value, (list, tuple)):
        return value
    if isinstance(value, (bytes, bytearray)) or not hasattr(value, "__iter__"):
        raise DataError(f"{type(value).__name__} is no data", "", "give a list of texts, a table, arrays or file names")
    return value.tolist() if hasattr(value, "tolist") else list(value)  # Series, NumPy, and anything that can be read


def _table_columns(value: Any) -> tuple[list[Any], list[str]]:
    """Columns and their names."""
    if is_frame(value):
        return [value.iloc[:, i].tolist() for i in range(value.shape[1])], [str(name) for name in value.columns]
    if hasattr(value, "column_names") and hasattr(value, "to_pydict"):  # Arrow
        value = value.to_pydict()
    return [_column(column) for column in value.values()], [str(name) for name in value]


def _is_table(value: Any) -> bool:
    return is_frame(value) or isinstance(value, Mapping) or (hasattr(value, "column_names") and hasattr(value, "to_pydict"))


def _numbers(arguments: tuple[Any, ...], job: str) -> Any:
    if job == "vectors":
        if len(arguments) != 1:
            raise UsageError("more than one table", "", "give one matrix of counts")
        table = arguments[0]
        names = tuple(str(axis.name or "") for axis in (table.index, table.columns)) if is_frame(table) else ("", "")
        counts = csr_of(table) if is_sparse(table) else matrix_of(table.to_numpy() if is_frame(table) else table)
        return _core.table_data(_labels(table, 0), _labels(table, 1), counts, names)
    if job == "bridge":
        return _core.documents_data([([str(n) for n in range(one.shape[1])], csr_of(one)) for one in arguments])
    return _core.rows_data([matrix_of(one) for one in arguments])


def data_of(arguments: tuple[Any, ...], scratch: Scratch, job: str = "", stream: bool = True) -> Any:
    """The library's Data of what a caller gave. job: of the method that is fitted; stream: iterators may be read as
    they come, once."""
    if not arguments:
        raise UsageError("there is no data", "", "give texts, arrays, a table or file names")
    if all(map(is_path, arguments)):
        for path in map(os.fspath, arguments):
            if " " in path and not os.path.exists(path):
                raise FileError("cannot open: No such file or directory", path, "a str is a file name: put texts into a list")
        return _core.files_data([os.fspath(path) for path in arguments])
    first = arguments[0]
    if job == "ranking" and not is_path(first):  # rows, and the models that are joined
        return _core.texts_data(*_texts(first), [scratch.file_of(one, "data") for one in arguments[1:]])
    if any(map(is_model, arguments)):
        return _core.files_data([scratch.file_of(one, "data") for one in arguments])
    if any(map(is_path, arguments)):
        raise UsageError("file names and data are mixed", "", "give one kind of both sides")
    if job == "vectors" and len(arguments) == 2 and is_numbers(arguments[1]) and not is_numbers(first):  # words and their vectors
        words = [str(word) for word in _column(first)]
        return _core.vectors_data(words, np.ascontiguousarray(arguments[1], dtype=np.float32))
    if all(map(is_numbers, arguments)) or (job == "vectors" and is_frame(first) and _is_counts(first)):
        return _numbers(arguments, job)
    if len(arguments) == 1:
        return _core.stream_data(first) if stream and isinstance(first, Iterator) else _core.texts_data(*_texts(first))
    if stream and any(isinstance(one, Iterator) for one in arguments):
        return _core.stream_data(zip(*arguments, strict=True))
    return _core.texts_data([_column(one) for one in arguments], [])


def _texts(value: Any) -> tuple[list[Any], list[str]]:
    """The columns of a table, of rows or of texts, and their names."""
    if _is_table(value):
        return _table_columns(value)
    items = _column(value)
    if len(items) and isinstance(items[0], (tuple, list)):  # rows
        return [list(column) for column in _transposed(items)], []
    return [items], []


def _is_counts(frame: Any) -> bool:
    return all(kind.kind in "fiub" for kind in frame.dtypes)


def _transposed(rows: Any) -> Any:
    width = len(rows[0])
    for number, row in enumerate(rows):
        if len(row) != width:
            raise DataError(f"{len(row)} fields, the first row has {width}", f"row {number} of the data",
                            "give all rows the same fields")
    return zip(*rows)
