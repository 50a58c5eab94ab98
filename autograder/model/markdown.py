"""Escapes text for Markdown, so that it is shown as it is."""

import re

_PUNCTUATION = re.compile(r"[]\\`*_[<>&!|~#.@$^]|:(?=\S)|(?<!\S):")
"""Characters with a meaning in some dialect of Markdown. A colon after a word and before a space
has none, so sentences stay readable in the source."""


def escaped(text: str) -> str:
    """One line of `text` for a sentence, heading or table cell, without links, pictures or
    HTML.

    A mail address in it may still become a link.
    """
    return _PUNCTUATION.sub(r"\\\g<0>", text)
