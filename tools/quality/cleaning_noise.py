"""Sixteen kinds of noise put into parallel text on purpose, to see whether `couplet clean` finds them.

These are written apart from the spoilings that the cleaner itself learns from: other texts, other marks, other shares."""

import hashlib
import re

KINDS = ("shuffled", "neighbour", "truncated", "empty", "boilerplate-one", "boilerplate-both", "duplicates", "copies", "other-language",
         "html", "swapped", "mojibake", "salad", "half-untranslated", "numbers", "repeated")
BOILERPLATE = {
    "en": ("Sign up for our newsletter and never miss an update", "This website uses cookies to improve your experience", "Add to cart",
           "Forgot your password?", "Share this article on social media", "Copyright reserved by the respective owners", "Loading, please wait",
           "You must be logged in to post a comment", "Previous post", "Terms and conditions apply"),
    "es": ("Suscríbase a nuestro boletín y no se pierda ninguna novedad", "Este sitio web utiliza cookies para mejorar su experiencia",
           "Añadir al carrito", "¿Ha olvidado su contraseña?", "Comparta este artículo en las redes sociales",
           "Derechos reservados por sus respectivos dueños", "Cargando, espere por favor", "Debe iniciar sesión para publicar un comentario",
           "Entrada anterior", "Se aplican términos y condiciones"),
    "ja": ("ニュースレター に 登録 する", "この サイト は クッキー を 使用 し て い ます", "カート に 入れる", "パスワード を お 忘れ です か", "この 記事 を 共有 する",
           "著作 権 は 各 所有 者 に 帰属 し ます", "読み込み 中 です", "コメント する に は ログイン が 必要 です", "前 の 記事", "利用 規約 が 適用 さ れ ます"),
}


class Dice:
    """Numbers that no release of Python can change: by a hash of a seed and a count."""

    def __init__(self, seed):
        self.seed, self.count = seed, 0

    def below(self, limit):
        self.count += 1
        digest = hashlib.blake2b(f"{self.seed} {self.count}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % limit

    def chance(self, percent):
        return self.below(100) < percent

    def shuffled(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def make_noisy(pairs, languages, foreign, each, seed="cleaning 1"):
    """(pairs, kinds): `each` lines of every kind spoilt in a copy of `pairs`, fewer where fewer can be; "clean" are the others.
    languages: of the two sides; foreign: texts in other languages."""
    dice = Dice(seed)
    noisy, kinds = list(pairs), ["clean"] * len(pairs)
    order = dice.shuffled(range(len(pairs)))
    for kind in sorted(KINDS, key=lambda k: k not in ("numbers", "mojibake")):  # the choosy first
        made, left_over = 0, []
        for i in order:
            spoilt = SPOILERS[kind](Line(pairs, i, languages, foreign, dice)) if made < each else None
            if spoilt is None or (spoilt == pairs[i] and kind != "duplicates"):
                left_over.append(i)
            else:
                noisy[i], kinds[i] = spoilt, kind
                made += 1
        order = left_over
    clean = [i for i in range(len(pairs)) if kinds[i] == "clean"]
    for i in range(len(pairs)):  # a duplicate is the copy of a clean line before it
        if kinds[i] == "duplicates":
            earlier = [clean[dice.below(len(clean))] for _ in range(50)]
            source = next((j for j in earlier if j < i), None)
            if source is None:
                noisy[i], kinds[i] = pairs[i], "clean"
            else:
                noisy[i] = pairs[source]
    return noisy, kinds


class Line:
    def __init__(self, pairs, i, languages, foreign, dice):
        self.pairs, self.i, self.languages, self.foreign, self.dice = pairs, i, languages, foreign, dice
        self.left, self.right = pairs[i]

    def with_side(self, change, side=None):
        side = self.dice.below(2) if side is None else side
        changed = change(self.pairs[self.i][side])
        return None if changed is None else (changed, self.right) if side == 0 else (self.left, changed)


def shuffled(line):
    return line.left, line.pairs[line.dice.below(len(line.pairs))][1]


def neighbour(line):
    for step in (1, 2, 3):
        other = line.pairs[(line.i + step) % len(line.pairs)]
        if other[0] != line.left and other[1] != line.right:
            return line.left, other[1]
    return None


def truncated(line):
    def cut(text):
        words = text.split()
        return " ".join(words[:max(1, len(words) * (35 + line.dice.below(25)) // 100)]) if len(words) > 3 else None
    return line.with_side(cut)


def empty(line):
    return line.with_side(lambda text: ("", " ", "...", "—")[line.dice.below(4)])


def boilerplate_one(line):
    side = line.dice.below(2)
    texts = BOILERPLATE[line.languages[side]]
    return line.with_side(lambda text: texts[line.dice.below(len(texts))], side)


def boilerplate_both(line):
    k = line.dice.below(len(BOILERPLATE["en"]))
    year = f" {1990 + line.dice.below(30)}" if k % 3 == 0 else ""
    return tuple(BOILERPLATE[language][k] + year for language in line.languages)


def copies(line):
    text = (line.left, line.right)[line.dice.below(2)]
    return text, text.upper() if line.dice.chance(10) else text


def other_language(line):
    return line.with_side(lambda text: line.foreign[line.dice.below(len(line.foreign))])


def html(line):
    tag = ("b", "div", "h2", "strong", "em", "font", "td")[line.dice.below(7)]
    def mark(text):
        words = text.split()
        at = line.dice.below(len(words))
        if line.dice.chance(30):
            return f'<{tag} id="x{line.dice.below(99)}">{text}</{tag}>'
        if line.dice.chance(30):
            return text.replace(" ", "&#160;", 2) + "&lt;br&gt;"
        return " ".join(words[:at] + [f"<{tag}>{words[at]}</{tag}>"] + words[at + 1:])
    return (mark(line.left), mark(line.right)) if line.dice.chance(50) else line.with_side(mark)


def swapped(line):
    return line.right, line.left


def mojibake(line):
    def misread(text):
        wrong = text.encode("utf-8").decode(("cp1252", "latin-1")[line.dice.below(2)], errors="replace")
        return None if wrong == text else " ".join(wrong.split())
    return line.with_side(misread, 1)


def salad(line):
    def mix(text):
        words = text.split()
        return " ".join(line.dice.shuffled(words)) if len(words) > 3 else None
    return line.with_side(mix)


def half_untranslated(line):
    left, right = line.left.split(), line.right.split()
    if min(len(left), len(right)) < 4:
        return None
    l, r = len(left) // 2, len(right) // 2
    if line.dice.chance(50):
        return line.left, " ".join(right[:r] + left[l:])
    return " ".join(right[:r] + left[l:]), line.right


def numbers(line):
    if not re.search(r"\d", line.left) or not re.search(r"\d", line.right):
        return None
    return line.with_side(lambda text: re.sub(r"\d+", lambda found: str(int(found.group()) + 1 + line.dice.below(40)), text))


def repeated(line):
    def repeat(text):
        words = text.split()
        at = line.dice.below(len(words))
        if line.dice.chance(40):
            return "".join(words) if len(words) > 2 else None
        part = words[at:at + 1 + line.dice.below(3)]
        return " ".join(words[:at] + part * (3 + line.dice.below(3)) + words[at:])
    return line.with_side(repeat)


SPOILERS = {kind: globals().get(kind.replace("-", "_")) for kind in KINDS}
SPOILERS["duplicates"] = lambda line: (line.left, line.right)
