"""Parallel text from Debian's manual pages: the English page and its translation, cut into paragraphs that match.

The translations are made with po4a, which keeps the order of headings, paragraphs and list items, so paragraph i of one
page is the translation of paragraph i of the other whenever both pages have the same outline.

    for page in paired_pages(installed_pages(["manpages", "manpages-dev"]), "fr"):
        for english, french in page.pairs(): ...
"""
import gzip
import pathlib
import re
import unicodedata
from typing import Iterable, Iterator, List, NamedTuple, Tuple

MAN_ROOT = pathlib.Path("/usr/share/man")
DPKG_LISTS = pathlib.Path("/var/lib/dpkg/info")

BREAKS = {"PP", "P", "LP", "HP", "sp", "RS", "RE"}
HEADINGS = {"SH", "SS"}
ONE_FONT = {"B", "I", "SM", "SB"}                      # arguments are words of the sentence
TWO_FONTS = {"BR", "RB", "BI", "IB", "IR", "RI"}       # arguments are pieces of one word
# Program text, tables and synopses: not prose, and often left as they are by translators.
VERBATIM = {"nf": "fi", "EX": "EE", "TS": "TE", "Vb": "Ve", "EQ": "EN", "SY": "YS", "de": ".", "ig": "."}
TRANSLATOR_SECTIONS = {"TRADUCTION"}                   # what manpages-fr adds to every page

GLYPHS = {
    "aq": "'", "cq": "’", "oq": "‘", "lq": "“", "rq": "”", "dq": '"', "Fo": "«", "Fc": "»", "em": "—", "en": "–", "hy": "-",
    "bu": "•", "co": "©", "rg": "®", "mc": "µ", "mu": "×", "+-": "±", "<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "<-": "←",
    "ti": "~", "ha": "^", "ga": "`", "rs": "\\", "at": "@", "sh": "#", "Do": "$", "or": "|", "ba": "|", "lB": "[", "rB": "]",
    "lC": "{", "rC": "}", "sl": "/", "ss": "ß", "oe": "œ", "OE": "Œ", "ae": "æ", ",c": "ç", ",C": "Ç", "12": "½", "de": "°",
    "if": "∞", "pl": "+", "mi": "−", "eq": "=", "Eu": "€", "sc": "§", "ul": "_", "dg": "†", "tm": "™", "di": "÷",
}
ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", ":": "\u0308", "~": "\u0303", "o": "\u030a"}
STRINGS = {"Aq": "'", "lq": "“", "rq": "”", "R": "®", "Tm": "™"}

NAMED = r"(?:\((..)|\[([^\]]*)\]|(.))"                 # \x(ab  \x[name]  \xc
ESCAPE = re.compile(
    r"\\(?:"
    r"(?P<drop>f(?:\(..|\[[^\]]*\]|.)|[sm](?:\[[^\]]*\]|'[^']*'|[+-]?\d)|[hvwlLoDXRZ]'[^']*'|[nkF](?:\(..|\[[^\]]*\]|.)|[&:%/,|^){}cdutp])"
    r"|\*" + NAMED + r"|\((?P<two>..)|\[(?P<long>[^\]]*)\]|(?P<one>.)|$)")


class Item(NamedTuple):
    kind: str  # "heading", "section" (a heading of the first level), "tag" (what a list item is about), "text"
    text: str


class Page(NamedTuple):
    name: str                 # like poll(2)
    english: List[Item]
    other: List[Item]

    def agree(self) -> bool:
        """Whether both pages have the same outline, so that items match one to one."""
        return [item.kind for item in self.english] == [item.kind for item in self.other]

    def pairs(self, least_words: int = 5) -> Iterator[Tuple[str, str]]:
        """Matching paragraphs of some length; untranslated ones are left out."""
        if not self.agree():
            return
        for ours, theirs in zip(self.english, self.other):
            if ours.kind == "text" and min(word_count(ours.text), word_count(theirs.text)) >= least_words \
                    and ours.text.lower() != theirs.text.lower():
                yield ours.text, theirs.text


    def translated(self) -> bool:
        """Whether most paragraphs of the other page differ from the English ones."""
        ours = {item.text.lower() for item in self.english if item.kind == "text"}
        theirs = [item.text.lower() for item in self.other if item.kind == "text"]
        return 2 * sum(text in ours for text in theirs) < len(theirs)


def word_count(text: str) -> int:
    return len(re.findall(r"[^\W\d_]{2,}", text))


def plain(text: str) -> str:
    """A line of groff without its escapes."""
    def replaced(match):
        if match["drop"]:
            return ""
        string = match[2] or match[3] or match[4]
        if string:
            return STRINGS.get(string, "")
        glyph = match["two"] or match["long"]
        if glyph:
            return named_glyph(glyph)
        return {"-": "-", " ": " ", "~": " ", "0": " ", "e": "\\", "\\": "\\", "'": "'", "`": "`", ".": "."}.get(match["one"] or "", "")
    return ESCAPE.sub(replaced, text)


def named_glyph(name: str) -> str:
    if name in GLYPHS:
        return GLYPHS[name]
    if re.fullmatch(r"u[0-9A-F]{4,6}", name):
        return chr(int(name[1:], 16))
    if len(name) == 2 and name[0] in ACCENTS and name[1].isalpha():
        return unicodedata.normalize("NFC", name[1] + ACCENTS[name[0]])
    return ""


def arguments(text: str) -> List[str]:
    """The arguments of a macro: separated by spaces, "quoted ones" may hold them, and "\\ " is not a separator."""
    found = re.findall(r'"((?:[^"]|"")*)"?|((?:\\.|[^\s\\]|\\$)+)', text)
    return [bare if bare else quoted.replace('""', '"') for quoted, bare in found]


def items(source: str) -> List[Item]:
    """The headings, tags and paragraphs of a page in the man macros, without markup and program text."""
    found: List[Item] = []
    words: List[str] = []      # of the item being read
    kind = "text"
    one_line = False           # the item ends with this input line: a tag, or a heading on the line after its macro
    verbatim_end = None

    def finish(next_kind="text"):
        nonlocal kind, one_line
        text = " ".join("".join(words).split())
        if text:
            found.append(Item(kind, text))
        words.clear()
        kind, one_line = next_kind, False

    def add(text):
        words.append(plain(text) + ("" if text.endswith("\\c") else " "))
        if one_line:
            finish()

    for line in source.splitlines():
        control = re.match(r"[.'][ \t]*([^\s\\]*)[ \t]*(.*)", line)
        macro = control[1] if control else ""
        if verbatim_end:
            if macro == verbatim_end:
                verbatim_end = None
            continue
        if control and (control[2].startswith('\\"') or not macro):
            continue  # a comment or an empty request
        line = re.sub(r'(?<!\\)\\["#].*', "", line)
        rest = re.sub(r'(?<!\\)\\["#].*', "", control[2]).rstrip() if control else ""
        if not control:
            if line.strip():
                add(line)
            elif not one_line:
                finish()
        elif macro in VERBATIM:
            finish()
            verbatim_end = VERBATIM[macro]
        elif macro in BREAKS:
            finish()
        elif macro in HEADINGS:
            finish("section" if macro == "SH" else "heading")
            one_line = True
            if rest:
                add(" ".join(arguments(rest)))
        elif macro in ("TP", "TQ"):
            finish("tag")
            one_line = True
        elif macro == "IP":
            finish("tag")
            words.extend(plain(tag) for tag in arguments(rest)[:1] if word_count(plain(tag)))
            finish()
        elif macro in ONE_FONT and rest:
            add(" ".join(arguments(rest)))
        elif macro in TWO_FONTS:
            add("".join(arguments(rest)))
        elif macro in ("UE", "ME") and rest and words:
            words[-1] = words[-1].rstrip()
            add(rest)
    finish()
    return found


def read_page(path: pathlib.Path) -> List[Item]:
    """The items of a page; [] for one that only includes another (.so) or is written in the mdoc macros.

    The section about the translators is left out.
    """
    opened = gzip.open(path, "rb") if path.suffix == ".gz" else open(path, "rb")
    with opened as file:
        source = file.read().decode("utf-8", "replace")
    if re.search(r"^\.(so|Dd)\s", source, re.MULTILINE):
        return []
    kept = items(source)
    for place, item in enumerate(kept):
        if item.kind == "section" and item.text in TRANSLATOR_SECTIONS:
            return kept[:place]
    return kept


def installed_pages(packages: Iterable[str], lists: pathlib.Path = DPKG_LISTS) -> List[pathlib.Path]:
    """The English pages of Debian packages, sorted; pages that dpkg was told to leave out, and links to others, are not there."""
    pages = set()
    for package in packages:
        listed = lists / f"{package}.list"
        if listed.exists():
            paths = map(pathlib.Path, listed.read_text().splitlines())
            pages.update(path for path in paths if re.fullmatch(r"man\d", path.parent.name) and path.is_file() and not path.is_symlink())
    return sorted(pages)


def paired_pages(pages: Iterable[pathlib.Path], language: str, root: pathlib.Path = MAN_ROOT) -> Iterator[Page]:
    """Each English page with the page of the same name in the other language, where both have text."""
    for path in pages:
        other_path = root / language / path.parent.name / path.name
        if not other_path.is_file():
            continue
        english, other = read_page(path), read_page(other_path)
        if english and other:
            title, section = path.name.removesuffix(".gz").rsplit(".", 1)
            yield Page(f"{title}({section})", english, other)


def paragraph_pairs(packages: Iterable[str], language: str) -> List[Tuple[str, str]]:
    """All different paragraph pairs of the packages' pages, in the order of the pages."""
    return list(dict.fromkeys(pair for page in paired_pages(installed_pages(packages), language) for pair in page.pairs()))


class WholePage(NamedTuple):
    name: str
    english: str
    other: str


def whole_pages(packages: Iterable[str], language: str) -> List[WholePage]:
    """The pages of the packages as one line of prose in each language; those that are still mostly English are left out."""
    def prose(found: List[Item]) -> str:
        return " ".join(item.text for item in found if item.kind == "text")

    return [WholePage(page.name, prose(page.english), prose(page.other))
            for page in paired_pages(installed_pages(packages), language) if page.translated()]
