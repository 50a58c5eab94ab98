"""A diagram as an SVG document, and its parts as elements of SVG, for the page and for windows."""

from html import escape
from itertools import pairwise

from pacgrid.common.sanitize import one_line
from pacgrid.render.board_svg import UNIT as BOARD_UNIT
from pacgrid.render.board_svg import Svg, paint, small_board
from pacgrid.session.frame import (
    Anchor,
    Diagram,
    Disc,
    Part,
    Point,
    Polygon,
    SmallBoard,
    Stroke,
    Words,
)
from pacgrid.session.themes import DARK, Theme, agent_ink

PIXELS = 32
"""A unit is so many pixels, unless the picture is shown in another size."""
UNIT = 100
"""What a unit of a diagram measures: browsers don't like letters smaller than a pixel."""
FONT = "system-ui, sans-serif"
_LETTERS, _BASELINE = 0.85, 0.34
"""The size of letters by the height of a line; and how far below the middle of a line they stand,
by their size."""
_DASH = 3
"""The length of dashes, and of what is between them, in widths of the brush."""


def diagram_svg(
    diagram: Diagram, theme: Theme = DARK, *, size: int | None = None, title: str = ""
) -> Svg:
    """A document that needs nothing else, crisp at any size. A screen reader reads the title, by
    default the diagram's description, and then its text.

    Args:
        size: pixels of the longer side.
    """
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
                f'<rect width="100%" height="100%" fill="{paint("background", theme)}"/>',
                *(part_element(part, theme) for part in diagram.parts),
                "</svg>\n",
            )
        )
    )


def part_element(part: Part, theme: Theme | None) -> str:
    """A part of a diagram; `theme` as in `paint`."""
    match part:
        case Stroke():
            line = {"d": "M" + _points(part.points), "fill": "none", **_brush(part.width)}
            dash = {"stroke-dasharray": _number(_DASH * part.width)} if part.dashed else {}
            return _element("path", {**line, "stroke": paint(part.ink, theme), **dash})
        case Polygon():
            return _element("path", {"d": f"M{_points(part.points)}z", **_filled(part, theme)})
        case Disc():
            x, y = part.center
            circle = {"cx": _number(x), "cy": _number(y), "r": _number(part.radius)}
            return _element("circle", {**circle, **_filled(part, theme)})
        case Words():
            (x, y), size = part.at, part.size * _LETTERS
            words = {
                "x": _number(x),
                "y": _number(y + _BASELINE * size),
                "font-size": _number(size),
            }
            if part.anchor is not Anchor.START:
                words["text-anchor"] = part.anchor.value
            if part.strong:
                words["font-weight"] = "700"
            return _element("text", {**words, "fill": _colour(part, part.ink, theme)}, part.text)
        case SmallBoard():
            where = " ".join(map(_number, part.corner))
            return f'<g transform="translate({where})">{scaled_board(part, theme)}</g>'


def scaled_board(board: SmallBoard, theme: Theme | None) -> str:
    """A small board from the upper left corner of a diagram on."""
    scale = f"scale({board.cell * UNIT / BOARD_UNIT:.4g})"
    return f'<g transform="{scale}">{small_board(board, theme)}</g>'


def _element(tag: str, attributes: dict[str, str], text: str = "") -> str:
    named = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    content = escape(one_line(text))
    return f"<{tag}{named}>{content}</{tag}>" if content else f"<{tag}{named}/>"


def _filled(part: Polygon | Disc, theme: Theme | None) -> dict[str, str]:
    found = {"fill": "none"}
    if part.fill is not None or part.agent is not None:
        found["fill"] = _colour(part, part.fill or "", theme)
        if part.opacity < 1:
            found["fill-opacity"] = f"{part.opacity:.3g}"
    if part.outline is not None:
        found |= {"stroke": paint(part.outline, theme), **_brush(part.width)}
    return found


def _brush(width: float) -> dict[str, str]:
    round_ = {"stroke-linecap": "round", "stroke-linejoin": "round"}
    return {"stroke-width": _number(width), **round_}


def _colour(part: Polygon | Disc | Words, ink: str, theme: Theme | None) -> str:
    return paint(ink if part.agent is None else agent_ink(part.agent), theme)


def _points(points: tuple[Point, ...]) -> str:
    """The rest of a path: where it begins, and its steps."""
    whole = [(round(x * UNIT), round(y * UNIT)) for x, y in points]
    steps = " ".join(f"{bx - ax} {by - ay}" for (ax, ay), (bx, by) in pairwise(whole))
    return "{} {}l".format(*whole[0]) + steps


def _number(units: float) -> str:
    return f"{round(units * UNIT, 1):g}"
