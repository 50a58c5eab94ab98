"""A Python file as fingerprints of how it is written and of what it does."""

import ast
import tokenize
import warnings
from bisect import bisect_right
from typing import NamedTuple

from pacgrid.common.sanitize import brief
from pacgrid.errors import PacgridError

from .fingerprints import Fingerprint, Grain, fingerprints
from .operations import operations_of
from .tokens import tokens_of

TOKEN_GRAIN, OPERATION_GRAIN = Grain(length=8, window=3), Grain(length=5, window=1)
"""Of tokens, and of operations, of which a file has far fewer."""

_LONGEST = 80


class SourceError(PacgridError):
    """A file that can't be compared; the message is the end of a sentence about it."""


class Source(NamedTuple):
    """What is compared of a file."""

    tokens: tuple[Fingerprint, ...]
    """Of its tokens: how it is written."""
    operations: tuple[Fingerprint, ...]
    """Of its operations: what it does."""
    details: frozenset[str]
    """Its author's names and numbers."""
    starts: tuple[int, ...]
    """The lines where each of its classes begins, and the first one after it."""

    def part(self, line: int) -> int:
        """The number of the class that has that line; 0 for what is between classes."""
        number = bisect_right(self.starts, line)
        return number if number % 2 else 0


def read_source(content: bytes, *, every: bool = False) -> Source:
    """Reads a file, which is parsed and never run; with `every`, for all of its fingerprints rather
    than those that are chosen. Raises SourceError."""
    token_grain, operation_grain = (
        grain._replace(window=1) if every else grain for grain in (TOKEN_GRAIN, OPERATION_GRAIN)
    )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what students write, such as "\d"
            module = ast.parse(content)
        operations = operations_of(module)
        tokens = list(tokens_of(content))
    except SyntaxError as error:
        place = f" in line {error.lineno}" if error.lineno else ""
        raise SourceError(f"is not Python{place} ({brief(error.msg, _LONGEST)})") from None
    except (ValueError, LookupError):
        raise SourceError(
            "is not Python (a null byte, an unknown encoding, or a number of thousands of digits)"
        ) from None
    except tokenize.TokenError as error:  # such as for a backslash in the last line
        raise SourceError(f"is not Python ({brief(str(error.args[0]), _LONGEST)})") from None
    except (RecursionError, MemoryError):
        raise SourceError("is nested too deeply") from None
    return Source(
        tuple(fingerprints(tokens, token_grain)),
        tuple(fingerprints(operations.functions, operation_grain)),
        operations.details,
        tuple(_starts(module)),
    )


def _starts(module: ast.Module) -> list[int]:
    classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
    return [line for node in classes for line in (node.lineno, (node.end_lineno or 0) + 1)]
