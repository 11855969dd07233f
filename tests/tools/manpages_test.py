"""Tests of tools/manpages.py on small pages written here."""
import gzip
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import manpages
from manpages import Item

ENGLISH = r'''.\" a comment
.TH kettle 1 2020-01-01 "Kitchen"
.SH NAME
kettle \- heat water
.SH SYNOPSIS
.nf
.B kettle --heat
.fi
.SH DESCRIPTION
The
.BR kettle (1)
command heats water until it boils,\" said in passing
and then
.I stops
\fIby itself\fP.
.PP
.EX
water = 1;
.EE
This paragraph is the same in both languages.
.SS Options
.TP
.BI \-t " degrees"
Stop at this temperature of the water.
.IP \[bu] 3
Every item of a list is a paragraph.
'''
FRENCH = r'''.\" -*- coding: UTF-8 -*-
.TH kettle 1 "1er janvier 2020" "Cuisine"
.SH NOM
kettle \- Chauffer de l'eau
.SH SYNOPSIS
.nf
\fBkettle --heat\fP
.fi
.SH DESCRIPTION
La commande \fBkettle\fP(1) chauffe l'eau jusqu'\(`a \('ebullition, puis
\fIs'arr\(^ete\fP \fItoute seule\fP\ !
.PP
.EX
eau = 1;
.EE
This paragraph is the same in both languages.
.SS Options
.TP
\fB\-t\fP\fI degrés\fP
S'arrêter à cette température de l'eau.
.IP \[bu] 3
Chaque élément de la liste est un paragraphe.
.SH TRADUCTION
La traduction de cette page est due à quelqu'un.
'''


class PlainText(unittest.TestCase):
    def test_escapes(self):
        for groff, text in [
            (r"\fBbold\fP \f(CWfixed\fR \f[I]x\f[]", "bold fixed x"),
            (r"\-\-all\ \&.", "--all ."),
            (r"d\*(Aqun caf\('e \[oq]x\[cq] \[u00E9]t\[u00E9]", "d'un café ‘x’ été"),
            (r"\s-1SMALL\s0 \h'-04'\(bu a\e\,b\/", "SMALL • a\\b"),
            (r"unknown \[zzz]\(qq\*[none] end\c", "unknown  end"),
            ("ends in a backslash\\", "ends in a backslash"),
        ]:
            with self.subTest(groff=groff):
                self.assertEqual(manpages.plain(groff), text)

    def test_arguments(self):
        self.assertEqual(manpages.arguments(r'one "two words" a\ b "say ""x"""'), ["one", "two words", r"a\ b", 'say "x"'])
        self.assertEqual(manpages.arguments('"unclosed quote'), ["unclosed quote"])
        self.assertEqual(manpages.arguments('"" x'), ["", "x"])


class Items(unittest.TestCase):
    def test_page(self):
        self.assertEqual(manpages.items(ENGLISH), [
            Item("section", "NAME"), Item("text", "kettle - heat water"), Item("section", "SYNOPSIS"), Item("section", "DESCRIPTION"),
            Item("text", "The kettle(1) command heats water until it boils, and then stops by itself."),
            Item("text", "This paragraph is the same in both languages."), Item("heading", "Options"), Item("tag", "-t degrees"),
            Item("text", "Stop at this temperature of the water."), Item("text", "Every item of a list is a paragraph."),
        ])

    def test_breaks(self):
        for macro in (".PP", ".P", ".LP", ".sp", ".RS 4", ".RE", "", "' PP"):
            with self.subTest(macro=macro):
                self.assertEqual(manpages.items(f"one\n{macro}\ntwo\n"), [Item("text", "one"), Item("text", "two")])
        for macro in (".br", ".ad l", '.\\" note', ".", ".in"):
            with self.subTest(macro=macro):
                self.assertEqual(manpages.items(f"one\n{macro}\ntwo\n"), [Item("text", "one two")])

    def test_heading_and_tag_on_the_next_line(self):
        self.assertEqual(manpages.items(".SH\nTWO WORDS\ntext\n.TP\n.\\\" note\n.B tag\nbody\n"),
                         [Item("section", "TWO WORDS"), Item("text", "text"), Item("tag", "tag"), Item("text", "body")])

    def test_item_with_words(self):
        self.assertEqual(manpages.items('.IP "a tag" 4\nbody\n.IP 1.\nbody\n'),
                         [Item("tag", "a tag"), Item("text", "body"), Item("text", "body")])

    def test_definitions_and_tables_are_left_out(self):
        self.assertEqual(manpages.items(".de XX\ninside\n..\nbefore\n.TS\nl l.\na\tb\n.TE\nafter\n"),
                         [Item("text", "before"), Item("text", "after")])

    def test_links_and_continued_lines(self):
        self.assertEqual(manpages.items("see\n.UR https://example.org\nthe site\n.UE .\npre\\c\n.B fix\n"),
                         [Item("text", "see the site. prefix")])


class Pages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)

    def page(self, place, source):
        path = self.root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(path, "wb") as file:
            file.write(source.encode())
        return path

    def pair(self, english, french):
        path = self.page("man1/kettle.1.gz", english)
        self.page("fr/man1/kettle.1.gz", french)
        return list(manpages.paired_pages([path], "fr", self.root))

    def test_pairs_leave_out_short_and_untranslated_paragraphs(self):
        (page,) = self.pair(ENGLISH, FRENCH)
        self.assertEqual(page.name, "kettle(1)")
        self.assertTrue(page.agree())
        self.assertEqual(list(page.pairs()), [
            ("The kettle(1) command heats water until it boils, and then stops by itself.",
             "La commande kettle(1) chauffe l'eau jusqu'à ébullition, puis s'arrête toute seule !"),
            ("Stop at this temperature of the water.", "S'arrêter à cette température de l'eau."),
            ("Every item of a list is a paragraph.", "Chaque élément de la liste est un paragraphe."),
        ])

    def test_pages_with_different_outlines_give_nothing(self):
        (page,) = self.pair(ENGLISH, FRENCH.replace(".SS Options\n", ""))
        self.assertFalse(page.agree())
        self.assertEqual(list(page.pairs()), [])

    def test_a_page_that_is_still_english_is_not_translated(self):
        self.assertTrue(self.pair(ENGLISH, FRENCH)[0].translated())
        self.assertFalse(self.pair(ENGLISH, ENGLISH)[0].translated())

    def test_includes_and_mdoc_pages_are_left_out(self):
        self.assertEqual(self.pair(".so man1/other.1\n", FRENCH), [])
        self.assertEqual(self.pair(".Dd today\n.Sh NAME\n", FRENCH), [])

    def test_installed_pages(self):
        path = self.page("man1/kettle.1.gz", ENGLISH)
        link = self.root / "man1/boiler.1.gz"
        link.symlink_to("kettle.1.gz")
        listed = [path, link, self.root / "man1/left-out.1.gz", self.root / "man1", self.root]
        (self.root / "kitchen.list").write_text("".join(f"{name}\n" for name in listed))
        self.assertEqual(manpages.installed_pages(["kitchen", "not-installed"], self.root), [path])


if __name__ == "__main__":
    unittest.main()
