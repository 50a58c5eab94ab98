"""Escapes text for Markdown, so that it is shown as it is."""

import re

_PUNCTUATION = re.compile(r"[]\\`*_[<>&!|~#.@$^]|:(?=\S)|(?<!\S):")
"""Characters with a meaning in some dialect of Markdown. A colon after a word and before a space
has none, so sentences stay readable in the source."""
_FENCES = re.compile("`+")


def escaped(text: str) -> str:
    """One line of `text` for a sentence, heading or table cell, without links, pictures or
    HTML.

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
    """Whether Markdown would strip a space from both ends."""
    return text.startswith(" ") and text.endswith(" ")
