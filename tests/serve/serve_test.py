"""couplet serve, as its clients see it: the same rows as the command line, refusals, abuse, and a decent end.

COUPLET: the program. Run by ctest; by hand: COUPLET=build/tested/apps/cli/couplet python3 tests/serve/serve_test.py
"""
import concurrent.futures
import gzip
import http.client
import json
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "quality"))
import bad_requests  # noqa: E402
from served import COUPLET, PATIENCE, Served  # noqa: E402

EXAMPLES = ROOT / "docs" / "examples"
SEED = 20261116


def run(*words, stdin=None):
    return subprocess.run([COUPLET, *map(str, words)], capture_output=True, text=True, input=stdin, cwd=EXAMPLES, check=True).stdout


def json_rows(*words):
    return [json.loads(line) for line in run(*words, "--json").splitlines()]


class Serve(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.at = pathlib.Path(cls.folder.name)
        for method, data, name in [("phsic", "pairs.tsv", "pairs"), ("import", "vectors.txt", "words"), ("ngram", "story.txt", "story"),
                                   ("ca", "eyes.csv", "eyes"), ("bm25", "right.txt", "counted")]:
            run("fit", method, data, "-o", cls.at / f"{name}.couplet", "-q")
        run("index", cls.at / "pairs.couplet", "right.txt", "--side", "right", "-o", cls.at / "ready.couplet")
        models = [str(cls.at / f"{name}.couplet") for name in ("pairs", "words", "story", "eyes", "counted")]
        cls.served = Served(*models, "--collections", f"plain={EXAMPLES}/right.txt,ready={cls.at}/ready.couplet")

    @classmethod
    def tearDownClass(cls):
        cls.served.__exit__()
        cls.folder.cleanup()

    def model(self, name):
        return self.at / f"{name}.couplet"

    def test_rows_are_those_of_the_program(self):
        pairs = [line.split("\t")[:2] for line in (EXAMPLES / "pairs.tsv").read_text().splitlines()]
        texts = (EXAMPLES / "left.txt").read_text().splitlines()
        targets = (EXAMPLES / "right.txt").read_text().splitlines()
        labelled = [line.split("\t") for line in (EXAMPLES / "topics.tsv").read_text().splitlines()]
        names = {side: (EXAMPLES / f"names-{side}.txt").read_text().split() for side in ("en", "ru")}
        for task, members, command in [
            ("score", {"model": "pairs", "data": pairs}, ["score", self.model("pairs"), "pairs.tsv"]),
            ("score", {"model": "pairs", "data": [{"right": b, "left": a} for a, b in pairs]}, ["score", self.model("pairs"), "pairs.tsv"]),
            ("score", {"model": "story", "data": texts}, ["score", self.model("story"), "left.txt"]),
            ("rank", {"model": "pairs", "queries": texts, "among": targets, "top": 3},
             ["rank", self.model("pairs"), "left.txt", "--among", "right.txt", "--top", "3"]),
            ("rank", {"model": "pairs", "queries": texts, "among": "plain"}, ["rank", self.model("pairs"), "left.txt", "--among", "right.txt"]),
            ("rank", {"model": "pairs", "queries": texts, "among": "ready"},
             ["rank", self.model("pairs"), "left.txt", "--among", self.at / "ready.couplet"]),
            ("rank", {"model": "pairs", "queries": texts, "among": "ready", "with": "counted", "top": 3},
             ["rank", self.model("pairs"), "left.txt", "--among", self.at / "ready.couplet", "--with", self.model("counted"), "--top", "3"]),
            ("rank", {"model": "pairs", "queries": texts, "among": "plain", "side": "right", "top": 3},
             ["rank", self.model("pairs"), "left.txt", "--among", "right.txt", "--side", "right", "--top", "3"]),
            ("mine", {"model": "pairs", "left": texts, "right": "ready"},
             ["mine", self.model("pairs"), "left.txt", self.at / "ready.couplet"]),
            ("search", {"model": "words", "queries": ["red", "cat"], "top": 4}, ["search", self.model("words"), "red", "cat", "--top", "4"]),
            ("search", {"model": "words", "queries": "red", "opposites": True}, ["search", self.model("words"), "red", "--opposites"]),
            ("explain", {"model": "pairs", "left": "The cat sleeps.", "right": "Le chat dort."},
             ["explain", self.model("pairs"), "The cat sleeps.", "Le chat dort."]),
            ("complete", {"model": "story", "questions": "the cat ___ the milk"}, ["complete", self.model("story"), "the cat ___ the milk"]),
            ("embed", {"model": "pairs", "texts": texts, "side": "left"}, ["embed", self.model("pairs"), "left.txt", "--side", "left"]),
            ("classify", {"model": "pairs", "labelled": labelled, "new": texts}, ["classify", self.model("pairs"), "topics.tsv", "left.txt"]),
            ("match", {"left": texts, "right": targets}, ["match", "left.txt", "right.txt"]),
            ("mine", {"model": "pairs", "left": texts, "right": targets}, ["mine", self.model("pairs"), "left.txt", "right.txt"]),
            ("report", {"model": "eyes", "part": "rows"}, ["report", self.model("eyes"), "rows"]),
            ("report", {"model": "eyes", "part": "rows", "extra-rows": [["", "fair", "dark"], ["new", 3, 9.5]]},
             ["report", self.model("eyes"), "rows", "--extra-rows", self.put("rows.csv", ",fair,dark\nnew,3,9.5\n")]),
            ("report", {"model": "eyes", "part": "columns", "extra-columns": [{"": "blue", "new": 3}, {"": "dark", "new": 1}]},
             ["report", self.model("eyes"), "columns", "--extra-columns", self.put("columns.csv", ",new\nblue,3\ndark,1\n")]),
            ("report", {"model": "pairs", "part": "random"}, ["report", self.model("pairs"), "random"]),
            ("rank", {"model": "pairs", "queries": texts, "among": "ready", "margin": 4},
             ["rank", self.model("pairs"), "left.txt", "--among", "right.txt", "--margin", "4"]),
            ("filter", {"model": "pairs", "pairs": pairs, "each": True, "keep-fraction": 0.9},
             ["filter", self.model("pairs"), "pairs.tsv", "--each", "--keep-fraction", "0.9"]),
            ("words", {"model": "words", "start": "c", "top": 3}, ["words", self.model("words"), "c", "--top", "3"]),
            ("map", {"model": "words", "layout": "neighbours"}, ["map", self.model("words"), "--layout", "neighbours"]),
            ("map", {"model": "pairs", "left": texts, "right": targets}, ["map", self.model("pairs"), "left.txt", "right.txt"]),
            ("match", {"left": names["en"], "right": names["ru"], "seeds": [[1, 36], [6, 42]]},
             ["match", "names-en.txt", "names-ru.txt", "--seeds", self.put("seeds.tsv", "1\t36\n6\t42\n")]),
            ("match", {"left": names["en"], "right": names["ru"], "forbidden": [[1, 36], [1, 42], [6, 42]]},
             ["match", "names-en.txt", "names-ru.txt", "--forbidden", self.put("forbidden.tsv", "1\t36\n1\t42\n6\t42\n")]),
        ]:
            with self.subTest(task=task, members=list(members)):
                self.assertEqual(self.served.rows(task, **members), json_rows(*command))

    def put(self, name, text):
        path = self.at / name
        path.write_text(text)
        return path

    def test_self_test(self):
        self.assertEqual([(row["model"], row["ok"]) for row in self.served.rows("verify", models=["pairs", "words"])], [("pairs", True), ("words", True)])

    def test_questions_keep_the_order_of_their_columns(self):
        header, *rest = [line.split("\t") for line in (EXAMPLES / "blanks.tsv").read_text().splitlines()]
        asked = self.served.rows("eval", system="story", gold=[dict(zip(header, row)) for row in rest], questions=True)
        self.assertEqual(asked, json_rows("eval", self.model("story"), "blanks.tsv", "--questions"))

    def test_model_described(self):
        status, text = self.served.ask("/api/v1/models/eyes")
        described, inspected = json.loads(text), json_rows("inspect", self.model("eyes"))[0]
        self.assertEqual((status, described["tensors"], described["parameters"]), (200, inspected["tensors"], inspected["parameters"]))
        self.assertEqual(self.served.ask("/api/v1/models/nobody")[0], 400)
        traits = {model["name"]: model["traits"] for model in json.loads(self.served.ask("/api/v1/models")[1])["models"]}
        self.assertEqual(traits, {"pairs": ["pairs", "texts", "reasons", "random"], "words": ["pairs", "words", "texts", "reasons"], "story": ["sentences", "blanks"],
                                  "eyes": ["pairs", "words", "texts", "reasons", "table"], "counted": ["pairs", "reasons"]})

    def test_page_and_nothing_else(self):
        for path, kind in (("/", b"<!doctype html>"), ("/main.js", b"import"), ("/style.css", b":root"), ("/examples/eyes.csv", b"fair")):
            status, plain = self.served.ask(path)
            self.assertEqual((status, kind in plain), (200, True))
            status, zipped = self.served.ask(path, headers={"Accept-Encoding": "gzip"})
            self.assertEqual((status, gzip.decompress(zipped)), (200, plain))
        for path in ("/index.htm", "/../CMakeLists.txt", "/examples/", "/examples/../main.js", "//etc/passwd"):
            self.assertEqual(self.served.ask(path)[0], 404)
        connection = self.served.connect()
        connection.request("GET", "/")
        self.assertIn("default-src 'none'", connection.getresponse().headers["Content-Security-Policy"])
        connection.close()

    def test_long_answers_come_as_they_are_made(self):
        """More rows than one object may have, a piece at a time; and a client that goes away ends the work."""
        rows = 60
        with socket.create_connection(("127.0.0.1", self.served.port)) as link:
            body = json.dumps({"model": "pairs", "queries": ["The cat sleeps."] * 2000, "among": "plain", "top": rows}).encode()
            link.sendall(b"POST /api/v1/rank HTTP/1.1\r\nHost: localhost\r\nAccept: application/x-ndjson\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            answer = http.client.HTTPResponse(link)
            answer.begin()
            self.assertEqual((answer.status, answer.headers["Transfer-Encoding"]), (200, "chunked"))
            lines = answer.read().splitlines()
        self.assertEqual(len(lines), 2000 * rows)
        self.assertEqual(json.loads(lines[-1])["rank"], rows)
        self.refused("rank", {"model": "pairs", "queries": ["The cat sleeps."] * 2000, "among": "plain", "top": rows}, "too many rows")
        for _ in range(8):  # read a little, and leave
            with socket.create_connection(("127.0.0.1", self.served.port)) as link:
                link.sendall(b"POST /api/v1/rank HTTP/1.1\r\nHost: localhost\r\nAccept: application/x-ndjson\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
                link.recv(1000)
        self.assertEqual(self.served.rows("match", left=["a", "b b"], right=["c", "d d"])[0]["right"], 0)  # its threads are free again

    def test_lines_are_those_of_the_program(self):
        status, text = self.served.ask("/api/v1/search", {"model": "words", "queries": ["red"]}, {"Accept": "application/x-ndjson"})
        self.assertEqual((status, text.decode()), (200, run("search", self.model("words"), "red", "--json")))

    def test_evaluation(self):
        gold = [line.split("\t") for line in (EXAMPLES / "judged.tsv").read_text().splitlines()]
        asked = self.served.rows("eval", system="pairs", gold=gold, label="3", columns="1,2")
        shown = json_rows("eval", self.model("pairs"), "judged.tsv", "--label", "3", "--columns", "1,2")
        self.assertEqual(asked, shown)

    def test_description(self):
        description = json.loads(self.served.ask("/api/v1/openapi.json")[1])
        self.assertEqual(description["openapi"], "3.1.0")
        for task in ("score", "rank", "search", "explain", "complete", "classify", "match", "eval", "compare", "embed", "mine", "report", "filter", "words", "map", "verify"):
            body = description["paths"]["/api/v1/" + task]["post"]["requestBody"]["content"]["application/json"]["schema"]
            self.assertFalse(body["additionalProperties"])
            self.assertNotIn("output", body["properties"])
        top = description["paths"]["/api/v1/rank"]["post"]["requestBody"]["content"]["application/json"]["schema"]["properties"]["top"]
        self.assertEqual(top["type"], "integer")
        models = json.loads(self.served.ask("/api/v1/models")[1])
        self.assertEqual([model["name"] for model in models["models"]], ["pairs", "words", "story", "eyes", "counted"])
        self.assertEqual(models["collections"], ["plain", "ready"])

    def refused(self, task, body, problem, status=400):
        got, text = self.served.ask("/api/v1/" + task, body)
        self.assertEqual(got, status, text)
        self.assertIn(problem, json.loads(text)["error"]["message"])

    def test_what_makes_no_sense_is_refused(self):
        self.refused("score", "{", "the body is no JSON")
        self.refused("score", b'{"data": ["\xff\xfe"]}', "the body is no JSON")
        self.refused("score", "[1]", "no JSON object")
        self.refused("score", {"model": "pairs"}, "data: is missing")
        self.refused("score", {"model": "pears", "data": [["a", "b"]]}, "did you mean 'pairs'?")
        self.refused("score", {"model": "pairs", "data": [["a", "b"], ["a"]]}, "data[1]: has another form")
        self.refused("score", {"model": "pairs", "data": [["a", "b"]], "tp": 3}, "tp")
        self.refused("rank", {"model": "pairs", "queries": ["a"], "among": "plain", "top": "many"}, "top")
        self.refused("embed", {"model": "pairs", "texts": ["a"], "output": "/tmp/x"}, "names a file")
        self.refused("rank", {"model": "pairs", "queries": ["a"], "lists": "/etc/passwd"}, "names a file")
        self.refused("report", {"model": "eyes", "part": "rows", "extra-rows": "/etc/passwd"}, "names a file")
        self.refused("match", {"left": ["a", "b"], "right": ["c", "d"], "forbidden": "/etc/passwd"}, "names a file")
        self.refused("match", {"left": ["a", "b"], "right": ["c", "d"], "forbidden": [[0, 2]]}, "forbidden pair 0 2 names an object")
        self.refused("report", {"model": "words", "part": "random"}, "cannot say what random pairs score")
        self.refused("rank", {"model": "pairs", "queries": ["a"], "among": "/etc/passwd"}, "is not known here")
        self.refused("complete", {"model": "story", "questions": "/etc/passwd"}, "is not known here")
        self.refused("eval", {"system": "/etc/passwd", "gold": [["a", "b", "1"]], "label": "3"}, "is no model that is served")
        self.refused("search", {"model": "pairs", "queries": ["a"]}, "cannot search words")
        self.refused("score", {"model": "pairs", "data": "[" * 9 + "]" * 9}, "no list of texts")
        self.refused("score", '{"data":' + "[" * 5000, "nested too deep")
        self.assertEqual(self.served.ask("/api/v1/../../etc/passwd")[0], 404)
        self.assertEqual(self.served.ask("/api/v1/score")[0], 405)

    def test_other_sites_get_nothing(self):
        for headers in ({"Host": "evil.example"}, {"Host": "evil.example:7171"}, {"Origin": "http://evil.example"}, {"Origin": "null"}):
            status, text = self.served.ask("/api/v1/models", headers=headers)
            self.assertEqual(status, 403)
            self.assertNotIn(b"pairs", text)
        own = f"127.0.0.1:{self.served.port}"
        self.assertEqual(self.served.ask("/api/v1/models", headers={"Host": own, "Origin": "http://" + own})[0], 200)

    def test_token(self):
        secret = self.at / "token"
        secret.write_text("open sesame\n")
        with Served(str(self.model("words")), "--listen", "0.0.0.0", "--token-file", str(secret)) as served:
            for headers in ({}, {"Authorization": "Bearer open"}, {"Authorization": "Bearer open sesame!"}, {"Authorization": "open sesame"}):
                self.assertEqual(served.ask("/api/v1/models", headers=headers)[0], 401)
            self.assertEqual(served.ask("/api/v1/models", headers={"Authorization": "Bearer open sesame"})[0], 200)
            self.assertEqual(served.ask("/")[0], 200)  # the page holds nothing secret, and asks for the token
        refused = subprocess.run([COUPLET, "serve", str(self.model("words")), "--listen", "0.0.0.0"], capture_output=True, text=True)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("token", refused.stderr)

    def test_too_much_is_refused(self):
        answer = self.served.raw(b"POST /api/v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8388609\r\n\r\n")
        self.assertIn(b" 413 ", answer.splitlines()[0])
        self.assertIn(b"too large", answer)
        many = {"model": "pairs", "data": [["a", "b"]] * 100_001}
        self.refused("score", many, "more than 100000 items")

    def test_time_is_limited(self):
        with Served(str(self.model("pairs")), "--seconds", "0.2") as served:
            names = [f"{a} {b} {c}" for a in range(10) for b in range(10) for c in range(7)]
            status, text = served.ask("/api/v1/match", {"left": names, "right": names[::-1], "method": "psmooth"})
            self.assertEqual((status, json.loads(text)["error"]["problem"]), (503, "took too long"))

    def test_a_head_byte_by_byte_is_not_waited_for(self):
        """Never silent for long, and never at its end: it may not hold a connection."""
        with Served(str(self.model("words")), "--seconds", "1") as served, socket.create_connection(("127.0.0.1", served.port)) as link:
            link.sendall(b"GET /api/v1/models HTTP/1.1\r\nHost: localhost\r\nX: ")
            start = time.monotonic()
            with self.assertRaises(OSError):
                while time.monotonic() < start + 20 * PATIENCE:
                    link.sendall(b"y")
                    time.sleep(0.1)
            self.assertEqual(served.ask("/api/v1/models")[0], 200)
            link = served.connect()  # a connection may be used again and again
            for _ in range(15):
                link.request("GET", "/api/v1/models")
                self.assertEqual(link.getresponse().read()[:10], b'{"models":')
                time.sleep(0.1)
            link.close()

    def test_stopped_it_finishes_what_runs(self):
        answers = []
        with Served(str(self.model("pairs"))) as served:
            body = {"data": [["The cat sleeps.", "Le chat dort."]] * int(50_000 / PATIENCE)}
            asking = threading.Thread(target=lambda: answers.append(served.ask("/api/v1/score", body)[0]))
            asking.start()
            time.sleep(0.2)  # it is asked, and not answered yet
            served.process.send_signal(signal.SIGTERM)
            asking.join(20 * PATIENCE)
            self.assertEqual(served.process.wait(20 * PATIENCE), 0)
        self.assertEqual(answers, [200])

    def events(self, served, number):
        status, text = served.ask(f"/api/v1/fits/{number}/events")
        self.assertEqual(status, 200)
        return [json.loads(line.removeprefix("data: ")) for line in text.decode().split("\n\n") if line]

    def test_fits(self):
        self.assertEqual(self.served.ask("/api/v1/fit", {"name": "x", "method": "phsic", "data": [["a", "b"]]})[0], 403)
        pairs = [line.split("\t")[:2] for line in (EXAMPLES / "pairs.tsv").read_text().splitlines()]
        folder = self.at / "made"
        folder.mkdir()
        with Served(str(self.model("words")), "--allow-fit", str(folder)) as served:
            for body, problem in [({"method": "phsic", "data": pairs}, "name: is missing"), ({"name": "../x", "method": "phsic", "data": pairs}, "no name for a file"),
                                  ({"name": "x", "method": "phsik", "data": pairs}, "phsic"), ({"name": "x", "method": "phsic", "data": pairs, "parameters": {"whitten": 1}}, "whitten"),
                                  ({"name": "x", "method": "phsic", "data": pairs, "more": 1}, "more")]:
                status, text = served.ask("/api/v1/fit", body)
                self.assertEqual(status, 400, text)
                self.assertIn(problem, json.loads(text)["error"]["message"])
            status, text = served.ask("/api/v1/fit", {"name": "fresh", "method": "phsic", "data": pairs, "parameters": {"whiten": 0.1}})
            self.assertEqual(status, 202)
            last = self.events(served, json.loads(text)["fit"])[-1]
            self.assertEqual((last["state"], last["problem"]), ("done", ""))
            self.assertEqual((folder / "fresh.couplet").read_bytes(), self.model("pairs").read_bytes())
            self.assertEqual(served.rows("score", model="fresh", data=pairs), json_rows("score", self.model("pairs"), "pairs.tsv"))
            long = {"method": "rnnlm", "data": ["the cat sat on the mat and looked at the dog"] * 3000, "parameters": {"epochs": 1000}}
            first, second = (json.loads(served.ask("/api/v1/fit", {"name": name, **long})[1])["fit"] for name in ("slow", "later"))
            for number in (second, first):
                self.assertEqual(served.ask(f"/api/v1/fits/{number}", method="DELETE")[0], 200)
            self.assertEqual([self.events(served, number)[-1]["state"] for number in (first, second)], ["cancelled", "cancelled"])
            self.assertEqual([fit["state"] for fit in json.loads(served.ask("/api/v1/fits")[1])["fits"]], ["done", "cancelled", "cancelled"])
            self.assertEqual(sorted(path.name for path in folder.iterdir()), ["fresh.couplet"])
            self.assertEqual(served.ask("/api/v1/fits/99")[0], 404)
            served.ask("/api/v1/fit", {"name": "last", **long})
            served.process.send_signal(signal.SIGTERM)  # what fits is cancelled, and nobody waits for it
            self.assertEqual(served.process.wait(20 * PATIENCE), 0)

    def test_without_models_it_brings_its_own(self):
        with Served() as served:
            models = json.loads(served.ask("/api/v1/models")[1])
            self.assertTrue(models["demo"])
            self.assertEqual({model["job"] for model in models["models"]}, {"cooccurrence", "vectors", "opposites", "bridge", "completion", "rewriting", "cleaning"})
            self.assertTrue(all(row["ok"] for row in served.rows("verify", models=[model["name"] for model in models["models"]])))

    def test_malformed_requests(self):
        """Every one is answered or closed; the server lives, and answers as before."""
        draw = random.Random(SEED)
        good = b'{"model":"words","queries":["red"]}'
        head = b"POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\n"
        shapes = [
            lambda: head + b"Content-Length: 99999\r\n\r\n" + good,
            lambda: head + b"Content-Length: -1\r\n\r\n" + good,
            lambda: head + b"Content-Length: 99999999999999999999\r\n\r\n" + good,
            lambda: head + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n" + good,
            lambda: head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + good + b"\r\n0\r\n\r\n",
            lambda: head + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            lambda: b"GET /" + b"../" * 50 + b"etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
            lambda: b"GET /%00%ff%2e%2e HTTP/1.1\r\nHost: localhost\r\n\r\n",
            lambda: b"GET /api/v1/models HTTP/1.1\r\n\r\n",
            lambda: b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
            lambda: head + b"X: " + b"y" * 100_000 + b"\r\n\r\n",
            lambda: bytes(draw.randrange(256) for _ in range(draw.randrange(1, 400))) + b"\r\n\r\n",
        ]
        requests = [shapes[number % len(shapes)]() for number in range(360)]

        def ended_by_server(request):
            return bad_requests.ended(self.served.port, request, 60 * PATIENCE)

        with concurrent.futures.ThreadPoolExecutor(32) as pool:  # a half-closed one waits until the server has had enough
            self.assertEqual([number for number, ended in enumerate(pool.map(ended_by_server, requests)) if not ended], [])
        for number in range(400):  # a good body with a few bytes changed
            body = bytearray(good)
            for _ in range(draw.randrange(1, 4)):
                body[draw.randrange(len(body))] = draw.randrange(256)
            status, _ = self.served.ask("/api/v1/search", bytes(body))
            self.assertIn(status, (200, 400))
        self.assertIsNone(self.served.process.poll())
        self.assertEqual(self.served.ask("/api/v1/search", good)[0], 200)


if __name__ == "__main__":
    unittest.main()
