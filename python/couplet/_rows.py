"""Results: columns by name, and how notebooks show them."""

from __future__ import annotations

import html
from typing import Any, Union

import numpy as np

from ._tensors import Array

_SHOWN = 20  # rows of a table in a notebook


class Rows(dict[str, Any]):
    """The rows of a task as a dict of NumPy arrays, a column each, with the names that --json has. Missing numbers are
    NaN, missing texts None. Attributes are columns too: rows.score is rows["score"]. A task that hands several tables
    gives the first of them; `tables` has all."""

    kind: str
    yes: bool  # False: the task ran, and its answer is no
    others: tuple["Rows", ...] = ()

    def __init__(self, kind: str, columns: dict[str, Any], yes: bool = True) -> None:
        super().__init__(columns)
        self.kind, self.yes = kind, yes

    @property
    def tables(self) -> dict[str, "Rows"]:
        """All tables of the task by their kinds, which are those of --json; this one first."""
        return {rows.kind: rows for rows in (self, *self.others)}

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"rows of kind '{self.kind}' have no column '{name}': {', '.join(self)}") from None

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(next(iter(self.values()))) if self else 0

    def frame(self) -> Any:
        """A pandas DataFrame."""
        import pandas

        return pandas.DataFrame(dict(self))

    def records(self) -> list[dict[str, Any]]:
        """A dict a row, of Python values."""
        columns = [column.tolist() for column in self.values()]
        return [dict(zip(self, row)) for row in zip(*columns)]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.kind, dict(self), self.yes), dict(self.__dict__)

    def __repr__(self) -> str:
        more = f"; tables {', '.join(self.tables)}" if self.others else ""
        return f"<couplet.{type(self).__name__} {self.kind}: {self.height} rows of {', '.join(self)}{more}>"

    def _repr_html_(self) -> str:
        return "".join(rows._table_html() for rows in (*self.others, self) if rows.height)

    def _table_html(self) -> str:
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(_shown(value))}</td>" for value in row) + "</tr>"
                       for row in zip(*(column[:_SHOWN] for column in self.values())))
        more = f"<p>{self.height - _SHOWN} more rows</p>" if self.height > _SHOWN else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _shown(value: Any) -> str:
    if value is None or value != value:
        return ""
    return f"{value:.6g}" if isinstance(value, (float, np.floating)) else str(value)


class Explanation(Rows):
    """Why a pair has its score: reasons, the largest first. Word pairs are shown as a heat map."""

    def matrix(self) -> tuple[list[str], list[str], Array]:
        """The word pairs: words of the left, words of the right, values. Words in the order of their weight; pairs
        that `top` left out are NaN."""
        chosen = [i for i, kind in enumerate(self["kind"]) if kind == "word pair" and self["right"][i]]
        left = list(dict.fromkeys(self["left"][i] for i in chosen))
        right = list(dict.fromkeys(self["right"][i] for i in chosen))
        values = np.full((len(left), len(right)), np.nan)
        for i in chosen:
            values[left.index(self["left"][i]), right.index(self["right"][i])] = self["value"][i]
        return left, right, values

    def picture(self) -> "Picture":
        """The word pairs as a heat map: blue speaks for the pair, red against it."""
        left, right, values = self.matrix()
        x0, y0, width, height = 12 + 8 * max(map(len, left), default=0), 48, 8 * max(map(len, right), default=0) + 16, 26
        parts = [f'<text x="8" y="18">score {self["value"][0]:.4g}</text>']
        parts += [f'<text x="{x0 + (j + 0.5) * width}" y="{y0 - 8}" text-anchor="middle">{html.escape(word)}</text>'
                  for j, word in enumerate(right)]
        largest = float(np.nanmax(np.abs(values), initial=0)) or 1.0
        for i, word in enumerate(left):
            middle = y0 + (i + 0.5) * height + 4
            parts.append(f'<text x="{x0 - 8}" y="{middle}" text-anchor="end">{html.escape(word)}</text>')
            for j, value in enumerate(values[i]):
                if value == value:
                    colour, share = "#2f6fb5" if value > 0 else "#c2412d", abs(value) / largest
                    parts.append(f'<rect x="{x0 + j * width}" y="{y0 + i * height}" width="{width - 1}" height="{height - 1}" '
                                 f'fill="{colour}" fill-opacity="{share:.2f}"/><text x="{x0 + (j + 0.5) * width}" y="{middle}" '
                                 f'text-anchor="middle" font-size="11">{value:.2g}</text>')
        size = f"{x0 + len(right) * width + 8} {y0 + len(left) * height + 8}"
        return Picture(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{size.split()[0]}" '
                       f'font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="white"/>\n'
                       + "\n".join(parts) + "\n</svg>\n")

    def _repr_html_(self) -> str:
        return self.picture() if "word pair" in self["kind"] else super()._repr_html_()


class Picture(str):
    """An SVG; notebooks draw it."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: Any) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)

    def __repr__(self) -> str:
        return f"<couplet.Picture: {len(self)} characters of SVG>"


class Filtered(Rows):
    """Every pair as judged: kept or not, and why. `summary` counts them; a filter's `picture` draws their quality."""

    picture: Union[Picture, None] = None

    @property
    def summary(self) -> Rows:
        """What the program prints: how many pairs were kept and dropped, and why."""
        return self.others[0]

    def keep(self, *columns: Any) -> Any:
        """The kept items of a column (a list, an array, a DataFrame), or of several."""
        kept = [self._kept(column) for column in columns]
        return kept[0] if len(kept) == 1 else tuple(kept)

    def _kept(self, column: Any) -> Any:
        if hasattr(column, "iloc"):
            return column.iloc[np.flatnonzero(self["kept"])]
        if isinstance(column, np.ndarray):
            return column[self["kept"]]
        return [item for item, kept in zip(column, self["kept"]) if kept]


def rows_of(tables: list[tuple[str, dict[str, Any]]], yes: bool) -> Rows:
    """The first of the tables, with the others."""
    first, *others = ((Explanation if kind == "explain" else Rows)(kind, columns, yes) for kind, columns in tables or [("", {})])
    first.others = tuple(others)
    return first
