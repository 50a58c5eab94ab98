"""Text of strangers, made harmless: it says what it said, and commands nothing.

What an agent is called, raises, prints or tells of itself may hold terminal commands, letters that
turn the direction of writing, and characters that no XML may have. All reports and views show it
through here.
"""

from unicodedata import category

_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Formatting that scripts and emoji need, and that moves nothing."""


def printable(text: str) -> str:
    """`text` with a replacement character for all that isn't shown as itself; lines stay lines.

    >>> printable("a\\tb\\x00c")
    'a   b\N{REPLACEMENT CHARACTER}c'
    """
    text = text.replace("\r\n", "\n").expandtabs(4)
    return "".join(c if _is_shown(c) else "\N{REPLACEMENT CHARACTER}" for c in text)


def line(text: str) -> str:
    """`text` on one line, made printable."""
    return printable(" ".join(text.splitlines()))


def shortened(text: str, lines: int = 20, characters: int = 2000) -> str:
    """The first and the last part of a long `text`, made printable; whole lines, if they are
    short enough."""
    told = printable(text).rstrip("\n").split("\n")
    if len(told) > lines:
        half = lines // 2
        left_out = f"[{len(told) - 2 * half:,} lines left out]"
        told = [*told[:half], left_out, *told[-half:]]
    whole = "\n".join(told)
    if len(whole) <= characters:
        return whole
    half = characters // 2
    left_out = f"[{len(whole) - 2 * half:,} characters left out]"
    return f"{whole[:half]}\n{left_out}\n{whole[-half:]}"


def _is_shown(character: str) -> bool:
    return (
        character.isprintable()
        or character == "\n"
        or character in _JOINERS
        or category(character) == "Zs"
    )
