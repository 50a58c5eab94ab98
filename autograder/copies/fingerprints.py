"""Fingerprints of tokens, by winnowing (Schleimer, Wilkerson and Aiken, SIGMOD 2003)."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple

from .tokens import Token


class Grain(NamedTuple):
    """How fine fingerprints are: what two files share is found if it has
    `length + window - 1` tokens."""

    length: int
    """Tokens that a fingerprint stands for."""
    window: int
    """Of so many fingerprints in a row at least one is chosen."""


class Fingerprint(NamedTuple):
    """A hash of some tokens, and the lines that they are on."""

    hash: int
    first: int
    last: int


def fingerprints(functions: Iterable[Sequence[Token]], grain: Grain) -> Iterator[Fingerprint]:
    """The chosen fingerprints of each function."""
    for function in functions:
        yield from _winnowed(_hashed(function, grain.length), grain.window)


def _hashed(function: Sequence[Token], length: int) -> list[Fingerprint]:
    starts = range(len(function) - length + 1)
    return [_fingerprint(function[start : start + length]) for start in starts]


def _fingerprint(tokens: Sequence[Token]) -> Fingerprint:
    digest = blake2b(numbered(tokens).encode(), digest_size=8).digest()
    lines = [token.line for token in tokens]
    return Fingerprint(int.from_bytes(digest, "big"), min(lines), max(lines))


def numbered(tokens: Sequence[Token]) -> str:
    """The tokens as text, with a number for each name that the author chose.

    >>> numbered([Token("a", 1, True), Token("=", 1), Token("b", 1, True), Token("a", 1, True)])
    '0 = 1 0'
    """
    numbers: dict[str, int] = {}
    return " ".join(
        str(numbers.setdefault(token.text, len(numbers))) if token.is_own else token.text
        for token in tokens
    )


def _winnowed(found: Sequence[Fingerprint], window: int) -> Iterator[Fingerprint]:
    """The smallest of each window, the last one of several."""
    last = -1
    for start in range(max(1, len(found) - window + 1) if found else 0):
        numbers = range(start, min(len(found), start + window))
        chosen = min(numbers, key=lambda number: (found[number].hash, -number))
        if chosen != last:
            last = chosen
            yield found[chosen]
