"""What can be saved of a record that was cut off."""

import json
import re
from contextlib import suppress
from typing import Any

_BEFORE_MOVES = re.compile(r'"moves"\s*:\s*\[\s*')  # not in a text: there quotes are escaped
_BETWEEN_MOVES = re.compile(r"\s*,\s*")
_ENDS = (b"]]}", b"[]}")  # of whole records only: a thought ends with its depths or its trouble


def recover_truncated(text: bytes) -> dict[str, Any]:
    """The data of a record whose end is missing, with those of its moves that are whole.

    Has no `"moves"` if the text ends before them, and is empty for what isn't the beginning of
    any record, or is damaged in its middle.
    """
    from pydantic_core import from_json

    if text.rstrip().endswith(_ENDS):
        return {}
    try:
        data = from_json(text, allow_partial=True)
    except ValueError:
        return {}
    if not isinstance(data, dict) or data.get("format") != "pacgrid record":
        return {}
    if isinstance(moves := data.get("moves"), list):
        data["moves"] = moves[: _whole_moves(text.decode(errors="replace"))]
    return data


def _whole_moves(text: str) -> int:
    """How many moves there are to their end in the text of a record."""
    count = 0
    decoder = json.JSONDecoder()
    gap = _BEFORE_MOVES.search(text)
    with suppress(ValueError):
        while gap:
            _, end = decoder.raw_decode(text, gap.end())
            gap = _BETWEEN_MOVES.match(text, end)
            count += 1
    return count
