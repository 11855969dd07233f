"""The OpenAPI description that couplet serve gives of itself: whole, true, and what the documents show is valid by it.

COUPLET: the program. Run by ctest; by hand: COUPLET=build/tested/apps/cli/couplet python3 tests/serve/description_test.py
"""
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

from jsonschema import Draft202012Validator, RefResolver
from served import COUPLET, Served

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples"
METHODS = {"get", "post", "delete"}
# What 3.1 asks of the parts that we use; a body is a JSON schema of 2020-12, which checks itself.
RESPONSE = {"type": "object", "required": ["description"], "additionalProperties": False,
            "properties": {"description": {"type": "string", "minLength": 1},
                           "content": {"type": "object", "additionalProperties": {"type": "object", "required": ["schema"]}}}}
OPERATION = {"type": "object", "required": ["summary", "responses"], "additionalProperties": False,
             "properties": {"summary": {"type": "string", "minLength": 1}, "description": {"type": "string"},
                            "requestBody": {"type": "object", "required": ["content", "required"]},
                            "responses": {"type": "object", "minProperties": 1, "additionalProperties": False,
                                          "patternProperties": {"^[1-5][0-9][0-9]$": RESPONSE}}}}
PARAMETER = {"type": "object", "required": ["name", "in", "required", "schema"], "additionalProperties": False,
             "properties": {"in": {"const": "path"}, "required": {"const": True}, "name": {"type": "string"}, "schema": {"type": "object"}}}
DOCUMENT = {"type": "object", "required": ["openapi", "info", "paths", "components"], "additionalProperties": False,
            "properties": {
                "openapi": {"const": "3.1.0"},
                "info": {"type": "object", "required": ["title", "version"]},
                "components": {"type": "object"},
                "paths": {"type": "object", "minProperties": 10, "additionalProperties": False, "patternProperties": {
                    "^/": {"type": "object", "additionalProperties": False,
                           "properties": {"parameters": {"type": "array", "items": PARAMETER}, **dict.fromkeys(METHODS, OPERATION)}}}}}}


class Description(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        model = pathlib.Path(cls.folder.name) / "pairs.couplet"
        subprocess.run([COUPLET, "fit", "phsic", EXAMPLES / "pairs.tsv", "-o", model, "-q"], check=True, capture_output=True)
        cls.served = Served(str(model), "--collections", f"replies={EXAMPLES}/right.txt")
        cls.document = json.loads(cls.served.ask("/api/v1/openapi.json")[1])

    @classmethod
    def tearDownClass(cls):
        cls.served.__exit__()
        cls.folder.cleanup()

    def validator(self, schema):
        return Draft202012Validator(schema, resolver=RefResolver.from_schema(self.document))

    def operations(self):
        for path, item in self.document["paths"].items():
            for method in METHODS & item.keys():
                yield path, item, item[method]

    def body_schema(self, path):
        return self.document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]

    def test_it_is_openapi(self):
        Draft202012Validator(DOCUMENT).validate(self.document)
        for path, item, operation in self.operations():
            with self.subTest(path=path):
                self.assertEqual(re.findall(r"{(\w+)}", path), [one["name"] for one in item.get("parameters", [])])
                contents = [*operation["responses"].values(), operation.get("requestBody", {})]
                for schema in (form["schema"] for one in contents for form in one.get("content", {}).values()):
                    Draft202012Validator.check_schema(schema)
        for reference in re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(self.document)):
            at = self.document
            for word in reference.split("/"):
                at = at[word]

    def test_documented_examples(self):
        """Every body in docs/serve.md is valid; its answer, and that to nonsense, is what is described."""
        text = (ROOT / "docs" / "serve.md").read_text()
        asked = re.findall(r"localhost:\d+(/api/v1/\w+) -d '(.*)'$", text, re.M)
        self.assertGreater(len(asked), 2)
        for path, body in asked:
            with self.subTest(path=path, body=body):
                self.validator(self.body_schema(path)).validate(json.loads(body))
                status, answer = self.served.ask(path, body)
                answers = self.document["paths"][path]["post"]["responses"]
                self.validator(answers[str(status)]["content"]["application/json"]["schema"]).validate(json.loads(answer))
                self.assertIn("rows" if status == 200 else "error", json.loads(answer))
        fit = re.search(r"`POST /api/v1/fit` with `(\{.*?\})`\n", text)[1].replace(", ...]", "]")
        self.validator(self.body_schema("/api/v1/fit")).validate(json.loads(fit))

    def test_what_the_server_refuses_is_not_valid(self):
        pair = [["a", "b"]]
        for path, body in [("score", {"data": pair, "tp": 3}), ("score", {}), ("score", {"data": "text"}), ("score", {"data": []}),
                           ("rank", {"queries": ["a"], "among": "replies", "top": "many"}), ("rank", {"queries": ["a"], "lists": "x"}),
                           ("match", {"left": ["a"], "right": ["b"], "seeds": [[0]]}), ("match", {"left": ["a"], "right": ["b"], "forbidden": [[0, -1]]}),
                           ("match", {"left": ["a"], "right": ["b"], "method": "magic"}), ("embed", {"texts": ["a"], "output": "x"}),
                           ("report", {"part": "rows", "extra-rows": "file"})]:
            with self.subTest(path=path, body=body):
                self.assertFalse(self.validator(self.body_schema("/api/v1/" + path)).is_valid(body))
                self.assertEqual(self.served.ask("/api/v1/" + path, body)[0], 400)


if __name__ == "__main__":
    unittest.main()
