"""Code that another Python reads: a newer one, or Python 2."""

import re
import sys

_NEWER_SIGNS = (
    ((3, 12), r"type\s+\w+\s*(\[.*\])?\s*="),
    ((3, 12), r"((async\s+)?def|class)\s+\w+\s*\["),
    ((3, 14), r"except\*?\s+[\w.]+\s*,[\w\s.,]+:"),
    ((3, 14), r"(.*[^\w'\"])?(t|tr|rt)(?P<quote>['\"]).*(?P=quote)"),
)
"""By the first version that can read it: how a line begins."""
_NEWER_PATTERNS = tuple(
    (version, re.compile(rf"\s*{sign}", re.IGNORECASE)) for version, sign in _NEWER_SIGNS
)
_F_STRING = re.compile(r"f-string: (unmatched '[(\[{]'|expecting '}'|.*backslash)")
"""What Python 3.11 says of an f-string with a backslash or quotes of its own kind within braces."""


def newer_python(error: SyntaxError, this: tuple[int, int] = sys.version_info[:2]) -> str:
    """That a newer Python than `this` can read the line of `error`; "" if none is known to.

    >>> error = SyntaxError("invalid syntax", ("agent.py", 1, 1, "type Pair = tuple[int, int]"))
    >>> newer_python(error, (3, 11))
    'Python 3.12 can read this line, and this is Python 3.11'
    """
    line = str(error.text or "")[:1000]
    known = [version for version, pattern in _NEWER_PATTERNS if pattern.match(line)]
    if _F_STRING.match(str(error.msg)[:1000]):
        known.append((3, 12))
    for version in known:
        if version > this:
            needed, have = (".".join(map(str, numbers)) for numbers in (version, this))
            return f"Python {needed} can read this line, and this is Python {have}"
    return ""


_EXCEPT = r"except\s+[\w.()\s,]+?,\s*(\w+)\s*:"
_EXCEPT_MEND = "write except Error as name:"
_SIGNS = (
    (r"(?:.*[:;]\s*)?print\s+[^\s=(.]", "print is a function: print(…)"),
    (r"print\s*$", "print is a function: print()"),
    (r"exec\s+[\"']", "exec is a function: exec(…)"),
    (r"raise\s+[\w.]+\s*,", "write raise Error(…)"),
    (_EXCEPT, _EXCEPT_MEND),
    (r".*<>", "write !="),
    (r".*\b0[0-7]+\b(?!\.)", "write an octal number as 0o17"),
    (r".*\b\d+[lL]\b", "write a long number without L"),
    (r".*`[^`]+`", "write repr(…)"),
    (r".*\bur['\"]", "write r'…'"),
    (r"def\s+\w+\s*\(.*\(", "a parameter can't be a tuple"),
)
_REASON = "this file is written for Python 2; in Python 3"
_PATTERNS = tuple((re.compile(rf"\s*{sign}"), mend) for sign, mend in _SIGNS)

_REMOVED = {
    "xrange": "range",
    "unichr": "chr",
    "unicode": "str",
    "long": "int",
    "raw_input": "input",
    "reduce": "functools.reduce",
    "cmp": "(a > b) - (a < b)",
    "basestring": "str",
    "reload": "importlib.reload",
    "execfile": "exec",
    "maxint": "sys.maxsize",
    "has_key": "key in dictionary",
    "iteritems": "items",
    "iterkeys": "keys",
    "itervalues": "values",
    "izip": "zip",
    "imap": "map",
    "ifilter": "filter",
}
"""Names of Python 2 only, and what to write instead."""

_RENAMED_MODULES = {"Queue": "queue", "cPickle": "pickle", "StringIO": "io", "Tkinter": "tkinter"}

_MISSING = re.compile(r"cannot import name '(\w+)'")


def python2_line(error: SyntaxError) -> SyntaxError | None:
    """`error` with a message that says that its line is Python 2; None if it isn't."""
    line = (error.text or "")[:1000]
    for pattern, mend in _PATTERNS:
        if pattern.match(line):
            reason = f"{_REASON}, {mend}"
            return SyntaxError(reason, (error.filename, error.lineno, error.offset, error.text))
    return None


def python2_name(error: BaseException, line: str = "") -> str:
    """How to mend `error`, which `line` has raised, if it is about a name of Python 2 only; else
    "". The `e` of `except Error, e:` is one: Python 3.14 takes it for another class of errors."""
    match error:
        case NameError(name=name) if (clause := re.match(_EXCEPT, line)) and clause[1] == name:
            return f"{_REASON}, {_EXCEPT_MEND}"
        case ModuleNotFoundError(name=name):
            mend = _RENAMED_MODULES.get(name or "")
        case ImportError() if missing := _MISSING.match(str(error)):
            mend = _REMOVED.get(missing[1])
        case NameError(name=name) | AttributeError(name=name):
            mend = _REMOVED.get(name or "")
        case _:
            mend = None
    return f"{_REASON}, write {mend}" if mend else ""
