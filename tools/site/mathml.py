"""Equations as MathML, from the Unicode that the pages have them in: line("m δ̈ + F = 0,   F = k δⁿ").

Letters with dots, primes, superscripts, subscripts, roots and parentheses become elements of their own; fractions stay on the
line with their stroke, and words stay words.
"""
import html
import re
import unicodedata

SUPER = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿᵖᵀ", "0123456789+−npT"))
SUB = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₚₛᵢⱼₖ", "0123456789+−aepsijk"))
DOTS = {"\u0307": "˙", "\u0308": "¨"}
FUNCTIONS = {"ln", "exp", "sin", "cos", "acos", "acosh", "max", "min", "sign", "log"}
# longer names are words, not products of letters
NAMES = re.compile(r"[A-Za-zα-ωΑ-Ω][A-Za-z]*")


def element(name, *inside, **attributes):
    given = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}{given}>{''.join(inside)}</{name}>"


def letters(text):
    """A run of letters: one is a quantity, dt and ωs are products, the others are functions or words."""
    if len(text) == 1:
        return element("mi", text)
    if text in FUNCTIONS:
        return element("mi", text, mathvariant="normal")
    if len(text) == 2 and (text[0] == "d" or not text.isascii()):
        return element("mrow", *(element("mi", c) for c in text))
    return element("mtext", text)


class Line:
    def __init__(self, text):
        self.text = unicodedata.normalize("NFD", text)
        self.at = 0

    def peek(self):
        return self.text[self.at] if self.at < len(self.text) else ""

    def run(self, table):
        """Characters of a table in a row, as plain ones."""
        found = ""
        while self.peek() and self.peek() in table:
            found += table[self.peek()]
            self.at += 1
        return found

    def plain(self, text):
        return element("mrow", *(element("mn" if c.isdigit() else "mi" if c.isalpha() else "mo", c) for c in text))

    def group(self):
        """What stands behind ^, _ or √: (…), {…}, or one piece; the braces go."""
        closing = {"(": ")", "{": "}"}.get(self.peek())
        if not closing:
            sign = ""
            if self.peek() in "−-":
                sign = element("mo", "−")
                self.at += 1
            return sign + self.piece()
        self.at += 1
        inside = self.until(closing)
        self.at += 1
        return element("mrow", inside)

    def piece(self):
        c = self.peek()
        if c in "([{":
            self.at += 1
            closing = {"(": ")", "[": "]", "{": "}"}[c]
            inside = self.until(closing)
            end = self.peek()
            self.at += 1
            return element("mrow", element("mo", c), inside, element("mo", end or closing))
        if c == "√":
            self.at += 1
            return element("msqrt", self.group())
        number = re.compile(r"\d+(\.\d+)?").match(self.text, self.at)
        if number:
            self.at = number.end()
            return element("mn", number.group())
        name = NAMES.match(self.text, self.at)
        if name:
            text = name.group()
            # a dot belongs to the letter that it stands behind: all before it are factors
            if self.text[name.end():name.end() + 1] in DOTS and len(text) > 1 or len(text) > 1 and not text.isascii() and text[0] in "δχκφωζξ":
                text = text[0]
            self.at += len(text)
            base = letters(text)
            mark = self.peek()
            if mark in DOTS:
                self.at += 1
                base = element("mover", base, element("mo", DOTS[mark]), accent="true")
            return base
        self.at += 1
        return element("mo", html.escape(c))

    def whole(self):
        """A piece with what is raised and lowered behind it."""
        base = self.piece()
        while True:
            c = self.peek()
            if c and c in SUPER:
                base = element("msup", base, self.plain(self.run(SUPER)))
            elif c and c in SUB:
                base = element("msub", base, self.plain(self.run(SUB)))
            elif c in ("′", "″"):
                self.at += 1
                base = element("mrow", base, element("mo", c, lspace="0", rspace="0"))
            elif c in ("^", "_") and self.at + 1 < len(self.text):
                self.at += 1
                base = element("msup" if c == "^" else "msub", base, self.group())
            else:
                return base

    def until(self, closing):
        out = []
        while self.peek() and self.peek() != closing:
            blanks = re.compile(r" +").match(self.text, self.at)
            if blanks:
                self.at = blanks.end()
                out.append('<mspace width="2em"/>' if len(blanks.group()) > 1 else '<mspace width="0.22em"/>')
            else:
                out.append(self.whole())
        return "".join(out)


def line(text):
    return element("math", Line(text).until(""), display="block")


def block(lines):
    """The lines of a block of equations, each with its number at the right where it has one."""
    out = []
    for text in lines:
        numbered = re.fullmatch(r"(.*?)\s+(\(\d+\))", text)
        body, number = numbered.groups() if numbered else (text, "")
        if body.strip():
            out.append(f'<div class="equation" tabindex="0">{line(body.strip())}<span class="number">{number}</span></div>')
    return "\n".join(out)
