"""The server: how fast it answers, whether its memory grows, and what bad requests do to it."""

import contextlib
import json
import random
import re
import signal
import subprocess
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import bad_requests
from figures import Figure, Group, Measured, at_least, at_most

CONNECTIONS, SECONDS = 8, 10
BATCH = 20_000  # pairs
REQUESTS = 1_000_000
MALFORMED = 10_000
PAIR = ["the weather is fine today", "yes , it is lovely"]


def groups():
    return [
        Group((Figure("serve.speed.score-rps", at_least(20_000)), Figure("serve.speed.p99-ms", at_most(5)),
               Figure("serve.speed.batch-vs-library", at_least(0.5))), speed),
        Group((Figure("serve.memory.growth", at_most(1.05)),), memory),
        Group((Figure("serve.abuse.requests", at_least(MALFORMED)), Figure("serve.abuse.crashes", at_most(0)),
               Figure("serve.abuse.unanswered", at_most(0))), abuse),
    ]


@contextlib.contextmanager
def served(bench):
    """A model of dialogue pairs, served; yields the process and its port."""
    model = bench.scratch / "serve.couplet"
    if not model.exists():
        pairs = bench.scratch / "serve.tsv"
        pairs.write_text("".join(f"{left}\t{right}\n" for left, right in some_pairs(bench)), encoding="utf-8")
        bench.couplet("fit", "phsic", pairs, "--no-header", "--encoder", "lsa:100", "-o", model)
    process = subprocess.Popen([bench.couplet_path, "serve", model, "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        yield process, int(re.search(r":(\d+)/", process.stdout.readline())[1])
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def some_pairs(bench):
    lines = bench.text(bench.data("dialogue/train.tsv")).split("\n")[1 : BATCH + 1]
    return [line.split("\t")[:2] for line in lines]


def wrk(bench, port, seconds):
    script = bench.scratch / "post.lua"
    script.write_text(f"wrk.method = 'POST'\nwrk.body = {json.dumps(json.dumps({'data': [PAIR]}))}\n")
    report = bench.run(["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", "-s", script, f"http://127.0.0.1:{port}/api/v1/score"])
    value, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", report).groups()
    if "Non-2xx" in report:
        raise ValueError(report)
    return {"rps": float(re.search(r"Requests/sec:\s+([\d.]+)", report)[1]), "p99": float(value) * {"us": 1e-3, "ms": 1, "s": 1e3}[unit],
            "requests": int(re.search(r"(\d+) requests in", report)[1])}


def seconds_of(work, times=3):
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def speed(bench):
    pairs = some_pairs(bench)
    many, one = bench.scratch / "many.tsv", bench.scratch / "one.tsv"
    many.write_text("\n".join("\t".join(pair) for pair in pairs) + "\n", encoding="utf-8")
    one.write_text("\t".join(pairs[0]) + "\n", encoding="utf-8")
    with served(bench) as (_, port):
        found = wrk(bench, port, SECONDS)
        body = json.dumps({"data": pairs}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{port}/api/v1/score", body, {"Accept": "application/x-ndjson"})
        over_http = seconds_of(lambda: urllib.request.urlopen(request).read())
    # The program without what it takes to start and load: reading, scoring and writing the same rows.
    score = ["score", bench.scratch / "serve.couplet", "--json", "--columns", "1,2", "--no-header"]
    alone = seconds_of(lambda: bench.couplet(*score, many)) - seconds_of(lambda: bench.couplet(*score, one))
    return {"serve.speed.score-rps": Measured(found["rps"]), "serve.speed.p99-ms": Measured(found["p99"]),
            "serve.speed.batch-vs-library": Measured(alone / over_http)}


def resident(process):
    return int(Path(f"/proc/{process.pid}/status").read_text().split("VmRSS:")[1].split()[0])


def memory(bench):
    with served(bench) as (process, port):
        wrk(bench, port, 2)
        start, done = resident(process), 0
        while done < REQUESTS:
            done += wrk(bench, port, SECONDS)["requests"]
        return {"serve.memory.growth": Measured(resident(process) / start)}


def abuse(bench):
    """Unanswered: neither a reply nor the end of the connection within half a minute."""
    draw = random.Random(1)
    requests = [bad_requests.malformed(draw, {"data": [PAIR]}) for _ in range(MALFORMED)]
    with served(bench) as (process, port):
        with ThreadPoolExecutor(64) as pool:
            ended = list(pool.map(lambda request: bad_requests.ended(port, request, 30), requests))
        crashed = process.poll() is not None
    return {"serve.abuse.requests": Measured(len(ended)), "serve.abuse.crashes": Measured(float(crashed)),
            "serve.abuse.unanswered": Measured(ended.count(False))}
