"""TOML as `tomllib` reads it, with every error as one line that names the place."""

import re
import tomllib
from bisect import bisect_left
from typing import Any


class TomlError(ValueError):
    """Text that isn't valid TOML; the message starts with the line and, if known, the column."""


def parse_toml(text: str) -> dict[str, Any]:
    """Parses `text`; integers must fit in 64 bits, as TOML demands. Raises TomlError."""
    try:
        return _loads(text)
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).removesuffix(")").rpartition(" (at ")
        column = re.fullmatch(r"line (\d+), column (\d+)", place)
        line = ":".join(column.groups()) if column else str(text.count("\n") + 1)
        raise TomlError(f"{line}: {message}") from None
    except RecursionError:
        message = "arrays or tables are nested too deeply; use fewer levels"
    except ValueError:
        message = "an integer doesn't fit in 64 bits; write a smaller one"
    raise TomlError(f"{_failing_line(text)}: {message}")


def _loads(text: str) -> dict[str, Any]:
    """Raises TOMLDecodeError, RecursionError, or ValueError for an integer that is too large."""
    data = tomllib.loads(text)
    values: list[Any] = [data]
    while values:
        match values.pop():
            case dict() as table:
                values += table.values()
            case list() as array:
                values += array
            case int(number) if not -(1 << 63) <= number < 1 << 63:
                raise ValueError("integer too large")
    return data


def _failing_line(text: str) -> int:
    """The number of the first line at which reading fails with more than a syntax error."""
    lines = text.split("\n")

    def fails(count: int) -> bool:
        try:
            _loads("\n".join(lines[:count]))
        except tomllib.TOMLDecodeError:  # cut off in the middle of a value
            return False
        except (RecursionError, ValueError):
            return True
        return False

    return 1 + bisect_left(range(1, len(lines)), x=True, key=fails)
