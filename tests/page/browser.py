"""A browser of one width and colour scheme, and what every view of the page must be: quiet, whole, readable, usable by keyboard."""
import pathlib
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

AUDIT = (pathlib.Path(__file__).parent / "audit.js").read_text()
SECONDS = 20  # for the slowest answer, on a busy machine


class Browser:
    def __init__(self, width, scheme, pictures, downloads):
        options = webdriver.ChromeOptions()
        for word in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "hide-scrollbars", f"window-size={width},900", "lang=en"):
            options.add_argument("--" + word)
        options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.width, self.scheme, self.pictures = width, scheme, pictures
        self.resize(900)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def resize(self, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": self.width, "height": height, "deviceScaleFactor": 1, "mobile": self.width < 500})

    def open(self, address):
        self.driver.get("about:blank")
        self.driver.get(address)
        self.settle()

    def settle(self):
        """Until the page has loaded and nothing is asked for any more."""
        self.wait(lambda: self.script("return document.querySelector('main h1, dialog') && !document.querySelector('[aria-busy]')"))
        time.sleep(0.1)
        self.wait(lambda: self.script("return !document.querySelector('[aria-busy]')"))

    def wait(self, what):
        return WebDriverWait(self.driver, SECONDS, 0.05).until(lambda _: what())

    def script(self, code, *words):
        return self.driver.execute_script(code, *words)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.wait(lambda: self.all(selector))[0]

    def texts(self, selector):
        return self.script("return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent.trim())", selector)

    def text(self, selector):
        self.one(selector)
        return self.texts(selector)[0]

    def labelled(self, label):
        """The control with this label."""
        return self.wait(lambda: self.script(
            "const found = [...document.querySelectorAll('label')].find((one) => one.textContent === arguments[0]); return found && document.getElementById(found.htmlFor)", label))

    def press(self, text):
        """A button or link by what it says."""
        found = self.wait(lambda: self.script(
            "return [...document.querySelectorAll('main button, main a, dialog button')].find((one) => one.textContent.trim() === arguments[0])", text))
        self.script("arguments[0].scrollIntoView({block: 'center'})", found)
        found.click()

    def type(self, label, text, end=""):
        control = self.labelled(label)
        self.script("arguments[0].scrollIntoView({block: 'center'})", control)
        control.send_keys(Keys.CONTROL, "a")
        control.send_keys(text + end)

    def choose(self, label, value):
        self.script("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'))", self.labelled(label), value)

    def upload(self, path, number=0):
        """As if chosen by the button of the drop zone of this number."""
        field = self.all("input[type=file]")[number]
        self.script("arguments[0].className = ''", field)
        field.send_keys(str(path))
        self.script("arguments[0].className = 'hidden'", field)

    def complaints(self):
        """What the console said, and what the audit finds."""
        said = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("WARNING", "SEVERE")]
        return said + self.script(AUDIT)

    def focus_order(self, most=40):
        """Elements that Tab reaches, from the top: those out of order, hidden, or without a ring."""
        self.script("document.activeElement.blur(); scrollTo(0, 0); window.focused = null")
        wrong = []
        for _ in range(most):
            for kind in ("rawKeyDown", "keyUp"):
                self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": kind, "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9})
            told = self.script("""
                const at = document.activeElement, last = window.focused, name = at.outerHTML.slice(0, 80);
                if (at === document.body || at === last) return "end";
                window.focused = at;
                const box = at.getBoundingClientRect();
                if (last && !(last.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING)) return `out of order: ${name}`;
                if (box.width < 1 || box.height < 1) return `hidden: ${name}`;
                if (getComputedStyle(at).outlineStyle === "none") return `no ring: ${name}`;""")
            if told == "end":
                break
            if told:
                wrong.append(told)
        return wrong

    def picture(self, name):
        self.resize(min(2600, max(900, self.script("return document.documentElement.scrollHeight"))))
        time.sleep(0.15)
        self.driver.save_screenshot(str(self.pictures / f"{name}-{self.width}-{self.scheme}.png"))
        self.resize(900)

    def close(self):
        self.driver.quit()
