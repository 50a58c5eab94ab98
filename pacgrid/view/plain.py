"""Text of strangers, such as agents' names, for pages and pictures."""

from unicodedata import category


def plain(text: str) -> str:
    """`text` on one line, with a replacement character for all that isn't shown as itself.

    Control characters, halves of characters and turns of the direction of writing would spoil a
    page, and XML may not hold them.

    >>> plain("a\\tb\\x00c")
    'a b\N{REPLACEMENT CHARACTER}c'
    """
    return _marked(" ".join(text.split()))


def plain_lines(text: str) -> str:
    """`text` as `plain`, but with its lines and indentation."""
    return "\n".join(map(_marked, text.expandtabs(4).splitlines()))


def _marked(text: str) -> str:
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    shown = character.isprintable() or category(character) == "Zs"
    return character if shown else "\N{REPLACEMENT CHARACTER}"
