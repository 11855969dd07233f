"""What every long call takes: threads, memory, seed, progress; and who watches over it."""

from __future__ import annotations

import os
import re
import sys
import time
import warnings
from dataclasses import dataclass, fields, replace
from typing import Any, Union

from . import _core
from ._errors import CoupletWarning, UsageError


@dataclass(frozen=True)
class Settings:
    """threads: 0, as many as the machine has cores. memory: a promise for what grows with the data, in bytes or like
    "4G"; 0, half of the machine's. progress: None, in terminals and notebooks. No number depends on threads."""

    threads: int = 0
    memory: Union[int, str] = 0
    seed: int = 1
    progress: Union[bool, None] = None


_settings = Settings()
NAMES = tuple(field.name for field in fields(Settings))


def configure(**changes: Any) -> Settings:
    """Sets threads, memory, seed and progress for all calls that do not say otherwise; returns all settings.

    >>> configure(progress=False).progress
    False
    """
    global _settings
    for name in changes:
        if name not in NAMES:
            raise UsageError("is no setting", name, f"settings are {', '.join(NAMES)}")
    _settings = replace(_settings, **changes)
    return _settings


def take_settings(options: dict[str, Any]) -> dict[str, Any]:
    """Takes the settings out of a call's options, as the module wants them."""
    now = replace(_settings, **{name: options.pop(name) for name in NAMES if options.get(name) is not None})
    for name in NAMES:
        options.pop(name, None)
    return {"threads": int(now.threads), "memory": _bytes(now.memory), "seed": int(now.seed),
            "watcher": Watcher(_shown() if now.progress is None else now.progress)}


def _bytes(memory: Union[int, str]) -> int:
    if isinstance(memory, str):
        found = re.fullmatch(r"([\d.]+)\s*([KMGT]?)(i?B)?", memory)
        if not found:
            raise UsageError(f"'{memory}' is no size", "memory", "write 500M or 4G")
        return int(float(found[1]) * 1024 ** " KMGT".index(found[2] or " "))
    return int(memory)


def _shown() -> bool:
    return "ipykernel" in sys.modules or (hasattr(sys.stderr, "isatty") and sys.stderr.isatty())


class Watcher:
    """Passes on what the library says: warnings, and progress with tqdm where it is installed. Short work shows none."""

    patience = 0.5  # seconds

    def __init__(self, shown: bool) -> None:
        self.shown, self.start = shown, time.monotonic()
        self.stage, self.bar = "", None  # type: tuple[str, Any]

    def warn(self, message: str) -> None:
        level, frame = 1, sys._getframe()
        while frame.f_back and frame.f_globals.get("__name__", "").split(".")[0] == "couplet":
            level, frame = level + 1, frame.f_back
        warnings.warn(message, CoupletWarning, stacklevel=level)

    def progress(self, stage: str, done: int, total: int, unit: str, before: int = 0, remark: str = "") -> None:
        if not self.shown or time.monotonic() - self.start < self.patience:
            return
        if stage != self.stage:
            self.close()
            self.stage, self.bar = stage, _bar(stage, total, unit, before)
        if remark:
            self.bar.set_postfix_str(remark, refresh=False)
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
        self.stage, self.bar = "", None

    def __del__(self) -> None:
        self.close()


def _bar(stage: str, total: int, unit: str, before: int) -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _PlainBar(stage, total)
    return tqdm(total=total or None, desc=stage, unit=unit or "it", unit_scale=True, leave=False, initial=before)


class _PlainBar:
    def __init__(self, stage: str, total: int) -> None:
        self.stage, self.total, self.n, self.remark = stage, total, 0, ""

    def set_postfix_str(self, remark: str, refresh: bool) -> None:
        self.remark = " " + remark

    def update(self, more: int) -> None:
        self.n += more
        share = f" {100 * self.n // self.total} %" if self.total else ""
        sys.stderr.write(f"\r{self.stage}{share}{self.remark}\x1b[K")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\r\x1b[K")


os.register_at_fork(after_in_child=_core.forget_threads)
