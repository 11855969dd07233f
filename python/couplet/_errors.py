"""Errors: one line with place and remedy, as the program has them, in the words of Python."""

from __future__ import annotations

import re
from typing import Any


def _spoken(text: str) -> str:
    """--keep-fraction X, as the command line calls it, is keep_fraction=X here."""
    text = re.sub(r"--([a-z][a-z-]*)(?: (?=[A-Z0-9'\"<]))?",
                  lambda found: found[1].replace("-", "_") + ("=" if found[0].endswith(" ") else ""), text)
    text = re.sub(r"(?<![\w-])-o\b( (?=[A-Z]))?", lambda found: "output=" if found[1] else "output", text)
    return text.replace("'couplet methods'", "couplet.methods()")


class Error(Exception):
    """What went wrong (`problem`), where (`place`) and what to do about it (`remedy`); the last two may be empty."""

    code = "internal"

    def __init__(self, problem: str, place: str = "", remedy: str = "") -> None:
        self.problem, self.place, self.remedy = _spoken(problem), _spoken(place), _spoken(remedy)
        super().__init__((f"{self.place}: " if place else "") + self.problem + (f"; {self.remedy}" if remedy else ""))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problem, self.place, self.remedy)


class UsageError(Error, ValueError):
    """Something was asked for that makes no sense."""

    code = "usage"


class DataError(Error, ValueError):
    """The data is wrong."""

    code = "data"


class ModelError(Error, OSError):
    """A model is damaged, of another version, or cannot do what was asked."""

    code = "model"


class NotConverged(Error, ArithmeticError):
    """An iteration ended before its tolerance."""

    code = "not-converged"


class FileError(Error, OSError):
    """The file system or memory refused."""

    code = "io"


class InternalError(Error, RuntimeError):
    """A bug of Couplet."""


class Interrupted(Error, RuntimeError):
    """The work was stopped."""

    code = "interrupted"


class CoupletWarning(UserWarning):
    """Something one should know that is not an error."""


for _public in (Error, UsageError, DataError, ModelError, NotConverged, FileError, InternalError, Interrupted, CoupletWarning):
    _public.__module__ = "couplet"  # where people find them, and what a traceback names
CLASSES = {"usage": UsageError, "data": DataError, "model": ModelError, "not_converged": NotConverged,
           "not-converged": NotConverged, "io": FileError, "internal": InternalError, "interrupted": Interrupted}
