"""pip installs the package from a checkout into an environment of its own."""

import subprocess
import sys

from conftest import ROOT


def test_pip_install(tmp_path):
    def run(*command):
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", tmp_path / "venv")
    python = tmp_path / "venv/bin/python"
    run(python, "-m", "pip", "install", "--no-build-isolation", "--no-index", "--quiet", ROOT)
    said = run(python, "-I", "-c", "import couplet; print(couplet.__file__, couplet.fit('pmi', ['a', 'b'], ['c', 'd']).method)")
    assert said.split() == [str(next((tmp_path / "venv").glob("lib/python*/site-packages/couplet/__init__.py"))), "pmi"]
