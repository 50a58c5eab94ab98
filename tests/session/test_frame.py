"""What is in a frame: scenes of Pac-Man, their marks and events, diagrams, and numbers in words."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.painters import (
    HUNT,
    HUNT_MARKS,
    Painter,
    as_array,
    drawn,
    in_window,
    scene_svg,
    with_svg,
)
from pacgrid import Action, State
from pacgrid.records.thought import LARGEST
from pacgrid.render.board_painter import BoardPainter
from pacgrid.render.board_text import Style, board_text
from pacgrid.session.frame import (
    MOUTH_DEGREES,
    NO_MARKS,
    SMALLEST_LABELLED,
    Disc,
    Event,
    EventKind,
    Events,
    Label,
    Marks,
    Mood,
    Polygon,
    Stroke,
    Tint,
    Trail,
    Transition,
    Words,
    events_between,
    exact,
    facing,
    moved,
    scene,
    short,
)
from pacgrid.session.themes import DARK, LIGHT, THEMES, Ink, Theme

START = State.parse("""
%%%%%%%
%P.o..%
%%%%%%%
""")


STANDING = Transition.standing(START)
WALKING = STANDING.then(START.successor(Action.EAST))


def test_pacman_moves_his_mouth_between_two_cells_and_vanishes_little_by_little() -> None:
    assert scene(WALKING, 0.25).pacman.position == (1.25, 1)
    mouths = [scene(WALKING, fraction).pacman.mouth for fraction in (0, 0.5, 1)]
    assert mouths == pytest.approx([MOUTH_DEGREES, 0, MOUTH_DEGREES])
    assert scene(STANDING, 0.5).pacman.mouth == MOUTH_DEGREES
    assert scene(STANDING, 1, vanished=1).pacman.mouth == 180
    assert MOUTH_DEGREES < scene(STANDING, 1, vanished=0.5).pacman.mouth < 180


def test_capsules_pulse_and_what_is_eaten_disappears_when_pacman_is_half_way_to_it() -> None:
    pulses = [scene(STANDING, 1, clock=clock).pulse for clock in (0, 0.5, 1)]
    assert pulses == pytest.approx([1, 0, 1])
    capsule = WALKING.then(WALKING.after.successor(Action.EAST))
    for fraction, there in ((0.49, True), (0.5, False)):
        assert ((2, 1) in scene(WALKING, fraction).food) == there
        assert ((3, 1) in scene(capsule, fraction).capsules) == there


def test_pacman_looks_where_he_goes_and_keeps_looking_there_when_he_stands() -> None:
    states, transition = [START], Transition.standing(START)
    looks = [Action.EAST, Action.EAST, Action.WEST, Action.WEST]
    for action in (Action.EAST, Action.WEST, Action.STOP):
        states.append(states[-1].successor(action))
        transition = transition.then(states[-1])
        assert transition.facing is looks[len(states) - 1]
    assert [facing(states, ply) for ply in range(4)] == looks
    assert facing([states[1], states[2]], 1) is Action.WEST


def test_a_ghost_looks_as_scared_as_it_is_and_moves_at_half_speed_then() -> None:
    moods = {0: Mood.ACTIVE, 39: Mood.SCARED, 8: Mood.FLASHING, 7: Mood.SCARED}
    for scared, mood in moods.items():
        state = drawn(f"ghost 1: (6, 1) west, scared {scared}")
        (ghost,) = scene(Transition.standing(state), 1).ghosts
        assert (ghost.mood, ghost.looking, ghost.number) == (mood, Action.WEST, 1)
    before, after = (drawn(f"ghost 1: ({x}, 1) west, scared 20") for x in (6, 5.5))
    (ghost,) = scene(Transition(before, after), 0.5).ghosts
    assert ghost.position == (5.75, 1)


def test_the_eyes_of_an_eaten_ghost_go_home_however_near() -> None:
    far = drawn("ghost 1: (2, 3) west, scared 20, home (6, 1)")
    near = State.parse("%%%%%%\n%P1 .%\n%%%%%%\nghost 1: scared 9")
    for before in (far, near):
        after = before.successor(Action.EAST)
        transition = Transition.standing(before).then(after)
        (eyes,) = scene(transition, 0.5).ghosts
        (home,) = scene(transition, 1).ghosts
        assert (eyes.mood, home.mood) == (Mood.EATEN, Mood.ACTIVE)
        assert home.position == after.ghosts[0].position


SEEN = scene(Transition.standing(HUNT), 1)
BOARD = HUNT.maze.width, HUNT.maze.height
INKS = st.sampled_from(Ink)
POSITIONS = st.tuples(*(st.integers(0, 2 * (side - 1)).map(lambda n: n / 2) for side in BOARD))
MARKS = st.builds(
    Marks,
    tints=st.lists(st.builds(Tint, POSITIONS, INKS, st.floats(0, 1)), max_size=5).map(tuple),
    trails=st.lists(
        st.builds(Trail, st.integers(0, 9), st.lists(POSITIONS, min_size=2, max_size=5).map(tuple)),
        max_size=4,
    ).map(tuple),
    labels=st.lists(
        st.builds(Label, POSITIONS, st.text("0.-∞é王\0", max_size=4), INKS), max_size=5
    ).map(tuple),
)


@settings(max_examples=6)
@given(MARKS, st.sampled_from([1, 5, SMALLEST_LABELLED, 24]), st.sampled_from([*THEMES.values()]))
def test_any_marks_can_be_painted_anywhere_on_the_board(
    marks: Marks, cell: int, theme: Theme
) -> None:
    seen = replace(SEEN, marks=marks)
    for paint in (as_array, in_window):
        assert paint(seen, cell, theme).shape == (BOARD[1] * cell, BOARD[0] * cell, 3)
    ET.fromstring(scene_svg(seen, cell=cell, theme=theme))
    for columns, unicode in ((2, True), (1, True), (2, False)):
        text = board_text(seen, Style(theme, unicode), cell=columns).plain
        width = columns * (BOARD[0] - 1) + 1
        assert [len(line) for line in text.split("\n")] == [width] * BOARD[1]


@pytest.mark.parametrize("paint", [as_array, in_window, with_svg])
def test_trails_along_the_same_cells_are_side_by_side_and_small_cells_have_no_labels(
    paint: Painter,
) -> None:
    way = ((1, 2), (2, 2), (3, 2))
    bare = paint(SEEN, 40, LIGHT)[:, 80]

    def covered(*agents: int) -> set[int]:
        """Which rows are covered in the column where all go east."""
        marks = Marks(trails=tuple(Trail(agent, way) for agent in agents))
        off = paint(replace(SEEN, marks=marks), 40, LIGHT)[:, 80].astype(int)
        change = np.abs(off - bare).max(axis=1)
        return {*np.flatnonzero(change > 40).tolist()}

    one, other, third = covered(0), covered(1), covered(2)
    assert len(one) >= 4
    assert not one & other | one & third | other & third
    assert covered(0, 1, 2) == one | other | third
    marked = replace(SEEN, marks=Marks(labels=(Label((2, 2), "8888", Ink.VALUE),)))
    for cell, there in ((SMALLEST_LABELLED - 1, False), (SMALLEST_LABELLED, True)):
        change = paint(marked, cell, DARK) != paint(SEEN, cell, DARK)
        assert bool(change.any()) == there


def test_marks_leave_nothing_behind() -> None:
    painter = BoardPainter(HUNT.maze, 24)
    first = painter.paint(SEEN)
    marked = painter.paint(replace(SEEN, marks=HUNT_MARKS))
    other = painter.paint(replace(SEEN, marks=replace(HUNT_MARKS, tints=HUNT_MARKS.tints[1:])))
    assert len({picture.tobytes() for picture in (first, marked, other)}) == 3
    assert np.array_equal(painter.paint(replace(SEEN, marks=HUNT_MARKS)), marked)
    assert np.array_equal(painter.paint(replace(SEEN, marks=NO_MARKS)), first)
    eaten = replace(SEEN, food=HUNT.maze.subset(0), marks=HUNT_MARKS)
    assert np.array_equal(painter.paint(eaten), as_array(eaten, 24, DARK))


EVENT_BOARD = State.parse("""
%%%%%%%
%Po.1.%
%%%%%%%
""")


def test_new_plies_add_their_events() -> None:
    states = [EVENT_BOARD]
    events = Events(states)
    assert events.now() == []
    for action in (Action.EAST, Action.WEST, Action.EAST, Action.WEST):
        states.append(states[-1].successor(action))
        if len(states) == 3:
            assert [*events.now()] == [Event(1, EventKind.CAPSULE)]
    kinds = [(event.ply, event.kind, event.ghost) for event in events.now()]
    assert kinds == [
        (1, EventKind.CAPSULE, 0),
        (3, EventKind.FOOD, 0),
        (3, EventKind.GHOST, 1),
        (4, EventKind.CAUGHT, 0),
    ]


def test_the_end_is_an_event_but_a_ghost_whose_timer_runs_out_was_not_eaten() -> None:
    won = State.parse("%%%%%\n%P. %\n%%%%%")
    assert events_between(won, won.successor(Action.EAST), 1)[-1] == Event(1, EventKind.WON)
    lost = State.parse("%%%%%\n%P1.%\n%%%%%")
    assert events_between(lost, lost.successor(Action.EAST), 1) == [Event(1, EventKind.CAUGHT)]
    scared = State.parse("%%%%%%%%%\n%P.   1 %\n%%%%%%%%%\nghost 1: scared 1")
    before = scared.successor(Action.STOP)
    after = before.successor(before.legal_actions()[0])
    assert (before.ghosts[0].scared, after.ghosts[0].scared) == (1, 0)
    assert events_between(before, after, 2) == []


def test_every_kind_of_part_is_moved() -> None:
    parts = (
        *(Stroke(((0, 0), (1, 1))), Polygon(((0, 0), (1, 0), (1, 1)))),
        *(Disc((1, 1), 1), Words("a", (1, 1))),
    )
    stroke, polygon, disc, words = (moved(part, (2, 3), 1) for part in parts)
    assert stroke.points == ((2, 3), (3, 4))
    assert polygon.points[-1] == disc.center == words.at == (3, 4)


def test_short_values_have_at_most_four_characters_and_infinite_ones_are_shown_as_such() -> None:
    assert all(len(short(sign * 9.99 * 10**power)) <= 4 for power in range(300) for sign in (1, -1))
    assert (short(LARGEST), short(-LARGEST)) == ("∞", "-∞")
    assert (exact(LARGEST), exact(-LARGEST)) == ("inf", "-inf")
