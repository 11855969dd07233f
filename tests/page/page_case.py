"""What the tests of the page share: a server and a browser, the views and their addresses."""
import pathlib
import sys
import tempfile
import unittest
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "serve"))
from browser import Browser  # noqa: E402
from served import Served  # noqa: E402

EXAMPLES = ROOT / "docs" / "examples"
PICTURES = ROOT / "build" / "page"
LEFT, RIGHT = "The dog drinks milk.", "Le chien boit du lait."
BLANK = "The _____ barked at the wolf."
HALF = "The baker carries the silver key.", "Le boulanger porte the silver key."
FURTHER_ROWS, FURTHER_COLUMN = "Shetland, 30, 5, 40, 20, 1\nOrkney, fair=12, black=8", "chestnut, 10, 20, 30, 40"
BOUGHT, SOLD = "David bought the boat from Emma before noon.", "Emma sold the boat to David before noon."


def address(view, model="", **parameters):
    return f"#/{view}{'/' + model if model else ''}?{urllib.parse.urlencode(parameters)}"


VIEWS = {
    "home": "#/",
    "words": address("words", "words", q="cat", a="man", b="king", c="woman", **{"with": "dog"}),
    "opposites": address("words", "opposites", q="hot"),
    "map": address("map", "words", q="king"),
    "table": address("table", "eyes", q="dark"),
    "table-further": address("table", "eyes", q="Shetland", rows=FURTHER_ROWS, columns=FURTHER_COLUMN),
    "pairs": address("pairs", "translations", left=LEFT, right=RIGHT),
    "parts": address("pairs", "cleaner", left=HALF[0], right=HALF[1]),
    "clean": address("clean", "translations", example=1),
    "clean-odds": address("clean", "cleaner", example=1),
    "texts": address("texts", "languages", q="The cat sleeps on the chair."),
    "margins": address("texts", "languages", q="The cat sleeps on the chair.", margin=4),
    "paraphrases": address("paraphrases", "paraphrases", left=BOUGHT, right=SOLD),
    "blanks": address("blanks", "trigrams", q=BLANK),
    "matching": address("matching", example=1),
    "matching-again": address("matching", example=1, given="0:28", forbidden="1:36"),
    "compare": address("compare", "translations", example=1),
    "model": address("model", "translations", measure=1),
}


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        PICTURES.mkdir(parents=True, exist_ok=True)
        cls.folder = tempfile.TemporaryDirectory()
        cls.at = pathlib.Path(cls.folder.name)
        (cls.at / "models").mkdir()
        cls.served = Served("--allow-fit", str(cls.at / "models"))
        cls.browser = Browser(1280, "light", PICTURES, cls.at)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.served.__exit__()
        cls.folder.cleanup()

    def visit(self, path):
        self.browser.open(f"http://127.0.0.1:{self.served.port}/{path}")

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])
