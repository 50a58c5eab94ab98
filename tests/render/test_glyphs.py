"""Letters of labels."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid.render.glyphs import glyph
from pacgrid.session.amounts import short

BOX = glyph("?")
ALPHABET = "0123456789-.kMG∞big"


def test_every_letter_has_a_shape_of_its_own() -> None:
    assert len({glyph(letter) for letter in (*ALPHABET, "?")}) == len(ALPHABET) + 1


@settings(max_examples=25)
@given(st.floats(allow_nan=False))
def test_every_value_can_be_written(value: float) -> None:
    assert BOX not in map(glyph, short(value))


def test_a_letter_keeps_to_its_width_and_has_the_height_of_the_others() -> None:
    for letter in ALPHABET:
        shape = glyph(letter)
        columns, rows = zip(*(point for line in shape.lines for point in line), strict=True)
        assert max(map(abs, columns)) <= shape.width / 2 + 0.1
        assert min(rows) >= -0.01
        assert max(rows) <= (1.4 if letter == "g" else 1.01)
