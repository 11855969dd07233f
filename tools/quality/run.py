"""./dev quality JOB: the figures a job reaches on real data, measured through the program.

One row a figure: name, value, low, high (a 95 % interval where one makes sense), paper, reference, bar, pass or short.
With --json one object a line on stdout; progress goes to stderr. Exit code 0: every bar is reached; 1: a figure falls
short; 3: a data set is missing or a command failed. --record writes the figures to docs/results.md after each group. A new job is a module
with groups() and a line in JOBS."""

import argparse
import contextlib
import os
import sys
import tempfile
import traceback
from pathlib import Path

sys.dont_write_bytecode = True  # before our own imports: nothing is left beside the sources

import bridge
import cleaning
import completion
import cooccurrence
import matching
import opposites
import papers
import python
import ranking
import results
import rewriting
import rooms
import serve
import team
import vectors
from figures import Row, RowPrinter
from workbench import CommandFailed, MissingData, Workbench

JOBS = {job.__name__: job.groups
        for job in (cooccurrence, cleaning, vectors, matching, rewriting, bridge, opposites, completion, ranking, rooms, serve, python, team)}
REPOSITORY = Path(__file__).resolve().parents[2]


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(prog="./dev quality", description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("job", metavar="JOB", choices=[*JOBS, "all", "papers"],
                        help=f"one of: {', '.join(JOBS)}; all: every one; papers: what docs/papers.md names, a table a paper")
    parser.add_argument("--couplet", required=True, metavar="PROGRAM", help="the program under test")
    parser.add_argument("--bench", required=True, metavar="FILE", help="the program couplet_bench")
    parser.add_argument("--data", metavar="DIR", help="the data sets (default: COUPLET_DATA, else ../shared/data)",
                        default=os.environ.get("COUPLET_DATA") or REPOSITORY.parent / "shared" / "data")
    parser.add_argument("--json", action="store_true", help="one JSON object a figure on stdout")
    parser.add_argument("--only", metavar="TEXT", default="",
                        help="only figures whose name holds TEXT, and those measured together with them")
    parser.add_argument("--keep", metavar="DIR", help="keep the models in DIR, and use those that are there already")
    parser.add_argument("--record", action="store_true", help="write the figures to docs/results.md too")
    return parser.parse_args(arguments)


def measure_group(group, bench):
    """The rows of a group; a missing data set or a failed command marks all of them."""
    try:
        measured = group.measure(bench)
        return [Row.of(figure, measured[figure.name]) for figure in group.figures]
    except MissingData as missing:
        bench.note(f"missing: {missing}")
        state = "missing"
    except CommandFailed as failure:
        bench.note(f"failed: {failure}")
        state = "failed"
    except Exception:  # a damaged data set or an answer not understood: the other figures are still worth having
        bench.note(traceback.format_exc())
        state = "failed"
    return [Row(figure, None, state) for figure in group.figures]


def scratch_of(options):
    """The directory for models: a lasting one with --keep."""
    if not options.keep:
        return tempfile.TemporaryDirectory(prefix="couplet-quality-")
    Path(options.keep).mkdir(parents=True, exist_ok=True)
    return contextlib.nullcontext(options.keep)


def wanted_groups(options):
    """The groups of the job that have a wanted figure."""
    jobs = [JOBS[options.job]] if options.job in JOBS else JOBS.values()
    named = None
    if options.job == "papers":
        named = {name for rows in papers.tables(papers.PAGE.read_text(encoding="utf-8")).values() for name in papers.figures_named(rows)}
    wanted = lambda name: options.only in name and (named is None or name in named)
    return [group for job in jobs for group in job()
            if any(wanted(name) for name in group.names()) and (not group.long or named is not None or options.only)]


def print_papers(rows, printer):
    """One table a paper, of the rows measured."""
    by_name = {row.figure.name: row for row in rows}
    for paper, lines in papers.tables(papers.PAGE.read_text(encoding="utf-8")).items():
        measured = [by_name[name] for name in papers.figures_named(lines) if name in by_name]
        if measured:
            printer.title(paper)
            for row in measured:
                printer.print(row)


def main(arguments):
    options = parse_arguments(arguments)
    groups = wanted_groups(options)
    if not groups:
        print(f"--only {options.only}: no figure has that in its name", file=sys.stderr)
        return 2
    printer = RowPrinter([name for group in groups for name in group.names()], options.json)
    all_rows = []
    all_figures = {name: [figure for group in job() for figure in group.figures] for name, job in JOBS.items()}
    with scratch_of(options) as scratch:
        bench = Workbench(options.couplet, options.bench, options.data, scratch, REPOSITORY / "docs" / "pictures" if options.record else None)
        for group in groups:
            rows = measure_group(group, bench)
            all_rows += rows
            if options.job != "papers":
                for row in rows:
                    printer.print(row)
            if options.record:
                results.record(REPOSITORY / "docs" / "results.md", rows, all_figures, REPOSITORY)
                papers.update()
    if options.job == "papers":
        print_papers(all_rows, printer)
    states = {row.state for row in all_rows}
    return 3 if states & {"missing", "failed"} else 1 if "short" in states else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
