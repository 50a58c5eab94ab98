"""Recovers the moves of a truncated record."""

import json
import re
from contextlib import suppress
from typing import Any

_BEFORE_MOVES = re.compile(r'"moves"\s*:\s*\[\s*')  # not in a string: quotes there are escaped
_BETWEEN_MOVES = re.compile(r"\s*,\s*")
_ENDS = (b"]]}", b"[]}")  # of complete records only: a thought ends with depths or trouble


def recover_truncated(text: bytes) -> dict[str, Any]:
    """The data of a record whose end is missing, with every complete move.

    Has no `"moves"` if the text ends before them. Empty if the text isn't the beginning of a
    record, or is damaged in the middle.
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
        data["moves"] = moves[: _count_complete_moves(text.decode(errors="replace"))]
    return data


def _count_complete_moves(text: str) -> int:
    """How many complete moves the text of a record holds."""
    count = 0
    decoder = json.JSONDecoder()
    gap = _BEFORE_MOVES.search(text)
    with suppress(ValueError):
        while gap:
            _, end = decoder.raw_decode(text, gap.end())
            gap = _BETWEEN_MOVES.match(text, end)
            count += 1
    return count
