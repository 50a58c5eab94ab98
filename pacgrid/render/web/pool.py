"""Many frames as little text: what is equal is kept once, and all of it is compressed."""

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any
from zlib import compressobj

from pacgrid.render.web.frame_json import FrameJson

LOCAL = ("theme", "ply", "switches", "keys", "sheet", "playing", "speed", "sound")
"""Parts that a saved page decides by itself."""


class Pool:
    """Values, each kept once. A list of objects is kept as the numbers of its items."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._numbers: dict[str, int] = {}

    def column(self, values: Iterable[Any]) -> list[int]:
        """The numbers of these values, each as the difference to the one before it."""
        numbers, before = [0], ...
        for value in values:
            numbers.append(numbers[-1] if value == before else self._number(value))
            before = value
        return [after - before for before, after in pairwise(numbers)]

    def _number(self, value: Any) -> int:
        if isinstance(value, list) and value and isinstance(value[0], dict):
            value = {"items": [self._number(item) for item in value]}
        text = json.dumps(value, separators=(",", ":"))
        if text not in self._numbers:
            self._numbers[text] = len(self.values)
            self.values.append(value)
        return self._numbers[text]

    def columns(self, frames: Sequence[FrameJson]) -> dict[str, dict[str, list[int]]]:
        """The columns of all parts of these frames, which show one game."""
        if not frames:
            return {"view": {}, "board": {}}
        views, boards = ([f["view"] for f in frames], [f["boards"][0] for f in frames])
        return {
            "view": {
                part: self.column(each[part] for each in views)
                for part in views[0]
                if part not in LOCAL
            },
            "board": {part: self.column(each[part] for each in boards) for part in boards[0]},
        }


def packed(data: dict[str, Any]) -> str:
    """`data` as compressed JSON, in letters that can stand anywhere in a page."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    packer = compressobj(level=9, memLevel=9)
    return b64encode(packer.compress(text.encode("utf-8", "replace")) + packer.flush()).decode()
