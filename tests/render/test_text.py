"""Words, painted with pygame."""

from itertools import pairwise

import pytest

from pacgrid import Action
from pacgrid.render.sdl import pygame
from pacgrid.render.text import cut, fitted, width, words, wrapped
from pacgrid.session.overlays import ARROWS

INK = (255, 255, 255)


def test_text_is_broken_between_words() -> None:
    text = "one two three four five"
    lines = wrapped(text, 26, 90)
    assert len(lines) > 1
    assert " ".join(lines) == text
    assert all(width(line, 26) <= 90 for line in lines)
    assert wrapped("", 26, 90) == []


def test_what_has_no_room_is_cut_and_says_so() -> None:
    assert cut("alpha", 20, 1000) == "alpha"
    told = cut("a very long name of an agent", 20, 100)
    assert told.startswith("a ver")
    assert told.endswith("...")
    assert width(told, 20) <= 100
    assert cut("alpha", 20, 1) == ""


@pytest.mark.parametrize("room", [60, 120, 240])
def test_fitted_words_get_smaller_before_they_are_cut(room: int) -> None:
    line = fitted("a name of some length", 24, INK, room)
    assert line.get_width() <= room
    assert line.get_height() <= words("a", 24, INK).get_height()


def test_arrows_point_where_their_actions_go() -> None:
    """The head of an arrow is heavier than its tail."""

    def halves(action: Action) -> tuple[int, int]:
        picture = pygame.mask.from_surface(words(ARROWS[action], 80, INK), 100)
        wide, high = picture.get_size()
        dx, dy = action.vector
        middle = picture.get_bounding_rects()[0].center
        ahead = sum(
            bool(picture.get_at((x, y)))
            for x in range(wide)
            for y in range(high)
            if (x - middle[0]) * dx - (y - middle[1]) * dy > 0
        )
        return ahead, picture.count() - ahead

    for action in (Action.NORTH, Action.EAST, Action.SOUTH, Action.WEST):
        ahead, behind = halves(action)
        assert ahead > 1.2 * behind, action


def test_a_line_is_as_wide_as_it_says() -> None:
    for text in ("plain", "← and →", "∞", ""):
        assert abs(words(text, 30, INK).get_width() - width(text, 30)) <= 1
    sizes = [width("some words", size) for size in (10, 20, 40, 80)]
    assert all(small < large for small, large in pairwise(sizes))


@pytest.mark.parametrize("text", ["\0", "\u202e", "幽霊", "\U0001f47b", "\ufffd"])
def test_characters_that_fonts_do_not_have_are_no_problem(text: str) -> None:
    words(text, 20, INK)
