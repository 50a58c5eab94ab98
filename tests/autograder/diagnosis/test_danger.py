"""What a ghost can do right after an action of Pac-Man."""

import pytest

from pacgrid import Action, State
from pacgrid.autograder.diagnosis.danger import danger_of

BESIDE = "%%%%%%%%\n%.  P 1%\n%.%%%%%%\n%%%%%%%%"
AT_ONCE = "%%%%%%%%\n%.  P1.%\n%%%%%%%%"
NO_WAY_OUT = "%%%%%%\n%%P1.%\n%%%%%%"
SECOND = "%%%%%%%%%%\n%.  P 2 1%\n%%%%%%%%%%"


@pytest.mark.parametrize(
    ("drawing", "action", "expected"),
    [
        (BESIDE, Action.WEST, ""),
        (BESIDE, Action.STOP, ""),
        (
            BESIDE,
            Action.EAST,
            "the ghost at (6, 2) can step onto Pac-Man after east; west and stop were safe",
        ),
        (
            AT_ONCE,
            Action.STOP,
            "the ghost at (5, 1) can step onto Pac-Man after stop; west was safe",
        ),
        (AT_ONCE, Action.EAST, "east leads onto the ghost at (5, 1); west was safe"),
        (NO_WAY_OUT, Action.STOP, ""),
        (
            SECOND,
            Action.EAST,
            "the ghost at (6, 1) can step onto Pac-Man after east; west and stop were safe",
        ),
        (f"{AT_ONCE}\nghost 1: scared 30", Action.EAST, ""),
        ("%%%%%%%%\n%  P.%1%\n%%%%%%%%", Action.EAST, ""),
    ],
)
def test_the_ghost_that_can_catch_pacman_and_the_safe_actions_are_named(
    drawing: str, action: Action, expected: str
) -> None:
    assert danger_of(State.parse(drawing), action) == expected
