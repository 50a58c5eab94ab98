"""Parts of diagrams as elements of SVG."""

import pytest

from helpers.diagrams import DIAGRAM
from pacgrid.render.diagram_svg import element
from pacgrid.session.diagram import Anchor, Disc, Part, Stroke, Words
from pacgrid.session.themes import Ink


@pytest.mark.parametrize(
    ("part", "tag", "attributes"),
    [
        (Stroke(((0, 1), (2, 1.5))), "path", {"d": "M0 100l200 50", "stroke": "<text>"}),
        (DIAGRAM.parts[0], "path", {"d": "M50 50l100 0 0 100 -100 0z", "fill": "<good>"}),
        (DIAGRAM.parts[1], "path", {"fill": "<agent-1>", "fill-opacity": "0.5"}),
        (Disc((1, 2), 0.5), "circle", {"cx": "100", "r": "50", "fill": "none"}),
        (Words("a", (1, 1), anchor=Anchor.END), "text", {"text-anchor": "end", "x": "100"}),
        (Words("a", (1, 1), ink=Ink.BAD, strong=True), "text", {"font-weight": "700"}),
    ],
)
def test_parts_have_their_place_and_colours(
    part: Part, tag: str, attributes: dict[str, str]
) -> None:
    made = element(part, "<{}>".format)
    assert made.tag == tag
    assert attributes.items() <= made.attributes.items()


def test_what_has_no_outline_has_no_stroke() -> None:
    assert "stroke" not in element(DIAGRAM.parts[3], str).attributes
