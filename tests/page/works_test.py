"""The page of couplet serve in a real browser: what a person does, and what is shown against what the API answers.

COUPLET: the program. By hand: COUPLET=build/tested/apps/cli/couplet /usr/bin/python3 tests/page/works_test.py [Class.test].
"""
import re
import subprocess
import time
import unittest
import urllib.parse

from page_case import (BLANK, BOUGHT, EXAMPLES, FURTHER_COLUMN, FURTHER_ROWS, HALF, LEFT, RIGHT, SOLD, VIEWS, Page, address)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from served import COUPLET, Served


def shown(value, digits=3):
    """A number as the page writes it."""
    size = abs(value)
    if float(value).is_integer():
        text = f"{int(size):,}"
    elif size < 10**-digits:
        return None
    else:
        text = f"{size:.{0 if size >= 100 else min(1, digits) if size >= 10 else digits}f}"
    return ("−" if value < 0 else "") + text


def number(text):
    return float(text.replace("−", "-").replace(",", ""))


class Works(Page):
    """What a person does, and what is shown against the API."""

    def test_first_page_leads_everywhere(self):
        self.visit("#/")
        links = self.browser.script("return [...document.querySelectorAll('.tiles a')].map((one) => one.getAttribute('href'))")
        self.assertEqual(len(links), 10)
        for link in links:
            self.visit(link)
            self.assertNotEqual(self.browser.text("h1"), "Relations between texts, to look at")
            self.assertEqual(self.browser.texts(".problem"), [])
        self.visit("#/nowhere/at-all")
        self.assertEqual(self.browser.text("h1"), "Relations between texts, to look at")

    def test_words_as_one_types(self):
        page = self.browser
        self.visit("#/words/words")
        page.type("A word", "qu")
        page.wait(lambda: page.texts("[role=option]"))
        self.assertEqual(page.texts("[role=option]"), [row["word"] for row in self.served.rows("words", model="words", start="qu", top=8)])
        page.labelled("A word").send_keys(Keys.ARROW_DOWN, Keys.ENTER)
        page.settle()
        self.assert_neighbours("words", "queen")
        page.one(".bars button.word").click()
        page.settle()
        nearest = self.served.rows("search", model="words", queries=["queen"], top=1)[0]["word"]
        self.assert_neighbours("words", nearest)
        page.driver.back()
        page.settle()
        self.assert_neighbours("words", "queen")

    def assert_neighbours(self, model, word):
        page = self.browser
        page.wait(lambda: page.labelled("A word").get_attribute("value") == word)
        self.assertIn(f"q={word}", page.driver.current_url)
        near = self.served.rows("search", model=model, queries=[word], top=12)
        far = self.served.rows("search", model=model, queries=[word], opposites=True, top=12)
        self.assertEqual(page.texts(".card:first-of-type .bars button.word"), [row["word"] for row in near + far])
        for told, row in zip(page.texts(".card:first-of-type .bars .figure"), near + far, strict=True):
            self.assertAlmostEqual(number(told), row["score"], delta=0.00051)

    def test_opposites_lie_at_the_other_end(self):
        self.visit(VIEWS["opposites"])
        self.assert_neighbours("opposites", "hot")
        places = self.browser.script("return [...document.querySelectorAll('.strip .mark')].map((one) => [one.querySelector('text').textContent, Number(one.querySelector('circle').getAttribute('cx'))])")
        self.assertLess(dict(places)["cold"], dict(places)["torrid"])

    def test_analogy_and_two_words(self):
        self.visit(VIEWS["words"])
        answer = self.served.rows("search", model="words", queries=["man:king::woman:?"], top=1)[0]
        self.assertEqual(self.browser.text(".columns .card:first-child .answer"), f"is to {answer['word']}")
        score = self.served.rows("score", model="words", data=[["cat", "dog"]])[0]["score"]
        self.assertIn(shown(score), self.browser.text(".columns .card:last-child .answer"))
        self.browser.type("compared with", "mouse", Keys.ENTER)
        score = self.served.rows("score", model="words", data=[["cat", "mouse"]])[0]["score"]
        self.browser.wait(lambda: shown(score) in self.browser.text(".columns .card:last-child .answer"))
        self.visit("#/words/words?q=zzzz")
        self.assertIn("does not know it", self.browser.text(".warning"))

    def test_map(self):
        page = self.browser
        self.visit(VIEWS["map"])
        self.assertIn("1 point of", page.text(".status"))
        painted = page.script("const c = document.querySelector('canvas'); return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.filter((v, i) => i % 4 === 3 && v > 0).length")
        self.assertGreater(painted, 2000)
        page.press("Show all")
        page.press("Lasso")
        canvas = page.one("canvas")
        chain = ActionChains(page.driver).move_to_element_with_offset(canvas, -200, -200).click_and_hold()
        for x, y in ((400, 0), (0, 400), (-400, 0), (0, -390)):
            chain.move_by_offset(x, y)
        chain.release().perform()
        page.wait(lambda: page.texts(".beside .chips a"))
        words = {row["text"] for row in self.served.rows("map", model="words", layout="neighbours", top=50000)}
        self.assertGreater(len(page.texts(".beside .chips a")), 10)
        self.assertLessEqual(set(page.texts(".beside .chips a")), words)
        canvas.send_keys("+", Keys.ARROW_LEFT, "0")
        page.choose("Layout", "axes")
        page.settle()
        self.assertIn("layout=axes", page.driver.current_url)

    def test_table(self):
        page = self.browser
        self.visit("#/table/eyes")
        rows = self.served.rows("report", model="eyes", part="rows", axes=3) + self.served.rows("report", model="eyes", part="columns", axes=3)
        best = max(rows, key=lambda row: row["contribution_1"])
        self.assertEqual(page.text(".beside .bars li .name"), best["label"])
        page.choose("Upwards", "3")
        self.assertIn("y=3", page.driver.current_url)
        point = page.one("g[aria-label='dark, row']")
        point.send_keys(Keys.ENTER)
        cells = [row for row in self.served.rows("report", model="eyes", part="cells", top=100) if row["row"] == "dark"]
        page.wait(lambda: page.texts(".beside tbody tr td:first-child"))
        self.assertEqual(page.texts(".beside tbody tr td:first-child"), [row["column"] for row in cells])
        self.assertEqual(page.texts(".beside tbody tr td:nth-child(2)"), [shown(row["count"]) for row in cells])
        self.assertEqual(page.all(".supplementary, .key.hollow"), [])

    def test_further_points_of_a_table(self):
        page = self.browser
        self.visit("#/table/eyes?q=dark")
        page.one("summary").click()
        page.type("Further rows", FURTHER_ROWS)
        page.type("Further columns", FURTHER_COLUMN)
        page.press("Place them")
        page.wait(lambda: len(page.all(".supplementary")) == 3)
        self.assertEqual(len(page.all(".key.hollow")), 1)
        self.assertIn("chestnut", urllib.parse.unquote(page.driver.current_url))
        table = [["", "fair", "red", "medium", "dark", "black"], ["Shetland", 30, 5, 40, 20, 1], ["Orkney", 12, 0, 0, 0, 8]]
        found = self.served.rows("report", model="eyes", part="rows", axes=3, **{"extra-rows": table})
        page.one("g[aria-label='Orkney, further row']").send_keys(Keys.ENTER)
        page.wait(lambda: page.text(".beside h3") == "Orkney")
        self.assertTrue(page.texts(".beside dd")[0].startswith(shown(found[-1]["coordinate_1"])), page.texts(".beside dd"))
        self.assertEqual(page.texts(".beside tbody td"), ["fair", "12", "black", "8"])
        # A row of the table itself lands on itself.
        page.type("Further rows", "again, " + ", ".join(str(count) for count in (98, 48, 403, 681, 85)))
        page.press("Place them")
        page.wait(lambda: page.all("g[aria-label='again, further row']"))
        places = [page.script("const c = document.querySelector(arguments[0]); return [c.getAttribute('cx'), c.getAttribute('cy')]", f"g[aria-label='{name}'] circle")
                  for name in ("dark, row", "again, further row")]
        self.assertEqual([round(float(one), 3) for one in places[0]], [round(float(one), 3) for one in places[1]])
        page.type("Further columns", "odd, green=3, blue=1")
        page.press("Place them")
        page.wait(lambda: "green" in page.text("details .warning"))
        page.type("Further rows", "wrong, many")
        page.press("Place them")
        page.wait(lambda: "is not a number" in page.text("details .problem"))
        page.driver.get_log("browser")  # the browser itself notes the 400

    def test_a_pair(self):
        page = self.browser
        self.visit("#/pairs/translations")
        page.type("Left", LEFT)
        page.type("Right", RIGHT)
        page.wait(lambda: page.texts(".heat .whole"))
        score = self.served.rows("score", model="translations", data=[[LEFT, RIGHT]])[0]
        self.assertEqual(page.text(".answer"), shown(score["score"], 4))
        self.assertEqual(page.text(".heat .whole"), shown(score["score"], 4))
        bins = self.served.rows("report", model="translations", part="random")
        self.assertEqual(sum(row["pairs"] for row in bins), 120 * 119)
        self.assertEqual(len(page.all(".place rect")), len(bins))
        above = sum(row["pairs"] for row in bins if row["from"] > score["score"])
        at = next(row for row in bins if row["from"] <= score["score"] <= row["to"])["pairs"]
        told = int(re.search(r"Higher than all but about (\d+) of 14,280 re-paired", page.text("figcaption"))[1])
        self.assertTrue(max(1, above) <= told <= above + at, (above, told, at))
        self.assertIn(f"z = {shown(score['z'], 2)}:", page.texts("[aria-live] > p.quiet")[0])
        own = float(page.one(".place .own line").get_attribute("x1"))
        edges = [float(bar.get_attribute("x")) for bar in page.all(".place rect")]
        self.assertEqual(sum(edge < own for edge in edges) - 1, next(number for number, row in enumerate(bins) if row["from"] <= score["score"] <= row["to"]))
        cells = [number(text) for text in page.texts(".heat tbody td:not(.sum)")]
        self.assertAlmostEqual(sum(cells), score["score"], delta=0.0006 * len(cells))
        self.assertEqual(page.texts(".heat thead th.right"), ["le", "chien", "boit", "du", "lait"])
        self.assertIn(urllib.parse.urlencode({"left": LEFT}), page.driver.current_url)

    def test_a_pair_that_does_not_belong_together(self):
        page = self.browser
        self.visit(address("pairs", "translations", left=LEFT, right="Elle écrit une lettre à sa mère."))
        score = self.served.rows("score", model="translations", data=[[LEFT, "Elle écrit une lettre à sa mère."]])[0]["score"]
        bins = self.served.rows("report", model="translations", part="random")
        below = sum(row["pairs"] for row in bins if row["to"] <= score) / (120 * 119)
        self.assertAlmostEqual(float(re.search(r"Higher than ([\d.]+) %", page.text("figcaption"))[1]), 100 * below, delta=12)

    def test_parts_of_a_probability(self):
        page = self.browser
        self.visit(VIEWS["parts"])
        scored = self.served.rows("score", model="cleaner", data=[list(HALF)])[0]
        why = self.served.rows("explain", model="cleaner", left=HALF[0], right=HALF[1], top=0)
        self.assertIn(f"log odds {shown(scored['score'])}", page.text(".answer"))
        figures = [number(text.replace("+", "")) for text in page.texts(".waterfall .figure")]
        self.assertEqual(figures[-1], round(scored["score"], 3))
        self.assertAlmostEqual(sum(figures[:-1]), scored["score"], delta=0.0006 * len(figures))  # they add up
        self.assertTrue(page.texts(".waterfall .name")[1].startswith(why[2]["left"]))
        ends = page.script("return [...document.querySelectorAll('.waterfall .bar')].map((one) => [one.offsetLeft, one.offsetLeft + one.offsetWidth])")
        for above, below in zip(ends[1:-2], ends[2:-1]):
            self.assertAlmostEqual(above[0], below[1], delta=4)  # each begins where the one above ends
        self.assertEqual(page.texts(".chip.rule"), [])
        page.press("A young farmer counts 29 boats at the station. / Un jeune fermier compte 35 bateaux à la gare.")
        page.wait(lambda: page.texts(".chip.rule") == ["numbers disagree"])
        self.assertIn("A rule:", page.text(".note .rule"))
        self.visit(VIEWS["clean-odds"])
        page.one(".histogram")
        self.assertEqual(page.text(".answer").split()[1:3], ["pairs", "kept,"])
        self.assertLess({"markup", "swapped sides", "boilerplate"}, {text.split(":")[0] for text in page.texts(".chip")})
        page.all("tbody a")[0].click()
        page.wait(lambda: page.text("h1") == "Pairs")
        page.settle()

    def test_cleaning(self):
        page = self.browser
        self.visit("#/clean/translations")
        page.upload(EXAMPLES / "pairs.tsv")
        page.one(".histogram")
        self.assertEqual(page.text(".answer"), "108 pairs kept, 12 dropped (10 %)")
        slider = page.one("[role=slider]")
        slider.send_keys(Keys.ARROW_RIGHT * 10)
        cut = float(re.search("cut=([-.0-9]+)", page.driver.current_url)[1])
        kept = self.at / "kept.tsv"
        model = self.at / "pairs.couplet"
        subprocess.run([COUPLET, "fit", "phsic", EXAMPLES / "pairs.tsv", "--keep-pairs", "120", "-o", model, "-q"], check=True)
        subprocess.run([COUPLET, "filter", model, EXAMPLES / "pairs.tsv", "--min-quality", str(cut), "-o", kept, "-q"], check=True, capture_output=True)
        self.assertEqual(int(page.text(".answer").split()[0]), len(kept.read_text().splitlines()))
        page.press("Download what is kept")
        page.wait(lambda: (self.at / "pairs.kept.tsv").exists())
        time.sleep(0.3)
        self.assertEqual((self.at / "pairs.kept.tsv").read_text(), kept.read_text())
        before = page.text(".answer")
        ActionChains(page.driver).click_and_hold(slider).move_by_offset(-300, 0).release().perform()
        self.assertNotEqual(page.text(".answer"), before)
        self.assertEqual(len(page.texts("tbody tr")), 25)
        page.press("Dropped")
        self.assertNotIn("kept", page.texts("tbody td:nth-child(4)"))

    def test_texts(self):
        page = self.browser
        self.visit("#/texts/languages")
        page.type("Text", "The cat sleeps on the chair.", Keys.ENTER)
        page.wait(lambda: page.texts(".hits .right"))
        found = self.served.rows("rank", model="languages", queries=["The cat sleeps on the chair."], among="french", top=10)
        self.assertEqual(page.texts(".hits .right"), [row["text"] for row in found])
        self.assertEqual(page.texts(".hits .figure"), [shown(row["score"]) for row in found])
        page.all(".hits button")[1].click()
        page.settle()
        score = self.served.rows("score", model="languages", data=[["The cat sleeps on the chair.", found[1]["text"]]])[0]["score"]
        self.assertEqual(page.text(".reasons .answer"), shown(score, 4))
        page.wait(lambda: "240 points" in page.text(".status"))
        page.choose("Margin", "4")
        page.wait(lambda: "Margin:" in page.text(".card:first-of-type [aria-live]"))
        others = [line.split("\t")[0] for line in (EXAMPLES / "pairs.tsv").read_text().splitlines()]
        queries = ["The cat sleeps on the chair."] + [text for text in others if text != "The cat sleeps on the chair."]
        near = [row for row in self.served.rows("rank", model="languages", queries=queries, among="french", top=10, margin=4) if row["query"] == 0]
        self.assertEqual(page.texts(".hits .right"), [row["text"] for row in near])
        self.assertEqual(page.texts(".hits .figure"), [shown(row["score"]) for row in near])
        self.assertIn("margin=4", page.driver.current_url)

    def test_paraphrases(self):
        page = self.browser
        self.visit(VIEWS["paraphrases"])
        score = self.served.rows("score", model="paraphrases", data=[[BOUGHT, SOLD]])[0]
        self.assertIn(f"{100 * score['probability']:.1f} %", page.text(".answer"))
        self.assertGreater(len(page.all(".rules path")), 1)
        rules = [row for row in self.served.rows("explain", model="paraphrases", left=BOUGHT, right=SOLD, top=40) if row["kind"] == "rule"]
        self.assertEqual(number(page.text(".rule-list .figure")), round(rules[0]["value"], 3))
        page.press("Henry repaired the boat last year. / The boat was repaired by Henry last year.")
        page.settle()
        self.assertEqual(page.texts(".rules .left text"), ["Henry", "repaired", "the", "boat", "last", "year"])

    def test_blanks(self):
        page = self.browser
        self.visit(VIEWS["blanks"])
        for column, model in enumerate(("trigrams", "topics", "blanks"), 1):
            fitting = self.served.rows("complete", model=model, questions=BLANK, top=8)
            self.assertEqual(page.texts(f".card:first-of-type .opinions > :nth-child({column}) button.word"), [row["option"] for row in fitting])
        page.type("Word", "king")
        page.press("Explain")
        page.wait(lambda: page.texts("mark") == ["king"])
        why = self.served.rows("explain", model="blanks", left=BLANK, right="king")
        self.assertEqual(page.text(".card:last-of-type .opinions > :nth-child(3) h3"), f"blanks {shown(why[0]['value'], 2)}")

    def test_matching(self):
        page = self.browser
        self.visit(VIEWS["matching"])
        page.one(".matching svg")
        left, right = ((EXAMPLES / f"names-{side}.txt").read_text().split() for side in ("en", "ru"))
        found = sorted(self.served.rows("match", left=left, right=right, texts=True), key=lambda row: row["confidence"])
        self.assertEqual(page.texts(".matching .left"), [row["left_text"] for row in found[:40]])
        self.assertEqual(page.text(".answer"), f"{len(found)} matches")
        page.all("[aria-label^=Accept]")[0].click()
        page.all("[aria-label^=Reject]")[1].click()
        mended = page.all("[aria-label^=Another]")[2]
        free = right.index(found[1]["right_text"])
        page.script("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'))", mended, str(free))
        self.assertEqual(len(page.all(".struck")), 1)
        page.press("Run again with 2 pairs given, 1 forbidden")
        page.settle()
        seeds = [[found[0]["left"], found[0]["right"]], [found[2]["left"], free]]
        forbidden = [[found[1]["left"], found[1]["right"]]]
        again = {row["left"]: row["right"] for row in self.served.rows("match", left=left, right=right, seeds=seeds, forbidden=forbidden)}
        self.assertNotEqual(again[found[1]["left"]], found[1]["right"])
        changed = [row for row in sorted(found, key=lambda row: row["left"]) if again.get(row["left"]) != row["right"]]
        page.wait(lambda: "changed" in page.text(".answer"))
        self.assertEqual(page.text(".answer"), f"{len(changed)} match{'' if len(changed) == 1 else 'es'} changed with 2 pairs given, 1 forbidden")
        self.assertEqual(page.texts(".changes .left"), [row["left_text"] for row in changed])
        self.assertEqual(page.texts(".changes s"), [row["right_text"] for row in changed])
        self.assertEqual(page.texts(".changes .right"), [right[again[row["left"]]] for row in changed])
        self.assertIn(f"forbidden={forbidden[0][0]}%3A{forbidden[0][1]}", page.driver.current_url)
        page.press(f"{found[1]['left_text']} – {found[1]['right_text']} ✕")
        page.wait(lambda: not page.all(".forbidden"))
        page.settle()
        page.press("Download")
        page.wait(lambda: (self.at / "matched.tsv").exists())

    def test_the_model_itself(self):
        page = self.browser
        self.visit(VIEWS["model"])
        self.assertIn("phsic", page.texts(".facts dd"))
        page.press("Repeat it")
        self.assertIn("Passed", page.text(".good"))
        page.one(".whiskers")
        gold = [line.split("\t") for line in (EXAMPLES / "judged.tsv").read_text().splitlines()]
        auc = self.served.rows("eval", system="translations", gold=gold, label="3", columns="1,2")[0]
        self.assertIn(shown(auc["value"]), page.texts(".whiskers g text"))
        self.visit("#/model/blanks?measure=1")
        page.one(".whiskers")
        self.visit(VIEWS["compare"])
        page.one(".versus")
        row = self.served.rows("compare", systems=["translations", "languages"], gold=gold, label="3", columns="1,2")[0]
        self.assertEqual(page.texts("tbody tr:first-child td")[:3], ["auc", shown(row["value_a"]), shown(row["value_b"])])
        self.assertEqual(len(page.all(".versus circle")), 40)

    def test_fitting(self):
        page = self.browser
        self.visit("#/fit")
        page.press("Use the example: 120 pairs")
        page.type("Name", "made-here")
        page.press("Fit")
        page.press("Look at it")
        page.wait(lambda: page.text("h1") == "Model")
        self.assertIn("made-here", page.driver.current_url)
        self.assertTrue((self.at / "models" / "made-here.couplet").exists())
        page.settle()

    def test_failures_are_told(self):
        page = self.browser
        self.visit("#/clean/translations")
        bad = self.at / "bad.tsv"
        bad.write_text("only one column\n")
        page.upload(bad)
        self.assertIn("column", page.text(".problem"))
        page.driver.get_log("browser")  # the browser itself notes the 400


class Token(Page):
    def test_it_is_asked_for(self):
        secret = self.at / "token"
        secret.write_text("open sesame\n")
        with Served("--listen", "0.0.0.0", "--token-file", str(secret)) as served:
            page = self.browser
            page.open(f"http://127.0.0.1:{served.port}/")
            page.type("Token", "open barley")
            page.press("Go on")
            page.wait(lambda: page.labelled("Token").get_attribute("value") == "")
            page.type("Token", "open sesame")
            page.press("Go on")
            page.wait(lambda: page.texts(".tiles a"))
            page.driver.get_log("browser")  # the browser itself notes each 401
        self.visit("#/")


if __name__ == "__main__":
    unittest.main()
