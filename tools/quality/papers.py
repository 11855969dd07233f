"""docs/papers.md: the figures it names, paper by paper, and their values from docs/results.md. The page itself is written by hand."""

import re
from pathlib import Path

import results

PAGE = Path(__file__).resolve().parents[2] / "docs" / "papers.md"
NAMED = re.compile(r"`((?:\w+)\.[\w.+-]+)` (-?[\d.]+|-)(?![\w.])")


def tables(text):
    """{paper: its rows, each a list of cells} of the page."""
    found = {}
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        rows = [[cell.strip() for cell in line.split(" | ")] for line in re.findall(r"^\| (.*) \|$", section, re.MULTILINE)]
        if rows:
            found[section.splitlines()[0]] = rows[1:]
    return found


def figures_named(rows):
    """Names of the figures in the rows of a paper, in order, each once."""
    return list(dict.fromkeys(name for row in rows for cell in row for name, _ in NAMED.findall(cell)))


def filled(text, cells):
    """The page with the values of the figures it names; - where one was never measured."""
    return NAMED.sub(lambda found: f"`{found[1]}` {cells[found[1]][0] if found[1] in cells else '-'}", text)


def update(page=PAGE, results_page=None):
    cells = results.cells_in((results_page or page.with_name("results.md")).read_text(encoding="utf-8"))
    page.write_text(filled(page.read_text(encoding="utf-8"), cells), encoding="utf-8")
