"""couplet-mpi: the same bytes from any number of processes; what a failing process does; sums that are kept and added up.

COUPLET and COUPLET_MPI name the programs. Needs mpirun (Open MPI) and python3-distributed."""
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from team_data import BALANCED, ENVIRONMENT, FITS, TEAMS, children_of, write_data

COUPLET, COUPLET_MPI = os.environ["COUPLET"], os.environ["COUPLET_MPI"]


def is_running(pid):
    """False also for one that has ended and that nobody asks about."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


class TeamTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="couplet-team-")
        cls.folder = Path(cls.scratch.name)
        write_data(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def run_in(self, processes, words, **options):
        """processes 0: the plain program."""
        command = [COUPLET] if processes == 0 else ["mpirun", "--quiet", "-n", str(processes), COUPLET_MPI]
        return subprocess.run([*command, *words], cwd=self.folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=600, **options)

    def model_of(self, processes, words, name="model.couplet"):
        model = self.folder / name
        model.unlink(missing_ok=True)
        done = self.run_in(processes, ["fit", *words, "-o", name])
        self.assertEqual(done.returncode, 0, done.stderr)
        return model.read_bytes()

    def test_same_bytes(self):
        # Starting processes is mostly waiting: several teams at a time.
        with ThreadPoolExecutor(4) as pool:
            for name, same in pool.map(self.same_bytes, FITS, range(len(FITS))):
                with self.subTest(fit=name):
                    self.assertEqual(same, dict.fromkeys(TEAMS, True))

    def same_bytes(self, name, number):
        expected = self.model_of(0, FITS[name], f"{number}.couplet")
        same = {processes: self.model_of(processes, FITS[name], f"{number}.couplet") == expected for processes in TEAMS}
        if name in BALANCED:
            for processes in (2, 3):
                same[processes] &= self.model_of(processes, [*FITS[name], "--balance"], f"{number}.couplet") == expected
        return name, same

    def test_with_balance_others_do_what_a_stopped_process_does_not(self):
        """Of two processes one stops as soon as there is a sum of the long pass: the other takes all segments but those it has."""
        words = ["phsic", "pairs.tsv", "--encoder", "hash:1000", "--threads", "1"]
        sums = self.folder / "balanced"
        job = subprocess.Popen(["mpirun", "--quiet", "-n", "2", COUPLET_MPI, "fit", *words, "--balance", "--checkpoint", str(sums), "-o", "balanced.couplet"],
                               cwd=self.folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.wait_until(lambda: any(sums.glob("*-2-*.sums")))
        stopped = max(children_of(job.pid))  # started last
        os.kill(stopped, signal.SIGSTOP)
        try:
            self.wait_until(lambda: len(list(sums.glob("*-2-*.sums"))) == 5)
        finally:
            os.kill(stopped, signal.SIGCONT)
        self.assertEqual(job.wait(120), 0, job.stderr.read())
        job.stderr.close()
        self.assertEqual((self.folder / "balanced.couplet").read_bytes(), self.model_of(0, words))

    def wait_until(self, holds, seconds=60):
        for _ in range(seconds * 50):
            if holds():
                return
            time.sleep(0.02)
        self.fail("it did not come to that")

    def test_work_over_models(self):
        self.model_of(0, ["phsic", "few.tsv", "--encoder", "hash:32"], "few.couplet")
        with ThreadPoolExecutor(3) as pool:
            alone, *teams = pool.map(self.work_over_models, (0, *TEAMS))
        self.assertEqual(alone["score"].count("\n"), 16_501)
        self.assertEqual(alone["rank"].count("\n"), 6_001)
        self.assertGreater(alone["mine"].count("\n"), 10)
        for processes, outputs in zip(TEAMS, teams):
            for verb, text in outputs.items():
                self.assertTrue(text == alone[verb], f"other output of {verb} from {processes} processes")

    def work_over_models(self, processes):
        files = {name: f"{name}-{processes}.tsv" for name in ("kept", "dropped")}
        few = ["few.couplet", "few.tsv"]
        done = {words[0]: self.run_in(processes, words) for words in (
            ["score", "few.couplet", "pairs.tsv"], ["embed", "few.couplet", "left.txt"],
            ["rank", *few, "--among", "few.tsv", "--columns", "1,2", "--top", "1", "--margin", "4"],
            ["mine", *few, "few.tsv", "--columns", "1,2"],
            ["filter", "few.couplet", "pairs.tsv", "--keep-fraction", "0.5", "-o", files["kept"], "--dropped", files["dropped"]])}
        outputs = {verb: run.stdout for verb, run in done.items() if verb != "filter"}
        return outputs | {name: (self.folder / file).read_text() for name, file in files.items()}

    def test_report_is_printed_once(self):
        done = self.run_in(3, ["fit", "pmi", "pairs.tsv", "-o", "pmi.couplet"])
        alone = self.run_in(0, ["fit", "pmi", "pairs.tsv", "-o", "pmi.couplet"])
        without_time = [[line for line in text.splitlines() if not line.startswith("seconds")] for text in (done.stdout, alone.stdout)]
        self.assertEqual(*without_time)
        # Open MPI's hwloc complains where /sys is not mounted, as in a chroot.
        self.assertEqual([line for line in done.stderr.splitlines() if not line.startswith("[hwloc/")], [])

    def test_verbose_says_what_each_process_sent_and_needed(self):
        done = self.run_in(2, ["fit", "pmi", "pairs.tsv", "-v", "-o", "pmi.couplet"])
        costs = re.findall(r"process (\d) of 2: sent ([\d.]+) MB, processor [\d.]+ s, peak (\d+) MB\n", done.stderr)
        self.assertEqual([rank for rank, _, _ in costs], ["1", "2"])
        for _, sent, peak in costs:
            self.assertGreater(float(sent), 0)
            self.assertGreater(int(peak), 0)

    def test_methods_that_do_not_work_in_a_team_say_so(self):
        done = self.run_in(2, ["fit", "rnnlm", "left.txt", "-o", "no.couplet"])
        self.assertEqual(done.returncode, 2)
        self.assertIn("rnnlm: does not work in a team of processes yet; use one process; these work in a team: phsic, pmi, counts", done.stderr)
        listed = done.stderr.split("these work in a team: ")[1].splitlines()[0].split(", ")
        self.assertEqual(set(listed), {words[0] for words in FITS.values()}, "a method claims to work in a team and is not tested, or not")
        done = self.run_in(2, ["verify", "no.couplet"])
        self.assertEqual(done.returncode, 2)
        self.assertIn("'verify' does not work in a team of processes; use one process", done.stderr)
        done = self.run_in(2, ["score", "few.couplet", "pairs.tsv", "--balance"])
        self.assertEqual(done.returncode, 2)
        self.assertIn("--balance: 'score' has equal shares for all processes; leave it out", done.stderr)

    def test_one_message_and_the_exit_code(self):
        done = self.run_in(3, ["fit", "phsic", "pairs.tsv", "--encoder", "nonsense", "-o", "no.couplet"])
        self.assertEqual((done.returncode, done.stderr.count("couplet: ")), (2, 1), done.stderr)
        # A bad line that only one process reads.
        lines = (self.folder / "pairs.tsv").read_text().splitlines(keepends=True)
        (self.folder / "bad.tsv").write_text("".join(lines[:-10]) + "no tab\n" + "".join(lines[-10:]))
        done = self.run_in(3, ["fit", "phsic", "bad.tsv", "--encoder", "hash:8", "-o", "no.couplet"])
        self.assertEqual((done.returncode, done.stderr.count("couplet: ")), (3, 1), done.stderr)
        self.assertIn("bad.tsv:16491: 1 column", done.stderr)
        # Two that different processes read at about the same time.
        (self.folder / "bad.tsv").write_text("".join(lines[:9000]) + "no tab\n" + "".join(lines[9000:-10]) + "no tab\n")
        done = self.run_in(3, ["fit", "phsic", "bad.tsv", "--encoder", "hash:8", "-o", "no.couplet"])
        self.assertEqual((done.returncode, done.stderr.count("couplet: ")), (3, 1), done.stderr)
        self.assertFalse((self.folder / "no.couplet").exists())

    def test_all_processes_must_have_the_same_before_them(self):
        """What can be read once, other data, other kernels: refused, not a wrong model."""
        done = self.run_in(2, ["fit", "pmi", "-", "-o", "no.couplet"], input="a b\tc d\n" * 9)
        self.assertEqual((done.returncode, done.stderr.count("couplet: ")), (2, 1), done.stderr)
        self.assertIn("standard input: can be read only once, and every process of a team reads its part", done.stderr)
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        for words in (["fit", "ngram", "pipe", "-o", "no.couplet"], ["score", "model.couplet", "pipe"]):
            done = self.run_in(2, words)
            self.assertEqual(done.returncode, 2)
            self.assertIn("pipe: can be read only once", done.stderr)
        lines = (self.folder / "pairs.tsv").read_text().splitlines(keepends=True)
        for name, part in (("here", lines[:200]), ("there", lines[1:200])):
            (self.folder / name).mkdir()
            (self.folder / name / "some.tsv").write_text("".join(part))
        self.model_of(0, ["pmi", "pairs.tsv"], "of-pairs.couplet")
        fit, score = ["fit", "pmi", "some.tsv", "-o", "no.couplet"], ["score", "../of-pairs.couplet", "some.tsv"]

        def different(words, *options):
            sides = [["-n", "1", *option, COUPLET_MPI, *words] for option in options]
            return subprocess.run(["mpirun", "--quiet", *sides[0], ":", *sides[1]], cwd=self.folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=600)

        for words in (fit, score):
            done = different(words, ["-wdir", str(self.folder / "here")], ["-wdir", str(self.folder / "there")])
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
            self.assertIn("some.tsv: is not the same for all processes", done.stderr)
        fit[2] = "pairs.tsv"
        done = different(fit, *(["-x", f"OPENBLAS_CORETYPE={kernels}"] for kernels in ("Nehalem", "Haswell")))
        self.assertEqual(done.returncode, 2)
        self.assertIn("their processors round in different ways (Nehalem and Haswell)", done.stderr)
        self.assertFalse((self.folder / "no.couplet").exists())

    def test_a_killed_process_ends_all(self):
        place = self.folder / "killed"
        place.mkdir()
        many = place / "many.tsv"
        many.write_text((self.folder / "pairs.tsv").read_text() * 30)
        job = subprocess.Popen(["mpirun", "-n", "3", COUPLET_MPI, "fit", "phsic", "many.tsv", "--encoder", "hash:300", "-o", "m.couplet"],
                               cwd=place, env=ENVIRONMENT | {"TMPDIR": str(place)}, stderr=subprocess.PIPE, text=True)
        while len(pids := children_of(job.pid)) < 3:
            time.sleep(0.05)
        time.sleep(1)
        os.kill(pids[1], signal.SIGKILL)
        start = time.monotonic()
        said = job.communicate(timeout=300)[1]
        self.assertLess(time.monotonic() - start, 30)
        self.assertNotEqual(job.returncode, 0)
        self.assertRegex(said, r"process rank \d with PID \d+ on node .* exited on signal 9")
        self.assertEqual([file.name for file in place.iterdir() if file.is_file()], ["many.tsv"])
        self.assertEqual([pid for pid in pids if is_running(pid)], [])

    def test_a_killed_fit_goes_on_from_its_checkpoint(self):
        words = ["phsic", "pairs.tsv", "--encoder", "hash:200", "--threads", "1"]
        expected = self.model_of(0, words)
        draw = random.Random(5)
        for trial in range(4):
            shutil.rmtree(self.folder / "sums", ignore_errors=True)
            team = [] if trial % 2 else ["mpirun", "--quiet", "-n", "2"]
            balance = ["--balance"] if trial > 1 else []
            job = subprocess.Popen([*team, COUPLET_MPI if team else COUPLET, "fit", *words, *balance, "--checkpoint", "sums", "-o", "killed.couplet"],
                                   cwd=self.folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(draw.uniform(0.1, 1.5))
            for pid in children_of(job.pid) or [job.pid]:
                os.kill(pid, signal.SIGKILL)
            job.wait(60)
            before = {file.name for file in (self.folder / "sums").glob("*.sums")}
            with self.subTest(trial=trial, kept=len(before)):
                self.assertEqual(self.model_of(trial % 3, [*words, *balance, "--checkpoint", "sums"]), expected)

    def test_partial_sums_by_make_and_xargs(self):
        words = "phsic pairs.tsv --encoder hash:32 --checkpoint parts"  # two passes over the data
        expected = self.model_of(0, ["phsic", "pairs.tsv", "--encoder", "hash:32"])
        (self.folder / "Makefile").write_text(
            "all: ; $(MAKE) round=1 parts && $(MAKE) round=2 parts && $(COUPLET) fit " + words + " -o made.couplet\n"
            "parts: 1 2 3\n1 2 3: ; $(COUPLET) fit " + words + " --partial $@/3\n.PHONY: all parts 1 2 3\n")
        shell = f"seq 4 | xargs -P 2 -I N {COUPLET} fit {words} --partial N/4"
        for command in (["make", "-j2", "-s", f"COUPLET={COUPLET}"],
                        ["bash", "-ec", f"{shell}; {shell}; {COUPLET} fit {words} -o made.couplet"]):
            shutil.rmtree(self.folder / "parts", ignore_errors=True)
            (self.folder / "made.couplet").unlink(missing_ok=True)
            done = subprocess.run(command, cwd=self.folder, env=ENVIRONMENT, capture_output=True, text=True, timeout=600)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue((self.folder / "made.couplet").read_bytes() == expected, command)
        (self.folder / "pairs.tsv").touch()  # the same data
        self.assertIn("segments", self.run_in(0, ["fit", *words.replace("parts", "fresh").split(), "--partial", "1/2"]).stdout)
        # Other data of the same size, which begins and ends alike: sums of what was there before are none of it.
        text = (self.folder / "pairs.tsv").read_text()
        middle = text.index(" ", len(text) // 2) - 1
        (self.folder / "changed.tsv").write_text(text[:middle] + ("x" if text[middle] != "x" else "y") + text[middle + 1:])
        for data, said in (("pairs.tsv", 0), ("changed.tsv", 2)):
            (self.folder / "moving.tsv").write_text((self.folder / data).read_text())
            if data == "pairs.tsv":
                for part in "12":
                    self.run_in(0, ["fit", "pmi", "moving.tsv", "--partial", f"{part}/2", "--checkpoint", "moving" + part])
            done = self.run_in(0, ["merge", "moving1", "moving2", "-o", "moved.couplet"])
            self.assertEqual(done.returncode, said, done.stderr)
        self.assertIn("moving.tsv: is not the data that the parts were computed of", done.stderr)
        done = self.run_in(0, ["fit", "pmi", "pairs.tsv", "--partial", "1/2"])
        self.assertEqual(done.returncode, 2)
        self.assertIn("--partial: where the sums shall be kept is not said; add --checkpoint FOLDER", done.stderr)

    def test_parts_in_folders_of_their_own_merge(self):
        """Also when a pass over the data is left to do."""
        for fit in (["pmi", "pairs.tsv"], ["opca", "pairs.tsv", "--dimensions", "5", "--terms", "200"], ["phsic", "few.tsv", "--encoder", "hash:16"]):
            expected = self.model_of(0, fit)
            folders = [f"{fit[0]}-{part}" for part in (1, 2, 3)]
            for part, folder in enumerate(folders, 1):
                self.assertEqual(self.run_in(0, ["fit", *fit, "--partial", f"{part}/3", "--checkpoint", folder]).returncode, 0)
            done = self.run_in(0, ["merge", *reversed(folders), "-o", "merged.couplet"])
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue((self.folder / "merged.couplet").read_bytes() == expected, fit)
        for words, said in ((["pmi-1", "opca-1"], "opca-1: has the sums of another job than pmi-1"), (["pmi-1", "few.tsv"], "few.tsv: is not a folder"),
                            (["pmi-1", "."], ".: has no sums of a fit")):
            done = self.run_in(0, ["merge", *words, "-o", "no.couplet"])
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(said, done.stderr)
        few = (self.folder / "few.tsv").read_text()
        (self.folder / "few.tsv").write_text(few + "a\tb\n")
        done = self.run_in(0, ["merge", *folders, "-o", "no.couplet"])
        self.assertEqual(done.returncode, 2, done.stderr)
        (self.folder / "few.tsv").write_text(few)
        self.assertIn("few.tsv: is not the data that the parts were computed of", done.stderr)

    def test_the_recipe_for_dask(self):
        page = (Path(__file__).resolve().parents[2] / "docs/cluster.md").read_text()
        recipe = page.split("```python\n")[1].split("```")[0]
        place = self.folder / "dask"
        place.mkdir()
        shutil.copy(self.folder / "pairs.tsv", place)
        path = f"{Path(COUPLET).parent}:{os.environ['PATH']}"
        done = subprocess.run(["/usr/bin/python3", "-c", recipe], cwd=place, env=ENVIRONMENT | {"PATH": path}, capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((place / "pairs.couplet").read_bytes() == self.model_of(0, ["pmi", "pairs.tsv"]))


if __name__ == "__main__":
    unittest.main()
