"""Every view of the page at two widths, light and dark; pictures are kept in build/page. By hand: as works_test.py."""
import unittest

from browser import Browser
from page_case import PICTURES, VIEWS, Page


class Looks(Page):
    """Every view, at each width and in each scheme: no complaint, a picture."""

    def test_every_view(self):
        for width, scheme in ((1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")):
            browser = self.browser if (width, scheme) == (1280, "light") else Browser(width, scheme, PICTURES, self.at)
            try:
                for name, path in VIEWS.items():
                    with self.subTest(view=name, width=width, scheme=scheme):
                        browser.open(f"http://127.0.0.1:{self.served.port}/{path}")
                        if name in ("clean", "clean-odds", "compare", "matching", "model", "texts", "margins"):
                            browser.one("main svg, main canvas")
                            browser.settle()
                        if name == "matching-again":
                            browser.wait(lambda: "changed" in browser.text(".answer"))
                            browser.settle()
                        if name == "margins":
                            browser.wait(lambda: "119" in browser.text("[aria-live] > p.quiet"))
                        browser.picture(name)
                        self.assertEqual(browser.complaints(), [])
                        if browser is self.browser:
                            self.assertEqual(browser.focus_order(), [])
            finally:
                if browser is not self.browser:
                    browser.close()

    def test_small_and_alone(self):
        """Less than 200 kB over the wire, and nothing from anywhere else."""
        self.visit("#/")
        loaded = self.browser.script("return performance.getEntriesByType('resource').map((one) => [one.name, one.encodedBodySize])")
        self.assertLess(sum(size for _, size in loaded), 200_000)
        self.assertTrue(all(name.startswith((f"http://127.0.0.1:{self.served.port}/", "data:")) for name, _ in loaded), loaded)

    def test_very_many_points(self):
        """50,000 points are drawn nearly as fast as a few, so one can drag them: asking the canvas for each takes thirty times as long."""
        self.visit("#/")
        few, many = self.browser.driver.execute_async_script("""
            const done = arguments[0];
            import("./scatter.js").then(async ({scatter}) => {
              const frame = () => new Promise((next) => requestAnimationFrame(next));
              const least = async (length) => {
                const points = Array.from({length}, (_, at) => ({x: Math.sin(at * 12.9) * at, y: Math.cos(at * 78.2) * at, label: `word ${at}`}));
                const map = scatter(points, {label: "many"}), canvas = map.element.querySelector("canvas"), times = [];
                document.querySelector("main").replaceChildren(map.element);
                await frame(); await frame();
                for (let turn = 0; turn < 20; turn++) {
                  canvas.dispatchEvent(new KeyboardEvent("keydown", {key: turn % 2 ? "ArrowLeft" : "ArrowRight"}));
                  const start = performance.now();
                  await frame(); await new Promise((next) => setTimeout(next));
                  times.push(performance.now() - start);
                }
                return Math.min(...times);
              };
              done([await least(500), await least(50000)]);
            });""")
        self.visit("#/")
        self.assertLess(many, 8 * few)


if __name__ == "__main__":
    unittest.main()
