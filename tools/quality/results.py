"""docs/results.md: the figures last measured, with what they were measured on. A later run replaces the rows it measured."""

import re
import subprocess
from pathlib import Path

from figures import number_text

HEAD = """# Results

Every figure against its bar, written by `./dev quality JOB --record` (JOB may be `all`) and `./dev bench --record`; the page of each
[method](methods) says how it is measured. Intervals are 95 %. *Published* is the paper's figure, mostly on other test data. *At* is the commit
(+ with changes not yet committed). Processor: {processor}.
"""
TABLE = "| figure | value | interval | published | bar | | at |\n|---|---:|---|---:|---|---|---|"


def processor():
    """Model and number of cores."""
    found = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    return f"{found[0] if found else 'unknown'}, {len(found)} cores"


def commit(repository):
    """The commit, with a + when a tracked file differs from it; this very page may."""
    def git(*words):
        return subprocess.run(["git", "-C", str(repository), *words], capture_output=True, text=True, check=True).stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/results.md")
    return git("rev-parse", "--short=7", "HEAD") + ("+" if changed else "")


def line_of(row, at):
    measured, figure = row.measured, row.figure
    interval = f"{number_text(measured.low)} to {number_text(measured.high)}" if measured.low is not None else ""
    published = "" if figure.published is None else number_text(figure.published)
    bar = figure.bar.text if figure.bar else ""
    return f"| `{figure.name}` | {number_text(measured.value)} | {interval} | {published} | {bar} | {row.state} | {at} |"


def lines_in(text):
    """{figure name: its line} of an earlier results.md."""
    return {found[1]: found[0] for found in re.finditer(r"^\| `([^`]+)` \|.*$", text, re.MULTILINE)}


def is_short(line):
    return line.split(" | ")[5].strip() == "short"


def rendered(lines, jobs):
    """jobs: {name: its figures}. Figures never measured are left out; a short one is followed by what stands in its way."""
    parts = [HEAD.format(processor=processor())]
    for job, figures in jobs.items():
        known = [figure for figure in figures if figure.name in lines]
        if not known:
            continue
        parts.append(f"## {job}\n\n{TABLE}\n" + "".join(lines[figure.name] + "\n" for figure in known))
        reasons = [f"- `{figure.name}`: {figure.why}\n" for figure in known if is_short(lines[figure.name])]
        if reasons:
            parts.append("Below the bar:\n\n" + "".join(reasons))
    return "\n".join(parts)


def record(path, rows, jobs, repository):
    """Puts measured rows into the file, which need not be there yet."""
    lines = lines_in(path.read_text(encoding="utf-8")) if path.exists() else {}
    at = commit(repository)
    lines.update({row.figure.name: line_of(row, at) for row in rows if row.measured})
    path.write_text(rendered(lines, jobs), encoding="utf-8")
