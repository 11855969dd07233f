"""How the package behaves: errors, warnings, Ctrl-C, threads, forks, pickles, and what it says of itself."""

import inspect
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest

import couplet

LONG_FIT = """
import couplet, numpy, os, pathlib, sys
words = numpy.random.default_rng(1).integers(0, 30000, size=(60000, 30))
lines = [" ".join(map(str, line)) for line in words]
print("ready", flush=True)
try:
    model = couplet.fit("rnnlm", lines, hidden=200, epochs=50)
except KeyboardInterrupt:
    print("stopped", threads := len(os.listdir("/proc/self/task")) > 0, flush=True)
    print(couplet.fit("pmi", ["a", "b"], ["c", "d"]).method, flush=True)  # all works on
"""


def test_errors_are_what_python_expects(model):
    for kind, base in ((couplet.UsageError, ValueError), (couplet.DataError, ValueError), (couplet.ModelError, OSError),
                       (couplet.FileError, OSError)):
        assert issubclass(kind, base) and issubclass(kind, couplet.Error)
    with pytest.raises(couplet.UsageError) as caught:
        couplet.fit("phsic", ["a", "b"], ["c", "d"], whitn=3)
    assert (caught.value.place, caught.value.remedy) == ("whitn", "did you mean whiten?")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again), again.remedy) == (couplet.UsageError, str(caught.value), caught.value.remedy)
    with pytest.raises(couplet.ModelError, match="a model of phsic cannot"):
        model.complete("a _____ b")
    with pytest.raises(couplet.ModelError):
        couplet.loads(model.to_bytes()[:-1])


def test_warnings_point_at_the_caller(here):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        couplet.fit("ngram", "story.txt", order=3)
    assert caught[0].category is couplet.CoupletWarning and caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(couplet.CoupletWarning):
            couplet.fit("ngram", "story.txt", order=3)


def test_control_c_stops_a_fit_within_a_second():
    process = subprocess.Popen([sys.executable, "-c", LONG_FIT], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(2)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline().startswith("stopped")
    assert time.monotonic() - start < 1.5  # a second, and what a busy machine adds
    assert process.stdout.readline() == "pmi\n" and process.wait(30) == 0


def test_others_work_while_it_works(pairs):
    """The interpreter is free, and two fits at once give what one gives."""
    left, right = (side * 40 for side in pairs)
    alone = couplet.fit("phsic", left, right)
    made, ticks = [], 0
    threads = [threading.Thread(target=lambda: made.append(couplet.fit("phsic", left, right))) for _ in range(2)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        ticks += 1
        time.sleep(0.001)
    assert made == [alone, alone] and ticks > 20


def test_a_child_of_a_fork_has_its_own_threads(model, pairs):
    scores = model.score(*pairs)["score"]
    child = os.fork()
    if child == 0:
        os._exit(0 if np.array_equal(model.score(*pairs)["score"], scores) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_pickles_are_the_bytes(model):
    again = pickle.loads(pickle.dumps(model))
    assert again == model and again.fit_report == model.fit_report and hash(again) == hash(model)
    rows = model.score(["The cat."], ["Le chat."])
    assert pickle.loads(pickle.dumps(rows)).records() == rows.records()


def test_progress_is_shown_when_asked_for(pairs, capfd):
    from couplet import _settings

    patience, _settings.Watcher.patience = _settings.Watcher.patience, 0
    try:
        left, right = (side * 100 for side in pairs)
        couplet.fit("phsic", left, right, progress=True)
    finally:
        _settings.Watcher.patience = patience
    assert "pairs" in capfd.readouterr().err
    couplet.fit("phsic", left, right)
    assert capfd.readouterr().err == ""


def test_settings(pairs):
    assert couplet.fit("phsic", *pairs, threads=1) == couplet.fit("phsic", *pairs, threads=2)
    assert couplet.fit("phsic", *pairs, seed=3).seed == 3
    with pytest.raises(couplet.Error, match="memory"):
        couplet.fit("opca", *(side * 100 for side in pairs), memory="1K")
    with pytest.raises(couplet.UsageError, match="is no size"):
        couplet.fit("phsic", *pairs, memory="much")
    with pytest.raises(couplet.UsageError, match="settings are threads"):
        couplet.configure(thread=2)


def test_signatures_and_docs_come_from_the_schemas():
    signature = inspect.signature(couplet.Model.filter)
    assert signature.parameters["length_weight"].default == 0.5 and "threads" in signature.parameters
    assert "keep_fraction : float, default None" in couplet.Model.filter.__doc__
    phsic = couplet.methods()["phsic"]
    assert "encoder_from : path or data" in phsic.__doc__ and inspect.signature(phsic).parameters["as_published"].default is False
    assert "lambda_" in inspect.signature(couplet.methods()["completion"]).parameters


def test_reprs_are_short_and_true(model):
    assert repr(model).startswith("<couplet.Model phsic, 120 rows: score, rank, filter")
    rows = model.score(["The cat."] * 30, ["Le chat."] * 30)
    assert repr(rows) == "<couplet.Rows score: 30 rows of pair, score, z, unknown>"
    assert "<th>score</th>" in rows._repr_html_() and "10 more rows" in rows._repr_html_()
    with pytest.raises(AttributeError, match="pair, score, z, unknown"):
        rows.scores


def test_numpy_keeps_its_own_blas(model, pairs):
    """Ours has no threads and no name that another library could take for its own."""
    square = np.random.default_rng(1).normal(size=(200, 200))
    before = square @ square
    model.score(*pairs)
    assert np.array_equal(before, square @ square)
    module = sys.modules["couplet._core"].__file__
    names = subprocess.run(["nm", "-D", "--defined-only", module], capture_output=True, text=True).stdout.split("\n")
    assert [name.split()[-1] for name in names if name] == ["PyInit__core"]
