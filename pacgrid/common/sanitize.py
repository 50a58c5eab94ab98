"""Cleans text from strangers, so that it can't control a terminal, reorder a line or break XML.

Agents, records, layouts and submissions hold text that anyone may have written. The types that
carry it (`Failure`, `Record`, `Layout`, `Submission`, `Outcome`, `PacgridError`, …) clean it once,
when they are built; whatever shows it can rely on that. Escaping for a format (HTML, Markdown, CSV,
XML) is left to the code that writes the format.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches
from itertools import groupby
from pathlib import Path
from unicodedata import category

_STRAY_JOINER = re.compile("(?<![^\x00-\x7f])[\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}]+")
"""Emoji and many scripts need joiners. After an ASCII character a joiner only hides."""
_BLANK = " \u00a0\u115f\u1160\u2800\u3000\u3164\uffa0"
"""Printable characters without ink."""
MAX_CHARACTERS = 1000
"""The most in one line of a report."""
_KEPT = "\n\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"


def printable(text: str) -> str:
    """`text` with U+FFFD in place of every control, format or unassigned character and every lone
    surrogate. Line breaks stay, tabs become spaces.

    >>> printable("a\\tb\\x1b[2J")
    'a   b\N{REPLACEMENT CHARACTER}[2J'
    """
    if text.isprintable():
        return text
    text = _STRAY_JOINER.sub("\N{REPLACEMENT CHARACTER}", text.replace("\r\n", "\n").expandtabs(4))
    return "".join(
        c if c.isprintable() or c in _KEPT or category(c) == "Zs" else "\N{REPLACEMENT CHARACTER}"
        for c in text
    )


def one_line(text: str) -> str:
    """`text` made printable, with a space for each line break."""
    return printable(" ".join(text.splitlines()))


def brief(text: str, characters: int = MAX_CHARACTERS) -> str:
    """`text` as one line of at most so many characters; "" if nothing of it can be seen."""
    line = one_line(text).strip(_BLANK)
    return line if len(line) <= characters else f"{line[: characters - 1]}…"


def shortened(text: str, lines: int = 20, characters: int = 2000) -> str:
    """`text`, with repeated lines only once; if it is still longer than that, its first and last
    part. Cuts whole lines where that is enough."""
    repeated = ((line, len([*same])) for line, same in groupby(text.rstrip("\n").split("\n")))
    kept = [
        f"{line} ({count} times)" if count > 1 and line.strip() else line
        for line, count in repeated
    ]
    if len(kept) > lines:
        half = lines // 2
        left_out = f"[{len(kept) - 2 * half:,} lines left out]"
        kept = [*kept[:half], left_out, *kept[-half:]]
    whole = "\n".join(kept)
    if len(whole) <= characters:
        return whole
    half = characters // 2
    left_out = f"[{len(whole) - 2 * half:,} characters left out]"
    return f"{whole[:half]}\n{left_out}\n{whole[-half:]}"


def sanitize_fields(
    instance: object, *, lines: Iterable[str] = (), blocks: Iterable[str] = ()
) -> None:
    """Clean text fields of a dataclass, also of a frozen one, in its `__post_init__`: `lines` with
    `one_line`, `blocks` with `printable`."""
    for name in lines:
        object.__setattr__(instance, name, one_line(getattr(instance, name)))
    for name in blocks:
        object.__setattr__(instance, name, printable(getattr(instance, name)))


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """`did you mean 'reflex'?`, for the one of `names` that is most like `name`; "" if none is.

    >>> did_you_mean("refelx", ["alpha_beta", "reflex"])
    "did you mean 'reflex'?"
    """
    close = get_close_matches(name, list(names), n=1)
    return f"did you mean {close[0]!r}?" if close else ""


def similar_file(path: str | Path) -> str:
    """The same for a file that doesn't exist: one like it in its folder, with its suffix."""
    path = Path(path)
    stems = []
    with suppress(OSError, ValueError):
        stems = [f.stem for f in path.parent.iterdir() if f.suffix == path.suffix and f.is_file()]
    close = get_close_matches(path.stem, sorted(stems), n=1) if path.suffix else []
    return f"did you mean {str(path.with_stem(close[0]))!r}?" if close else ""


def why_no_file(path: str | Path) -> str:
    """Why there is no file to read, with the one that is probably meant."""
    if Path(path).exists():
        return "is not a file"
    close = similar_file(path)
    return f"no such file; {close}" if close else "no such file"
