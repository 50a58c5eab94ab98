"""Records of the versions 1 to 3: a single JSON object whose last part is the list of moves."""

import json
from typing import Any

from pydantic_core import from_json

_MOVE_PARTS = ("action", "seconds", "cpu_seconds", "nodes", "thought")
_RENAMED = {"line": "principal_variation", "looked": "expanded"}
_ENDS = (b"]]}", b"[]}")  # of complete records only: a thought ends with depths or trouble


def old_record(text: bytes) -> tuple[Any, bool]:
    """The JSON value of an old record, and whether it is complete.

    If its end is missing, the last move is left out, since it may be incomplete; there is
    no `"moves"` if the text ends before them. None if the text isn't the beginning of a record,
    or is damaged in the middle.
    """
    try:
        return json.loads(text), True
    except (ValueError, RecursionError):
        return _truncated(text), False


def new_move(move: Any) -> Any:
    """The JSON value of a move as it is saved today."""
    if not isinstance(move, list):
        return move
    parts = dict(zip(_MOVE_PARTS, move, strict=False))
    if isinstance(thought := parts.get("thought"), dict):
        parts["thought"] = {_RENAMED.get(name, name): part for name, part in thought.items()}
    return parts


def _truncated(text: bytes) -> Any:
    if text.rstrip().endswith(_ENDS):
        return None
    try:
        data = from_json(text, allow_partial=True)
    except ValueError:
        return None
    if isinstance(data, dict) and isinstance(moves := data.get("moves"), list):
        data["moves"] = moves[:-1]
    return data
