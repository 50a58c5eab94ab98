"""Text of strangers in Markdown: shown as it is, whatever Markdown would make of it."""

import re

_PUNCTUATION = re.compile(r"[]\\`*_[<>&!|~#:.@$^]")
"""What makes more than itself inside of a line, in the dialects there are."""
_FENCES = re.compile("`+")


def escaped(text: str) -> str:
    """One line of `text` for a sentence, a heading or a table's cell: it makes no links,
    no pictures and no HTML.

    A mail address in it may still become a link; `code` leaves none.
    """
    return _PUNCTUATION.sub(r"\\\g<0>", text)


def code(text: str) -> str:
    """One line of `text` as code in a sentence."""
    fence = "`" * (_longest(text) + 1)
    padding = " " if text.startswith("`") or text.endswith("`") or _is_padded(text) else ""
    return f"{fence}{padding}{text}{padding}{fence}" if text.strip() else ""


def block(text: str) -> str:
    """Lines of `text` as a block of code."""
    fence = "`" * max(3, _longest(text) + 1)
    return f"{fence}text\n{text}\n{fence}"


def _longest(text: str) -> int:
    return max(map(len, _FENCES.findall(text)), default=0)


def _is_padded(text: str) -> bool:
    """Whether Markdown would take a blank off both its ends."""
    return text.startswith(" ") and text.endswith(" ")
