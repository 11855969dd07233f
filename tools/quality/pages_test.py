"""Tests of the pages that the quality tool writes, and of the list of the data."""

import gzip
import io
import sys
import tempfile
import unittest
import xml.dom.minidom
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

import data
import papers
import picture
import results
import run
from figures import Figure, Group, Measured
from workbench import Workbench


class Pictures(unittest.TestCase):
    def test_points_and_ticks_stand_where_they_belong(self):
        self.assertEqual(picture.ticks(0, 1), [0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0])
        self.assertEqual(picture.ticks(3, 52), [10, 20, 30, 40, 50])
        self.assertEqual(picture.bounds([0.1, 0.395]), (0, 0.4))  # from 0 where some value comes near it
        self.assertEqual(picture.bounds([82, 96]), (80, 100))
        self.assertEqual(picture.bounds([-1.5, 3]), (-2, 3))
        svg = picture.curves_svg("a < b", "pairs", "share", {"one": [(10, 0), (1000, 1)], "two": [(100, 0.5)]}, logarithmic=True)
        xml.dom.minidom.parseString(svg)
        self.assertIn('points="70.0,366.0 560.0,46.0"', svg)
        self.assertIn('<circle cx="315.0" cy="206.0" r="3"', svg)
        self.assertIn("two: 100, 0.5", svg)

    def test_names_stand_at_the_ends_of_their_curves_and_not_over_one_another(self):
        self.assertEqual(picture.apart([100, 50, 104]), [100, 50, 116])
        self.assertEqual(picture.apart([picture.BOTTOM, picture.BOTTOM - 1]), [picture.BOTTOM, picture.BOTTOM - 16])
        svg = picture.curves_svg("t", "x", "y", {"low": [(0, 0), (1, 0)], "high": [(0, 0), (1, 1)]})
        self.assertIn(f'y="{picture.BOTTOM + 4:.1f}" text-anchor="start" fill="#555" font-size="12">low<', svg)
        self.assertIn(f'y="{picture.TOP + 4:.1f}" text-anchor="start" fill="#555" font-size="12">high<', svg)

    def test_is_written_when_recording_only(self):
        with tempfile.TemporaryDirectory() as directory:
            for pictures in None, Path(directory):
                picture.draw(Workbench("/bin/true", directory, directory, directory, pictures), "c.svg", "t", "x", "y", {"a": [(1, 2), (2, 3)]})
                self.assertEqual((Path(directory) / "c.svg").exists(), pictures is not None)


class Papers(unittest.TestCase):
    page = ("# P\n\n## One\n\n| system | command | test | paper | ours |\n|---|---|---|---|---|\n"
            "| a | `couplet x` | t | .5 | `test.set.a.f1` -, `test.set.b+c.f1` 0.1 |\n\n## Two\n\nwords\n")

    def test_reads_tables_and_puts_in_what_was_measured(self):
        rows = papers.tables(self.page)
        self.assertEqual(list(rows), ["One"])
        self.assertEqual(papers.figures_named(rows["One"]), ["test.set.a.f1", "test.set.b+c.f1"])
        text = papers.filled(self.page, {"test.set.a.f1": ("0.2500", "", "", "aaaaaaa")})
        self.assertIn("`test.set.a.f1` 0.2500, `test.set.b+c.f1` - |", text)

    def test_a_run_measures_what_the_page_names_a_table_a_paper(self):
        measure = lambda bench: {"test.set.a.f1": Measured(0.25), "test.set.z.f1": Measured(1)}
        jobs = {"test": lambda: [Group((Figure("test.set.a.f1", paper=0.5), Figure("test.set.z.f1")), measure),
                                 Group((Figure("test.unnamed"),), lambda bench: self.fail("not named by a paper"))]}
        with tempfile.TemporaryDirectory() as directory:
            page = Path(directory) / "papers.md"
            page.write_text(self.page, encoding="utf-8")
            out = io.StringIO()
            with mock.patch.object(papers, "PAGE", page), mock.patch.object(run, "JOBS", jobs), redirect_stdout(out), redirect_stderr(io.StringIO()):
                self.assertEqual(run.main(["papers", "--couplet", "/bin/true", "--bench", directory, "--data", directory]), 0)
        header, *lines = out.getvalue().splitlines()
        self.assertEqual(lines[:2], ["", "One"])
        self.assertEqual([line.split()[0] for line in lines[2:]], ["test.set.a.f1"])

    def test_the_page_is_whole_and_says_what_was_measured(self):
        text = papers.PAGE.read_text(encoding="utf-8")
        self.assertNotIn("to come", text)
        known = {figure.name for job in run.JOBS.values() for group in job() for figure in group.figures}
        cells = results.cells_in((run.REPOSITORY / "docs" / "results.md").read_text(encoding="utf-8"))
        rows = papers.tables(text)
        self.assertEqual(len(rows), 8)
        for paper, lines in rows.items():
            for line in lines:
                self.assertEqual(len(line), 5, f"{paper}: {line[0]}")
                self.assertTrue(all(line), f"{paper}: {line[0]} has an empty cell")
            for name in papers.figures_named(lines):
                self.assertIn(name, known, f"{paper}: no job measures it")
        self.assertEqual(papers.filled(text, cells), text, "values differ from docs/results.md: run ./dev quality papers --record")


class DataList(unittest.TestCase):
    def test_says_what_is_missing_and_what_differs(self):
        with tempfile.TemporaryDirectory() as name:
            directory = Path(name)
            (directory / "a.tsv.gz").write_bytes(gzip.compress(b"x\ty\n1\t2\n"))
            (directory / "b.txt").write_bytes(b"one\n")
            good = data.described(directory / "a.tsv.gz")
            self.assertEqual(good[:2], ("2", "2"))
            self.assertEqual(data.described(directory / "b.txt")[:2], ("1", "0"))
            rows = [["a.tsv", *good], ["b.txt", "2", "0", data.described(directory / "b.txt")[2]], ["c/d.tsv", "1", "1", ""]]
            self.assertEqual(list(data.problems(directory, rows)),
                             [("other", "b.txt: lines 1, expected 2"), ("missing", "c/d.tsv is missing: docs/data.md says where it comes from")])
            self.assertEqual(list(data.problems(directory, rows[:1])), [])

    def test_every_listed_directory_is_described(self):
        text = (run.REPOSITORY / "docs" / "data.md").read_text(encoding="utf-8")
        for name, *_ in data.listed():
            self.assertIn(f"`{name.split('/')[0]}", text)
            self.assertNotIn("test", name.split("/")[-1])


if __name__ == "__main__":
    unittest.main()
