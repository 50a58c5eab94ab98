"""What can be saved of a record that was cut off."""

from typing import Any


def salvaged(text: bytes) -> dict[str, Any]:
    """The data of a record whose end is missing, with those of its moves that are whole.

    Has no `"moves"` if the text ends before them, and is empty for what isn't the beginning of
    any record, or is damaged in its middle.
    """
    from pydantic_core import from_json

    if text.rstrip().endswith(b"}"):
        return {}
    try:
        data = from_json(text, allow_partial=True)
    except ValueError:
        return {}
    if not isinstance(data, dict) or data.get("format") != "pacgrid record":
        return {}
    in_the_middle_of_a_move = text.rfind(b"[") > text.rfind(b"]")
    if in_the_middle_of_a_move and data.get("moves"):
        del data["moves"][-1]
    return data
