"""What an agent thought, in words and bars."""

import pytest

from pacgrid import Action, State
from pacgrid.records.thought import Thought
from pacgrid.render.window.insight import TOLD, exact, paint_insight
from pacgrid.render.window.sdl import pygame
from pacgrid.session.overlays import Overlay
from pacgrid.session.themes import DARK

STATE = State.parse("%%%%%%%\n%P .o.%\n%.%%%.%\n%...G.%\n%%%%%%%")
THOUGHT = Thought(
    values={Action.EAST: 3.0, Action.SOUTH: 5.0},
    principal_variation=(Action.EAST, Action.EAST),
    features={"food": 10.0, "ghosts": -4.0},
    expanded={(2, 3): 1},
    depths=(2, 4, 8),
)


def painted(
    thought: Thought | None,
    *overlays: Overlay,
    state: State = STATE,
    size: tuple[int, int] = (290, 500),
) -> pygame.Surface:
    surface = pygame.Surface(size)
    paint_insight(surface, surface.get_rect(), "someone", (state, thought), set(overlays), DARK, 1)
    return surface


def raw(surface: pygame.Surface) -> bytes:
    return surface.get_buffer().raw


def has(surface: pygame.Surface, colour: tuple[int, int, int]) -> bool:
    """Whether that colour is there, or nearly: small letters are pale."""
    mask = pygame.mask.from_threshold(surface, colour, (50, 50, 50, 255))
    return mask.count() > 2


def test_without_an_overlay_that_tells_something_there_is_nothing() -> None:
    empty = raw(painted(THOUGHT))
    assert not has(painted(THOUGHT), DARK.text)
    assert raw(painted(THOUGHT, Overlay.DANGER, Overlay.DISTANCE)) == empty


def test_each_overlay_tells_something_else() -> None:
    assert len({raw(painted(THOUGHT, overlay)) for overlay in TOLD}) == len(TOLD)


def test_the_best_value_is_marked() -> None:
    assert has(painted(THOUGHT, Overlay.VALUES), DARK.best)


def test_features_have_bars_on_both_sides_of_zero() -> None:
    surface = painted(THOUGHT, Overlay.FEATURES)
    middle = 12 + round(266 * 0.6)
    at = {
        colour: {
            x for x in range(60, 240) for y in range(500) if surface.get_at((x, y))[:3] == colour
        }
        for colour in (DARK.good, DARK.bad)
    }
    assert min(at[DARK.good]) >= middle
    assert max(at[DARK.bad]) <= middle
    lengths = [max(at[colour]) - min(at[colour]) for colour in (DARK.good, DARK.bad)]
    assert lengths[0] > 2 * lengths[1]


def test_what_is_not_reported_is_left_out_and_said_once() -> None:
    silent = [raw(painted(Thought(), overlay)) for overlay in TOLD]
    assert len({*silent, raw(painted(Thought(), *TOLD))}) == 1
    assert silent[0] != raw(painted(None, Overlay.VALUES))


def test_trouble_is_told() -> None:
    assert has(painted(Thought(trouble="its report failed"), Overlay.VALUES), DARK.bad)


@pytest.mark.parametrize("size", [(1, 1), (290, 60), (290, 90), (290, 130), (40, 500)])
def test_it_stays_in_its_area(size: tuple[int, int]) -> None:
    whole, area = pygame.Surface((400, 600)), pygame.Rect((30, 20), size)
    whole.fill((1, 2, 3))
    paint_insight(whole, area, "someone", (STATE, THOUGHT), TOLD, DARK, 1)
    whole.fill((1, 2, 3), area)
    plain = pygame.Surface((400, 600))
    plain.fill((1, 2, 3))
    assert raw(whole) == raw(plain)


def test_long_and_deep_thoughts_fit() -> None:
    deep = Thought(
        values=dict.fromkeys(STATE.legal_actions(), 1e300),
        principal_variation=(Action.EAST, Action.EAST) * 32,
        features={f"a very long name of a feature {number}": -1e300 for number in range(24)},
        depths=tuple(range(1, 65)),
        trouble="words " * 30,
    )
    painted(deep, *TOLD)


def test_numbers_are_told_with_the_digits_that_count() -> None:
    assert [exact(value) for value in (0.0, -1e300, 1234567.0)] == ["0", "-inf", "1.23e+06"]


def test_what_has_no_room_is_added_up() -> None:
    """The sum is there in any case, and a line for all that isn't."""
    many = Thought(features={f"feature {number}": 2.0**number for number in range(20)})
    few = {f"feature {number}": 2.0**number for number in range(19, 11, -1)}
    rest = sum(2.0**number for number in range(12))
    same = Thought(features={**few, "12 others": rest})
    low = (290, 8 + 26 + 8 + 18 + 10 * 19)
    assert raw(painted(many, Overlay.FEATURES, size=low)) == raw(
        painted(same, Overlay.FEATURES, size=low)
    )


def test_the_deepest_plies_are_counted_together() -> None:
    deep = painted(Thought(depths=(1,) * 40), Overlay.EXPANDED)
    mask = pygame.mask.from_threshold(deep, DARK.expanded, (9, 9, 9, 255))
    (last,) = [box for box in mask.get_bounding_rects() if box.width > 100]
    assert last.right < 290 - 12
