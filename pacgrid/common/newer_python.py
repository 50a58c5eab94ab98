"""Tells code written for a newer Python by its first line that this one can't read."""

import re
import sys

_SIGNS = (
    ((3, 12), r"type\s+\w+\s*(\[.*\])?\s*="),
    ((3, 12), r"((async\s+)?def|class)\s+\w+\s*\["),
    ((3, 14), r"except\*?\s+[\w.]+\s*,[\w\s.,]+:"),
    ((3, 14), r"(.*[^\w'\"])?(t|tr|rt)(?P<quote>['\"]).*(?P=quote)"),
)
"""By the first version that can read it: how a line begins."""
_PATTERNS = tuple((version, re.compile(rf"\s*{sign}", re.IGNORECASE)) for version, sign in _SIGNS)
_F_STRING = re.compile(r"f-string: (unmatched '[(\[{]'|expecting '}'|.*backslash)")
"""What Python 3.11 says of an f-string with a backslash or quotes of its own kind within braces."""


def newer_python(error: SyntaxError, this: tuple[int, int] = sys.version_info[:2]) -> str:
    """That a newer Python than `this` can read the line of `error`; "" if none is known to.

    >>> error = SyntaxError("invalid syntax", ("agent.py", 1, 1, "type Pair = tuple[int, int]"))
    >>> newer_python(error, (3, 11))
    'Python 3.12 can read this line, and this is Python 3.11'
    """
    line = str(error.text or "")[:1000]
    known = [version for version, pattern in _PATTERNS if pattern.match(line)]
    if _F_STRING.match(str(error.msg)[:1000]):
        known.append((3, 12))
    for version in known:
        if version > this:
            needed, have = (".".join(map(str, numbers)) for numbers in (version, this))
            return f"Python {needed} can read this line, and this is Python {have}"
    return ""
