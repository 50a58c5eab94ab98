"""The mouse: what clicks, drags and the wheel do to a session."""

from pacgrid.render.window.canvas import Point
from pacgrid.render.window.painter import Painter
from pacgrid.render.window.timeline import ply_at, track_of
from pacgrid.session.session import Session

WHEEL = 60
"""Units that a panel scrolls for a step of the wheel."""


class Pointer:
    """Turns what the mouse does in a window into calls of a session; `painter` has painted it."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self._dragging = False
        self._point = (0, 0)

    def press(self, point: Point, session: Session) -> None:
        """The left button goes down."""
        painter, areas = self._painter, self._painter.areas
        if painter.sheet:
            self._press_on_sheet(point, session)
        elif key := next((key for area, key in painter.buttons if area.collidepoint(point)), None):
            session.press(key)
        elif areas.timeline.collidepoint(point):
            self._dragging = True
            self.move(point, session)
        elif any(board.collidepoint(point) for board in areas.boards):
            session.press(" ")

    def move(self, point: Point, session: Session) -> None:
        """The mouse goes there."""
        self._point = point
        if self._dragging:
            areas, span = self._painter.areas, self._painter.span
            session.seek(ply_at(point[0], track_of(areas.timeline, areas.unit), span))

    def release(self) -> None:
        """The left button goes up."""
        self._dragging = False

    def turn_wheel(self, steps: int, session: Session) -> None:
        """The wheel is turned; towards the person if `steps` is negative."""
        painter = self._painter
        if painter.sheet:
            session.press("up" if steps > 0 else "down")
            return
        panel = next((each for each in painter.panels if each.area.collidepoint(self._point)), None)
        if panel:
            panel.scroll(-round(steps * WHEEL * painter.areas.unit))
        else:
            session.press("<" if steps > 0 else ">")

    def _press_on_sheet(self, point: Point, session: Session) -> None:
        """Rows and tabs are chosen; a click beside the sheet closes it."""
        sheet = self._painter.sheet
        assert sheet
        tab = next((n for n, area in enumerate(sheet.tabs) if area.collidepoint(point)), None)
        row = next((n for n, area in sheet.rows.items() if area.collidepoint(point)), None)
        if tab is not None:
            session.choose_tab(tab)
        elif row is not None:
            session.choose_row(row)
        elif not sheet.box.collidepoint(point):
            session.press("escape")
