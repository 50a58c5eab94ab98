"""The mouse: what clicks, drags and the wheel do to a session."""

from pacgrid.render.window.canvas import Point
from pacgrid.render.window.painter import Painter
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
        for target in reversed(self._painter.targets):
            if target.area.collidepoint(point):
                self._dragging = target.drag
                target.click(session, point)
                break

    def move(self, point: Point, session: Session) -> None:
        """The mouse goes there."""
        self._point = point
        for target in self._painter.targets:
            if self._dragging and target.drag:
                target.click(session, point)

    def release(self) -> None:
        """The button goes up."""
        self._dragging = False

    def turn_wheel(self, steps: int, session: Session) -> None:
        """The wheel is turned; towards the person if `steps` is negative."""
        painter = self._painter
        panel = next((each for each in painter.panels if each.area.collidepoint(self._point)), None)
        if painter.sheet_rows:
            session.press("up" if steps > 0 else "down")
        elif panel:
            panel.scroll(-round(steps * WHEEL * painter.areas.unit))
        elif not painter.has_timeline:
            pass  # there is nothing to go back to
        elif any(area.collidepoint(self._point) for area in painter.diagrams):
            session.press("," if steps > 0 else ".")
        else:
            session.press("<" if steps > 0 else ">")
