"""docs/results.md: the figures last measured, with what they were measured on. A later run replaces the rows it measured."""

import re
import subprocess
from pathlib import Path

from figures import number_text

HERE = Path(__file__).resolve().parent
HELD_OUT_COMMIT = "ca57607"
HEAD = """# Results

Every figure against its bar, written by `./dev quality JOB --record` (JOB may be `all`) and `./dev bench --record`; the page of each
[method](methods) says how it is measured, [data](data.md) on what. Intervals are 95 %.

- *Ours*: this program on data that its developers have seen; settings were chosen on the same data where the page of the method says so.
- *Paper*: the paper's own figure, on its own data, so a guide and no target. [Papers](papers.md) lists every system of every paper.
- *Reference*: an independent computation of the same method on the same data.
- *Held out*: this program at commit {held_out} on test data that nobody who worked on it has seen. Models were fitted on the training parts,
  nothing was tuned. It differs from *ours* in the questions as well as in the settings that were chosen on ours.
- *At*: the commit of *ours* (+ with changes not yet committed).

Processors: {processors}.
"""
# Where our data differs from the paper's, a line a job.
DATA = {
    "cooccurrence": "The paper: half a million Twitter replies, and sentences of ASPEC Japanese-English judged by translation quality. Ours: film dialogue and three "
                    "other public collections of dialogue, and European Parliament and Tatoeba sentences spoilt on purpose.",
    "vectors": "The paper: 20 % of text8 (Wikipedia of 2006), whose words it counts with a threshold it does not name. Ours: the start of a Wikipedia of 2015 in the same form.",
    "matching": "The paper: its own draws of EuroParl speeches, Wikipedia articles and Arabic names. Ours: other draws of the same sizes, pages of MDN in the place of the "
                "Wikipedia articles, single words as names; the 320 pictures are the paper's.",
    "rewriting": "The paper's sets (MSRP, RTE, TREC-QA), but our figures are cross-validated on their training and development parts; only *held out* is on the test parts.",
    "bridge": "The papers: 43,380 Wikipedia articles and 69,000 EuroParl documents, English and Spanish, and Reuters articles as vectors. Ours: pages of MDN, European Parliament speeches "
              "and sentences, and the parts of Reuters that are public.",
    "opposites": "The paper's GRE questions; its Bloomsbury thesaurus is not public: ours are WordNet 3.0, MyThes and Roget 1911.",
    "completion": "The paper's Holmes questions and, as far as they are still to be had, its novels; its SAT questions and the Los Angeles Times are not public: ours are SAT-style questions from the web.",
}
TABLE = "| figure | ours | interval | paper | reference | held out | bar | | at |\n|---|---:|---|---:|---:|---|---|---|---|"


def processors(text):
    """Model and number of cores of those that the figures in the text were measured on, and of this one."""
    before = re.search(r"^Processors: (.*)\.$", text, re.MULTILINE)
    found = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    own = f"{found[0] if found else 'unknown'}, {len(found)} cores"
    return "; ".join(dict.fromkeys([*(before[1].split("; ") if before else []), own]))


def commit(repository):
    """The commit, with a + when a tracked file differs from it; this very page may."""
    def git(*words):
        return subprocess.run(["git", "-C", str(repository), *words], capture_output=True, text=True, check=True).stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/results.md", ":!docs/papers.md")
    return git("rev-parse", "--short=7", "HEAD") + ("+" if changed else "")


def held_out():
    """{figure name: "value (low to high)"} of the independent check."""
    _, *lines = (HERE / "held_out.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    return {name: value + (f" ({low} to {high})" if low else "") for name, value, low, high in rows}


def cells_of(row, at):
    """What is kept of a measured figure: value, interval, bar, state and commit."""
    measured = row.measured
    interval = f"{number_text(measured.low)} to {number_text(measured.high)}" if measured.low is not None else ""
    return number_text(measured.value), interval, bar_of(row.figure), row.state, at


def bar_of(figure):
    return figure.bar.text if figure.bar else ""


def state_now(figure, cells):
    """As it was measured; where the bar is another now, the value that stands is held against that."""
    value, _, bar, state, _ = cells
    if bar == bar_of(figure):
        return state
    return "" if not figure.bar else "pass" if figure.bar.holds(float(value)) else "short"


def line_of(figure, cells, unseen):
    value, interval, _, _, at = cells
    known = ["" if number is None else number_text(number) for number in (figure.paper, figure.reference)]
    shown = [f"`{figure.name}`", value, interval, *known, unseen.get(figure.name, ""), bar_of(figure), state_now(figure, cells), at]
    return "| " + " | ".join(shown) + " |"


def cells_in(text):
    """{figure name: its cells} of an earlier results.md, whatever stands between interval and bar."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if re.match(r"\| `\w+\.", line)]
    return {row[0].strip("`"): (row[1], row[2], row[-3], row[-2], row[-1]) for row in rows}


def rendered(cells, jobs, before=""):
    """jobs: {name: its figures}; before: the text that this one replaces. Figures never measured are left out; a short one is followed by what stands in its way."""
    unseen = held_out()
    parts = [HEAD.format(processors=processors(before), held_out=HELD_OUT_COMMIT)]
    for job, figures in jobs.items():
        known = [figure for figure in figures if figure.name in cells]
        if not known:
            continue
        note = DATA[job] + "\n\n" if job in DATA else ""
        parts.append(f"## {job}\n\n{note}{TABLE}\n" + "".join(line_of(figure, cells[figure.name], unseen) + "\n" for figure in known))
        reasons = [f"- `{figure.name}`: {figure.why}\n" for figure in known if state_now(figure, cells[figure.name]) == "short"]
        if reasons:
            parts.append("Below the bar:\n\n" + "".join(reasons))
    parts.append((HERE / "held_out.md").read_text(encoding="utf-8").format(commit=HELD_OUT_COMMIT))
    return "\n".join(parts)


def record(path, rows, jobs, repository):
    """Puts measured rows into the file, which need not be there yet."""
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    cells = cells_in(before)
    at = commit(repository)
    cells.update({row.figure.name: cells_of(row, at) for row in rows if row.measured})
    path.write_text(rendered(cells, jobs, before), encoding="utf-8")
