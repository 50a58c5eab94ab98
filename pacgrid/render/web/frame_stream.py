"""What a browser is shown, and which part of it is news to it."""

from typing import Any

from pacgrid.render.web.figure_table import FigureTable
from pacgrid.render.web.frame_json import FrameJson, changes, frame_json
from pacgrid.session.events import NOTES
from pacgrid.session.frame import Frame

MOST_FIGURES, MOST_ELEMENTS = 2000, 20_000
"""With more of them, a new table is begun."""


class ShownFrame:
    """The frame that is shown, and the table of the figures in it."""

    def __init__(self) -> None:
        self.json: FrameJson = {"view": {}, "boards": []}
        self.table = FigureTable([])
        self._sounds: dict[str, Any] = {"number": 0, "notes": ()}

    def next(self, frame: Frame) -> "ShownFrame | None":
        """This with `frame`; None if it looks the same."""
        table = self.table
        full = len(table.figures) > MOST_FIGURES or len(table.elements) > MOST_ELEMENTS
        if full or table.themes != (frame.theme,):
            table = FigureTable([frame.theme])
        json_ = frame_json(frame, table)
        if frame.sounds:
            notes = [note for kind in frame.sounds for note in NOTES[kind]]
            self._sounds = {"number": self._sounds["number"] + 1, "notes": notes}
        json_["view"]["sounds"] = self._sounds
        if table is self.table and json_ == self.json:
            return None
        shown = ShownFrame()
        shown.json, shown.table, shown._sounds = json_, table, self._sounds
        return shown


class FrameStream:
    """The messages to one browser: each has what changed since the last one."""

    def __init__(self) -> None:
        self._before: FrameJson | None = None
        self._table: FigureTable | None = None
        self._known: dict[str, int] = {}

    @property
    def is_over(self) -> bool:
        """Whether the last message said so."""
        return bool(self._before and self._before["view"]["over"])

    def news(self, frame: FrameJson, table: FigureTable) -> dict[str, Any]:
        """What the browser doesn't know yet of `frame`, whose figures are in `table`. The table may
        grow meanwhile only in the thread that calls this, or under its lock."""
        fresh, self._table = table is not self._table, table
        if fresh:
            self._before, self._known = None, dict.fromkeys(table.lists, 0)
        new = {name: values[self._known[name] :] for name, values in table.lists.items()}
        self._known = {name: self._known[name] + len(values) for name, values in new.items()}
        message = {"fresh": fresh, **new, **changes(self._before, frame)}
        self._before = frame
        return message
