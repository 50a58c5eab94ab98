"""A diagram as an SVG document."""

from html import escape

from pacgrid.common.sanitize import one_line
from pacgrid.render.board_svg import Svg
from pacgrid.render.elements import FONT, UNIT, Element, element
from pacgrid.render.figures import hexed
from pacgrid.session.diagram import Diagram, Target
from pacgrid.session.themes import DARK, Theme

PIXELS = 32
"""For a unit, unless the picture is shown in another size."""


def diagram_svg(
    diagram: Diagram,
    theme: Theme = DARK,
    *,
    size: int | None = None,
    title: str = "",
    ids: str | None = None,
) -> Svg:
    """A document that needs nothing else, crisp at any size. A screen reader reads the title, by
    default the diagram's description, and then its text.

    Args:
        size: pixels of the longer side.
        ids: what can be clicked gets an invisible rectangle on top, of the class `target`. Its id
            is this text with the target's number.
    """

    def paint(ink: str) -> str:
        if ink.startswith("agent-"):
            return hexed(theme.agent(int(ink.removeprefix("agent-"))))
        return hexed(getattr(theme, ink))

    lines = ["".join(run.text for run in line) for line in diagram.text]
    width, height = diagram.width, diagram.height
    pixels = size / max(width, height) if size else PIXELS
    return Svg(
        "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * pixels:.0f}"'
                f' height="{height * pixels:.0f}" font-family="{FONT}" role="img"'
                f' viewBox="0 0 {width * UNIT:.0f} {height * UNIT:.0f}">',
                f"<title>{escape(one_line(title or diagram.description))}</title>",
                f"<desc>{escape(chr(10).join(map(one_line, lines)))}</desc>",
                f'<rect width="100%" height="100%" fill="{hexed(theme.background)}"/>',
                *(element(part, paint).svg() for part in diagram.parts),
                *(_target(target, ids) for target in diagram.targets if ids is not None),
                "</svg>\n",
            )
        )
    )


def _target(target: Target, ids: str) -> str:
    sides = zip(("x", "y", "width", "height"), (*target.corner, *target.size), strict=True)
    where = {name: f"{side * UNIT:.0f}" for name, side in sides}
    name = {"id": f"{ids}{target.number}", "class": "target"}
    return Element("rect", {**name, **where, "fill": "none", "pointer-events": "all"}).svg()
