"""Sets of colours."""

from itertools import combinations

from pacgrid.layout import MAX_GHOSTS
from pacgrid.view.palette import GHOSTS, PACMAN
from pacgrid.view.themes import CLASSIC, COLOUR_BLIND


def test_the_classic_colours_are_those_of_the_palette() -> None:
    assert (CLASSIC.pacman, CLASSIC.ghosts) == (PACMAN, GHOSTS)


def test_every_ghost_has_a_colour_of_its_own_and_is_lighter_or_darker_than_its_neighbours() -> None:
    ghosts = COLOUR_BLIND.ghosts
    assert len(set(ghosts)) == len(ghosts) == MAX_GHOSTS
    grey = [0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in ghosts]
    for one, other in combinations(range(4), 2):  # most games have no more
        far = sum(abs(a - b) for a, b in zip(ghosts[one], ghosts[other], strict=True))
        assert far > 120
    assert all(light > 70 for light in grey)  # on the dark board
    assert COLOUR_BLIND.numbered
