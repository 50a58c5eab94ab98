"""Records of the versions 1 to 3: a single JSON object whose last part is the list of moves."""

import json
import re
from contextlib import suppress
from typing import Any

MOVE_PARTS = ("action", "seconds", "cpu_seconds", "nodes", "thought")
RENAMED = {"line": "principal_variation", "looked": "expanded"}
_BEFORE_MOVES = re.compile(r'"moves"\s*:\s*\[\s*')  # not in a string: quotes there are escaped
_BETWEEN_MOVES = re.compile(r"\s*,\s*")
_ENDS = (b"]]}", b"[]}")  # of complete records only: a thought ends with depths or trouble


def old_record(text: bytes) -> tuple[Any, bool]:
    """The JSON value of an old record, and whether it is complete.

    If its end is missing, it has every complete move, and no `"moves"` if the text ends before
    them. None if the text isn't the beginning of a record, or is damaged in the middle.
    """
    try:
        return json.loads(text), True
    except (ValueError, RecursionError):
        return _truncated(text), False


def new_move(move: Any) -> Any:
    """The JSON value of a move as it is saved today."""
    if not isinstance(move, list):
        return move
    parts = dict(zip(MOVE_PARTS, move, strict=False))
    if isinstance(thought := parts.get("thought"), dict):
        parts["thought"] = {RENAMED.get(name, name): part for name, part in thought.items()}
    return parts


def _truncated(text: bytes) -> Any:
    from pydantic_core import from_json

    if text.rstrip().endswith(_ENDS):
        return None
    try:
        data = from_json(text, allow_partial=True)
    except ValueError:
        return None
    if isinstance(data, dict) and isinstance(moves := data.get("moves"), list):
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
