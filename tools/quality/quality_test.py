"""Tests of the quality tool's own arithmetic: /usr/bin/python3 -m unittest discover -s tools/quality -p '*_test.py'"""

import io
import json
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

import results
import run
from corruption import KINDS, corrupt, first_half
from figures import Figure, Group, Measured, Row, at_least, at_most, within
from roc import auc_with_interval, midranks
from workbench import CommandFailed, MissingData, Workbench


class Roc(unittest.TestCase):
    def test_ties_share_the_mean_rank(self):
        self.assertEqual(midranks([3, 1, 3, 2]), [3.5, 1, 3.5, 2])

    def test_agrees_with_counting_pairs_and_with_delong_as_written(self):
        positives = [((i * 37) % 101) // 4 + 6 for i in range(60)]
        negatives = [((i * 53) % 97) // 4 for i in range(45)]
        better = lambda x, y: 1.0 if x > y else 0.5 if x == y else 0.0
        m, n = len(positives), len(negatives)
        v10 = [sum(better(x, y) for y in negatives) / n for x in positives]
        v01 = [sum(better(x, y) for x in positives) / m for y in negatives]
        auc = sum(v10) / m
        spread = sum((v - auc) ** 2 for v in v10) / (m - 1) / m + sum((v - auc) ** 2 for v in v01) / (n - 1) / n
        found, low, high = auc_with_interval(positives, negatives)
        self.assertAlmostEqual(found, auc, places=12)
        self.assertAlmostEqual(high - low, 2 * 1.959964 * spread ** 0.5, places=9)

    def test_needs_both_classes(self):
        with self.assertRaises(ValueError):
            auc_with_interval([1, 2, 3], [1])


class Corruption(unittest.TestCase):
    pairs = [(f"left {i}", f"right {i} of the many") for i in range(1000)]

    def test_a_tenth_of_each_kind_and_the_rest_untouched(self):
        noisy, kinds = corrupt(self.pairs)
        self.assertEqual([kinds.count(kind) for kind in KINDS], [100, 100, 100])
        for (left, right), pair, kind in zip(noisy, self.pairs, kinds):
            self.assertEqual(left, pair[0])
            self.assertEqual(right == pair[1], kind == "clean")

    def test_shuffled_partners_stay_among_themselves(self):
        noisy, kinds = corrupt(self.pairs)
        rows = [i for i, kind in enumerate(kinds) if kind == "shuffled"]
        self.assertEqual(sorted(noisy[i][1] for i in rows), sorted(self.pairs[i][1] for i in rows))

    def test_is_the_same_every_time(self):
        self.assertEqual(corrupt(self.pairs), corrupt(self.pairs))

    def test_a_corruption_that_changes_nothing_is_clean(self):
        _, kinds = corrupt([(f"left {i // 2}", "same") for i in range(100)])
        self.assertEqual(set(kinds), {"clean"})

    def test_neighbour_skips_translations_of_the_same_sentence(self):
        pairs = [(f"left {i // 4}", f"right {i}") for i in range(400)]
        noisy, kinds = corrupt(pairs)
        for i, kind in enumerate(kinds):
            if kind == "neighbour":
                self.assertEqual(noisy[i][1], f"right {(i // 4 + 1) * 4 % 400}")

    def test_half(self):
        self.assertEqual(first_half("one two three four five"), "one two")
        self.assertEqual(first_half("one"), "one")


class Bars(unittest.TestCase):
    def test_limits_belong_to_the_bar(self):
        self.assertTrue(at_least(0.5).holds(0.5))
        self.assertFalse(at_least(0.5).holds(0.4999))
        self.assertTrue(at_most(3).holds(3))
        self.assertFalse(at_most(3).holds(3.01))
        self.assertTrue(within(0.01, 0.585).holds(0.575))
        self.assertTrue(within(0.01, 0.585).holds(0.595))
        self.assertFalse(within(0.01, 0.585).holds(0.5749))
        self.assertFalse(within(0.01, 0.585).holds(0.5951))

    def test_json_says_null_where_nothing_is_known(self):
        row = json.loads(Row.of(Figure("a.b.c"), Measured(0.25)).to_json())
        unknown = dict.fromkeys(("low", "high", "paper", "reference", "bar", "pass"))
        self.assertEqual(row, {"name": "a.b.c", "value": 0.25, **unknown})


class Runs(unittest.TestCase):
    """The tool as a whole, with a job of the test's own."""

    def run_job(self, measure, bar, as_json=True):
        run.JOBS["test"] = lambda: [Group((Figure("test.set.system.metric", bar, 0.7),), measure)]
        self.addCleanup(run.JOBS.pop, "test")
        out, err = io.StringIO(), io.StringIO()
        with tempfile.TemporaryDirectory() as data, redirect_stdout(out), redirect_stderr(err):
            arguments = ["test", "--couplet", "/bin/true", "--bench", data, "--data", data]
            code = run.main(arguments + ["--json"] * as_json)
        return code, out.getvalue(), err.getvalue()

    def test_reached(self):
        code, out, _ = self.run_job(lambda bench: {"test.set.system.metric": Measured(0.75, 0.7, 0.8)}, at_least(0.75))
        self.assertEqual(code, 0)
        self.assertEqual(json.loads(out), {"name": "test.set.system.metric", "value": 0.75, "low": 0.7, "high": 0.8,
                                           "paper": 0.7, "reference": None, "bar": ">= 0.75", "pass": True})

    def test_short(self):
        measure = lambda bench: {"test.set.system.metric": Measured(0.7)}
        code, out, _ = self.run_job(measure, at_least(0.75), as_json=False)
        self.assertEqual(code, 1)
        cells = out.splitlines()[1].split()
        self.assertEqual(cells, ["test.set.system.metric", "0.7000", "-", "-", "0.7000", "-", ">=", "0.75", "short"])

    def test_a_missing_data_set_is_a_row_and_an_exit_code(self):
        code, out, err = self.run_job(lambda bench: bench.data("absent/train.tsv"), None)
        self.assertEqual(code, 3)
        row = json.loads(out)
        self.assertEqual((row["value"], row["pass"], row["state"]), (None, False, "missing"))
        self.assertIn("absent/train.tsv", err)

    def test_a_failed_command_is_a_row_and_an_exit_code(self):
        def fail(bench):
            bench.couplet_path = Path("/bin/false")
            bench.couplet("fit")
        code, out, err = self.run_job(fail, None, as_json=False)
        self.assertEqual(code, 3)
        self.assertIn("failed", out)
        self.assertIn("/bin/false: exit code 1", err)


    def test_an_answer_not_understood_fails_its_rows_only(self):
        code, out, err = self.run_job(lambda bench: {}, None)
        self.assertEqual((code, json.loads(out)["state"]), (3, "failed"))
        self.assertIn("KeyError", err)


class Results(unittest.TestCase):
    figures = [Figure("test.a", at_least(0.5), why="too hard"), Figure("test.b", at_most(3), 2.0), Figure("test.c")]

    def test_a_later_run_replaces_its_own_rows_only(self):
        first = {"test.a": results.cells_of(Row.of(self.figures[0], Measured(0.4, 0.3, 0.5)), "aaaaaaa"),
                 "test.b": results.cells_of(Row.of(self.figures[1], Measured(1)), "aaaaaaa")}
        text = results.rendered(first, {"test": self.figures})
        self.assertIn("| `test.a` | 0.4000 | 0.3000 to 0.5000 |  |  |  | >= 0.5 | short | aaaaaaa |", text)
        self.assertIn("- `test.a`: too hard", text)
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "results.md"
            path.write_text(text, encoding="utf-8")
            results.record(path, [Row.of(self.figures[0], Measured(0.6)), Row(self.figures[2], None, "missing")],
                           {"test": self.figures}, run.REPOSITORY)
            text = path.read_text(encoding="utf-8")
        self.assertNotIn("too hard", text)
        self.assertIn("| `test.b` | 1.0000 |  | 2.0000 |  |  | <= 3 | pass | aaaaaaa |", text)
        self.assertNotIn("test.c", text)

    def test_processors_of_earlier_rows_stay_named(self):
        text = results.rendered({}, {}, "Processors: Abacus, 1 cores.\n")
        self.assertRegex(text, r"\nProcessors: Abacus, 1 cores; [^;\n]+, \d+ cores\.\n")
        self.assertEqual(results.rendered({}, {}, text), text)

    def test_a_bar_that_was_raised_is_held_against_what_stands(self):
        was = Figure("test.a", at_least(0.3))
        text = results.rendered({"test.a": results.cells_of(Row.of(was, Measured(0.4)), "aaaaaaa")}, {"test": [self.figures[0]]})
        self.assertIn(">= 0.5 | short | aaaaaaa |", text)
        self.assertIn("- `test.a`: too hard", text)

    def test_what_is_short_says_why(self):
        text = (run.REPOSITORY / "docs" / "results.md").read_text(encoding="utf-8")
        reasons = {figure.name: figure.why for job in run.JOBS.values() for group in job() for figure in group.figures}
        cells = results.cells_in(text)
        self.assertGreater(len(cells), 100)
        for name, (_, _, _, state, _) in cells.items():
            self.assertIn(name, reasons, "no job measures this any more")
            if state == "short":
                self.assertTrue(reasons[name], f"{name} is short and no reason is given")

    def test_held_out_figures_stand_beside_ours(self):
        known = {figure.name for job in run.JOBS.values() for group in job() for figure in group.figures}
        unseen = results.held_out()
        self.assertGreater(len(unseen), 100)
        self.assertEqual([name for name in unseen if name not in known], [])
        figure = Figure("rewriting.msrp.pr.f1", paper=0.821)
        self.assertIn("| 0.8210 |  | 0.8221 (0.8051 to 0.8380) |", results.line_of(figure, ("0.8", "", "", "", "aaaaaaa"), unseen))


class Data(unittest.TestCase):
    def test_finds_compressed_files_and_refuses_test_files(self):
        with tempfile.TemporaryDirectory() as directory:
            (Path(directory) / "train.tsv.xz").touch()
            bench = Workbench("/bin/true", directory, directory, directory)
            self.assertEqual(bench.data("train.tsv").name, "train.tsv.xz")
            with self.assertRaises(MissingData):
                bench.data("dev.tsv")
            with self.assertRaises(ValueError):
                bench.data("test.tsv")
            with self.assertRaises(CommandFailed):
                bench.bench("absent")


if __name__ == "__main__":
    unittest.main()
