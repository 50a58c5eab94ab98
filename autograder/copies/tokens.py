"""Python source as tokens: close to how it is written, without comments, formatting and strings."""

import io
import tokenize
from collections.abc import Iterator
from keyword import iskeyword
from typing import NamedTuple

from .interface import BUILTINS, interface

_LEFT_OUT = {tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER}
_LEFT_OUT |= {tokenize.INDENT, tokenize.DEDENT}
_NUMBER, _TEXT = "number", "text"
_KINDS = {tokenize.NUMBER: _NUMBER, tokenize.STRING: _TEXT}


class Token(NamedTuple):
    """A piece of code."""

    text: str
    line: int
    is_own: bool = False
    """Whether it is a name that the author chose."""


def tokens_of(source: bytes) -> Iterator[list[Token]]:
    """The tokens of each function, and of what is between functions: their order doesn't matter.
    Of numbers and strings, only the kind is a token. Imports and docstrings are left out.

    Raises SyntaxError, ValueError, LookupError or TokenError for what is not Python.
    """
    function: list[Token] = []
    statement: list[Token] = []
    for token in tokenize.tokenize(io.BytesIO(source).readline):
        if token.type == tokenize.NEWLINE:
            first = statement[0].text if statement else ""
            if first in {"def", "class", "async", "@"}:
                yield function
                function = []
            if first not in {"import", "from", _TEXT}:
                function += statement
            statement = []
        elif token.type not in _LEFT_OUT:
            is_attribute = bool(statement) and statement[-1].text == "."
            statement.append(_token(token, is_attribute=is_attribute))
    yield function


def _token(token: tokenize.TokenInfo, *, is_attribute: bool) -> Token:
    text, line = token.string, token.start[0]
    if token.type != tokenize.NAME:
        return Token(_KINDS.get(token.type, text), line)
    fixed = interface() if is_attribute else BUILTINS
    return Token(text, line, is_own=not (iskeyword(text) or text in fixed))
