"""Sets of colours."""

from itertools import combinations

import pytest

from pacgrid.marks import MAX_GHOSTS
from pacgrid.session.themes import COLOUR_BLIND, THEMES, Colour, Ink, Theme, ink_on, letters_in


def test_every_ghost_has_a_colour_of_its_own_and_is_lighter_or_darker_than_its_neighbours() -> None:
    ghosts = COLOUR_BLIND.ghosts
    assert len(set(ghosts)) == len(ghosts) == MAX_GHOSTS
    grey = [0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in ghosts]
    for one, other in combinations(range(4), 2):  # most games have no more
        far = sum(abs(a - b) for a, b in zip(ghosts[one], ghosts[other], strict=True))
        assert far > 120
    assert all(light > 70 for light in grey)  # on the dark board
    assert COLOUR_BLIND.numbered


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_text_on_figures_and_letters_on_the_board_are_readable(theme: Theme) -> None:
    figures = [(figure, ink_on(figure)) for figure in (theme.pacman, *theme.ghosts)]
    letters = [(theme.background, letters_in(theme, ink)) for ink in Ink]
    for ground, text in (*figures, *letters):
        light, dark = sorted((lightness(ground), lightness(text)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) > 4.5  # as WCAG wants it


def lightness(colour: Colour) -> float:
    """The relative luminance of sRGB colours, 0 to 1."""
    parts = (c / 255 for c in colour)
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
