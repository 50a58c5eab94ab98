"""A diagram as an SVG document."""

from html import escape

from pacgrid.common.sanitize import one_line
from pacgrid.render.elements import FONT, UNIT, element
from pacgrid.render.paths import hexed
from pacgrid.render.pictures.svg_document import Svg
from pacgrid.session.diagram import Diagram
from pacgrid.session.themes import DARK, Theme

PIXELS = 32
"""For a unit, unless the picture is shown in another size."""


def diagram_svg(
    diagram: Diagram, theme: Theme = DARK, *, size: int | None = None, title: str = ""
) -> Svg:
    """A document that needs nothing else, crisp at any size. A screen reader reads the title, by
    default the diagram's description, and then its text.

    Args:
        size: pixels of the longer side.
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
                *(_element(*element(part, paint)) for part in diagram.parts),
                "</svg>\n",
            )
        )
    )


def _element(tag: str, attributes: dict[str, str], text: str) -> str:
    named = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    content = escape(one_line(text))
    return f"<{tag}{named}>{content}</{tag}>" if content else f"<{tag}{named}/>"
