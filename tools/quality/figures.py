"""What a job measures: figures with their bars, and the rows printed for them."""

import json
from dataclasses import dataclass
from typing import Callable, Optional


@dataclass(frozen=True)
class Bar:
    """A condition on a value; `text` is what is printed."""

    text: str
    holds: Callable[[float], bool]


def at_least(limit):
    return Bar(f">= {limit:g}", lambda value: value >= limit)


def at_most(limit):
    return Bar(f"<= {limit:g}", lambda value: value <= limit)


def within(distance, centre):
    # Decimal limits are not exact in binary: 0.575 is within .01 of 0.585.
    return Bar(f"{centre:g} +- {distance:g}", lambda value: abs(value - centre) <= distance + 1e-9)


@dataclass(frozen=True)
class Figure:
    """One named number: job.dataset.system.metric. paper: the paper's own figure, on its own data; reference: of an
    independent computation on the same data. why: what stands in the way where the bar is known not to be reached."""

    name: str
    bar: Optional[Bar] = None
    paper: Optional[float] = None
    why: str = ""
    reference: Optional[float] = None


@dataclass(frozen=True)
class Measured:
    """A value with its interval, where one makes sense."""

    value: float
    low: Optional[float] = None
    high: Optional[float] = None


@dataclass(frozen=True)
class Group:
    """Figures that are measured together: measure(bench) returns {figure name: Measured} for exactly these."""

    figures: tuple
    measure: Callable

    def names(self):
        return [figure.name for figure in self.figures]


@dataclass(frozen=True)
class Row:
    """A figure after the run. state: pass, short, missing, failed, or empty where there is no bar."""

    figure: Figure
    measured: Optional[Measured]
    state: str

    @staticmethod
    def of(figure, measured):
        bar = figure.bar
        return Row(figure, measured, "" if bar is None else "pass" if bar.holds(measured.value) else "short")

    def to_json(self):
        measured = self.measured
        passed = None if self.state == "" else self.state == "pass"
        fields = {
            "name": self.figure.name,
            "value": measured and measured.value,
            "low": measured and measured.low,
            "high": measured and measured.high,
            "paper": self.figure.paper,
            "reference": self.figure.reference,
            "bar": self.figure.bar and self.figure.bar.text,
            "pass": passed,
        }
        if measured is None:
            fields["state"] = self.state
        return json.dumps(fields, allow_nan=False)

    def cells(self):
        measured = self.measured or Measured(None)
        bar = self.figure.bar.text if self.figure.bar else ""
        numbers = [measured.value, measured.low, measured.high, self.figure.paper, self.figure.reference]
        return [self.figure.name, *map(number_text, numbers), bar, self.state]


def number_text(number):
    if number is None:
        return "-"
    return f"{number:.4f}" if abs(number) < 100 else f"{number:.0f}"


class RowPrinter:
    """Prints rows as they come: aligned columns, or one JSON object a line."""

    HEADER = ["name", "value", "low", "high", "paper", "reference", "bar", "pass"]

    def __init__(self, names, as_json):
        self.as_json = as_json
        self.name_width = max(len(name) for name in [*names, "name"])
        if not as_json:
            self._line(self.HEADER)

    def title(self, text):
        if not self.as_json:
            print(f"\n{text}", flush=True)

    def print(self, row):
        if self.as_json:
            print(row.to_json(), flush=True)
        else:
            self._line(row.cells())

    def _line(self, cells):
        name, *numbers, bar, state = cells
        columns = "".join(f"{number:>11}" for number in numbers)
        print(f"{name:<{self.name_width}}{columns}  {bar:<15}{state}".rstrip(), flush=True)
