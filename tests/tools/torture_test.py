"""tools/torture finds what is wrong with a program that does everything wrong."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TORTURE = Path(__file__).resolve().parents[2] / "tools/torture"
WORK = ["--kills", "0", "--disks", "1", "--memory", "1", "--threads", "1,2"]

# "Fits" by writing the words of its command line that matter; FAULT is put in where it has something to do.
PROGRAM = """#!/usr/bin/python3
import os, resource, sys, time
words = sys.argv[1:]
if words[0] == "methods":
    print('{"name": "good", "verb": "fit", "job": "none", "examples": ["couplet fit good data.tsv -o good.couplet"]}')
    sys.exit()
path = words[words.index("-o") + 1]
content = "a model"
limited = resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY
threads = words[words.index("--threads") + 1] if "--threads" in words else ""
FAULT
with open(path, "w") as file:
    file.write(content)
"""
REPLAY = """#!/bin/sh
echo '{"model":"good","forged":1,"crashes":CRASHES,"hangs":0}'
"""


class TortureTest(unittest.TestCase):
    def torture(self, fault="", crashes=0):
        """The exit code and the counts."""
        with tempfile.TemporaryDirectory() as place:
            for name, text in (("couplet", PROGRAM.replace("FAULT", fault)), ("replay", REPLAY.replace("CRASHES", str(crashes)))):
                (Path(place) / name).write_text(text)
                (Path(place) / name).chmod(0o755)
            done = subprocess.run([sys.executable, TORTURE, *WORK, "--json", "--couplet", f"{place}/couplet", "--replay", f"{place}/replay",
                                   "--keep", place], capture_output=True, text=True)
            return done.returncode, json.loads(done.stdout)

    def check(self, failure, **how):
        code, counts = self.torture(**how)
        self.assertEqual(code, 1)
        self.assertGreater(counts[failure], 0)

    def test_good_program(self):
        code, counts = self.torture()
        self.assertEqual(code, 0)
        self.assertEqual([counts[key] for key in ("crashes", "hangs", "wrong_codes", "leftovers", "differences")], [0] * 5)
        self.assertEqual(counts["threads"], 2)

    def test_failures(self):
        self.check("crashes", crashes=1)
        self.check("crashes", fault="if limited: sys.exit(70)")
        self.check("crashes", fault="if limited: os.abort()")
        self.check("wrong_codes", fault="if limited: sys.exit(3)")
        self.check("leftovers", fault="if limited: open(os.path.dirname(path) + '/left', 'w'); sys.exit(6)")
        self.check("differences", fault="if limited: open(path, 'w').write('half'); sys.exit(6)")
        self.check("differences", fault="content += threads")


if __name__ == "__main__":
    unittest.main()
