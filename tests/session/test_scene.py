"""The scene between two states."""

import pytest

from pacgrid import Action, State
from pacgrid.session.scene import MOUTH_DEGREES, Mood, Transition, facing, scene

START = State.parse("""
%%%%%%%
%P.o..%
%%%%%%%
""")


def drawn(*lines: str) -> State:
    return State.parse(
        "\n".join(("%%%%%%%%", "%P.....%", "%.%%%%.%", "%......%", "%%%%%%%%", *lines))
    )


def test_pacman_is_between_two_cells_while_he_moves() -> None:
    transition = Transition.standing(START).then(START.successor(Action.EAST))
    assert scene(transition, 0.25).pacman.position == (1.25, 1)


def test_pacman_looks_where_he_goes_and_keeps_looking_there_when_he_stands() -> None:
    east = START.successor(Action.EAST)
    west = east.successor(Action.WEST)
    transition = Transition.standing(START).then(east).then(west)
    assert transition.facing is Action.WEST
    assert transition.then(west.successor(Action.STOP)).facing is Action.WEST


def test_the_mouth_opens_and_shuts_in_motion_and_stays_open_at_rest() -> None:
    walking = Transition.standing(START).then(START.successor(Action.EAST))
    mouths = [scene(walking, fraction).pacman.mouth for fraction in (0, 0.5, 1)]
    assert mouths == pytest.approx([MOUTH_DEGREES, 0, MOUTH_DEGREES])
    assert scene(Transition.standing(START), 0.5).pacman.mouth == MOUTH_DEGREES


def test_a_caught_pacman_vanishes_little_by_little() -> None:
    transition = Transition.standing(START)
    assert scene(transition, 1, vanished=1).pacman.mouth == 180
    assert MOUTH_DEGREES < scene(transition, 1, vanished=0.5).pacman.mouth < 180


def test_food_and_capsules_disappear_when_pacman_is_half_way_to_them() -> None:
    first = START.successor(Action.EAST)
    food = Transition.standing(START).then(first)
    assert (2, 1) in scene(food, 0.49).food
    assert (2, 1) not in scene(food, 0.5).food
    capsule = food.then(first.successor(Action.EAST))
    assert (3, 1) in scene(capsule, 0.49).capsules
    assert (3, 1) not in scene(capsule, 0.5).capsules


def test_capsules_pulse_with_the_clock() -> None:
    pulses = [scene(Transition.standing(START), 1, clock=clock).pulse for clock in (0, 0.5, 1)]
    assert pulses == pytest.approx([1, 0, 1])


@pytest.mark.parametrize(
    ("scared", "mood"), [(0, Mood.ACTIVE), (39, Mood.SCARED), (8, Mood.FLASHING), (7, Mood.SCARED)]
)
def test_a_ghost_looks_as_scared_as_it_is(scared: int, mood: Mood) -> None:
    state = drawn(f"ghost 1: (6, 1) west, scared {scared}")
    (ghost,) = scene(Transition.standing(state), 1).ghosts
    assert (ghost.mood, ghost.looking, ghost.number) == (mood, Action.WEST, 1)


def test_a_scared_ghost_moves_a_quarter_of_a_cell_in_half_a_stride() -> None:
    before, after = (drawn(f"ghost 1: ({x}, 1) west, scared 20") for x in (6, 5.5))
    (ghost,) = scene(Transition(before, after), 0.5).ghosts
    assert ghost.position == (5.75, 1)


def test_the_eyes_of_an_eaten_ghost_go_home() -> None:
    before = drawn("ghost 1: (2, 3) west, scared 20, home (6, 1)")
    after = before.successor(Action.EAST)
    transition = Transition(before, after)
    (eyes,) = scene(transition, 0.5).ghosts
    (home,) = scene(transition, 1).ghosts
    assert (eyes.mood, home.mood) == (Mood.EATEN, Mood.ACTIVE)
    assert home.position == (6, 1)


def test_pacman_faces_the_way_he_last_went() -> None:
    states = [START]
    assert facing(states, 0) is Action.EAST
    states.append(states[-1].successor(Action.EAST))
    states.append(states[-1].successor(Action.WEST))
    states.append(states[-1].successor(Action.STOP))
    assert [facing(states, ply) for ply in range(4)] == [
        Action.EAST, Action.EAST, Action.WEST, Action.WEST,
    ]  # fmt: skip
    assert facing([states[1], states[2]], 1) is Action.WEST


def test_a_ghost_eaten_beside_its_home_is_only_eyes_too() -> None:
    before = State.parse("%%%%%%\n%P1 .%\n%%%%%%\nghost 1: scared 9")
    after = before.successor(Action.EAST)
    assert after.ghosts[0].position == before.ghosts[0].position
    (ghost,) = scene(Transition.standing(before).then(after), 0.5).ghosts
    assert ghost.mood is Mood.EATEN
