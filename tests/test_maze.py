"""Mazes: their tables, distances and sets of cells, and their symmetries."""

import copy
import pickle
from collections import Counter
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.mazes import games, layouts
from pacgrid import Action, Layout, Maze, State
from pacgrid.agents.evaluation import evaluate
from pacgrid.games.game_loader import load_game
from pacgrid.maze import Cells, bits, symmetries

LOOP = """
%%%%%%%
%P....%
%.%%%.%
%...%.%
%%%.%.%
%%%%%1%
%%%%%%%
""".strip()


@pytest.fixture
def maze() -> Maze:
    return Maze.of(Layout.parse(LOOP))


@pytest.mark.parametrize(
    ("start", "goal", "steps"),
    [
        ((1, 5), (1, 5), 0),
        ((1, 5), (5, 3), 6),
        ((3, 2), (5, 1), 13),
        ((1.5, 5), (1, 5), 0.5),
        ((1.5, 5), (4, 5), 2.5),
        ((1.5, 5), (1, 4.5), 1),
        ((1.5, 5), (1.5, 5), 0),
    ],
)
def test_distance_is_the_length_of_the_shortest_path_and_counts_half_steps(
    maze: Maze, start: tuple[float, float], goal: tuple[float, float], steps: float
) -> None:
    assert maze.distance(start, goal) == maze.distance(goal, start) == steps


def test_distance_between_cells_of_separate_rooms_is_infinite() -> None:
    maze = Maze.of(Layout.parse("%%%%%%\n%P.%1%\n%%%%%%"))
    assert maze.distance((1, 1), (4, 1)) == inf
    assert maze.nearest((4, 1), maze.subset(0b11)) == inf
    assert maze.nearest((1, 1), maze.subset(0)) == inf


@pytest.mark.parametrize(
    "point", [(0, 0), (2, 4), (-1, 5), (1.5, 4.5), (1.25, 5), (2.5, 4), (99, 9)]
)
def test_distance_from_outside_the_paths_is_an_error(
    maze: Maze, point: tuple[float, float]
) -> None:
    for goal in ((1, 5), point):
        with pytest.raises(ValueError, match="is not an open cell"):
            maze.distance(point, goal)
    with pytest.raises(ValueError, match="is not an open cell"):
        maze.nearest((1, 5), {(0, 0)})


@given(layouts())
def test_distances_fit_each_other_and_what_is_near(layout: Layout) -> None:
    maze, start = Maze.of(layout), layout.pacman
    for a in maze.positions:
        for b in maze.positions:
            distance, manhattan = maze.distance(a, b), abs(a[0] - b[0]) + abs(a[1] - b[1])
            assert distance == maze.distance(b, a)
            assert distance == manhattan if manhattan <= 1 else distance >= manhattan
    goals = maze.subset(maze.mask(layout.food))
    distances = [maze.distance(start, goal) for goal in goals]
    assert maze.nearest(start, goals) == min(distances, default=inf)
    assert maze.nearest(start, layout.food) == maze.nearest(start, goals)
    for steps in (0, 1, 2.5, 4):
        near = {at for at in maze.positions if maze.distance(start, at) <= steps}
        assert maze.within(start, steps) == near


@given(layouts())
def test_nearer_excludes_cells_that_a_rival_reaches_as_soon(layout: Layout) -> None:
    maze = Maze.of(layout)
    rivals = layout.ghosts
    starts: list[tuple[float, float]] = [layout.pacman]
    for action in maze.neighbours[maze.cells[layout.pacman]]:
        dx, dy = action.vector
        starts.append((layout.pacman[0] + dx / 2, layout.pacman[1] + dy / 2))
    for start in starts:
        expected = {
            at
            for at in maze.positions
            if maze.distance(start, at) <= 4
            and all(maze.distance(rival, at) > maze.distance(start, at) for rival in rivals)
        }
        assert maze.nearer(start, rivals, 4) == expected


def test_dead_ends_can_be_of_any_length(maze: Maze) -> None:
    assert set(maze.dead_ends) == set(maze.positions), "it has no loop"
    looped = Maze.of(Layout.parse("%%%%%%%%\n%P.....%\n%.%.%%.%\n%...%%.%\n%%%%%%%%"))
    assert looped.dead_ends == {(4, 3), (5, 3), (6, 3), (6, 2), (6, 1)}


@pytest.mark.parametrize(
    ("position", "direction"),
    [
        ((1, 5), Action.STOP),
        ((1, 5), Action.WEST),
        ((1.5, 5), Action.EAST),
        ((1.5, 5), Action.WEST),
        ((5, 1.5), Action.NORTH),
    ],
)
def test_a_node_encodes_position_and_direction(
    maze: Maze, position: tuple[float, float], direction: Action
) -> None:
    node = maze.node(position, direction)
    assert (maze.node_position(node), maze.node_direction(node)) == (position, direction)


@pytest.mark.parametrize(
    ("position", "direction"),
    [((1.5, 5), Action.NORTH), ((0.5, 5), Action.EAST), ((2, 4), Action.STOP)],
)
def test_a_ghost_must_be_on_a_path(
    maze: Maze, position: tuple[float, float], direction: Action
) -> None:
    with pytest.raises(ValueError, match="can't be at"):
        maze.node(position, direction)


def test_mazes_are_compared_by_value_copied_and_shown(maze: Maze) -> None:
    other = Maze(maze.walls, maze.homes)
    assert maze == other == pickle.loads(pickle.dumps(maze))
    assert hash(maze) == hash(other)
    assert maze not in (Maze(maze.walls, ()), "maze")
    assert copy.deepcopy(maze) is maze
    assert str(maze).splitlines()[1] == "%     %"
    assert maze.is_wall((0, 0))
    assert not maze.is_wall((1, 5))


POSITIONS = tuple((x, y) for y in range(3) for x in range(4))
INDEX = {position: cell for cell, position in enumerate(POSITIONS)}
MASKS = st.integers(0, 2 ** len(POSITIONS) - 1)


def cells(mask: int) -> Cells:
    return Cells(POSITIONS, INDEX, mask)


def plain(mask: int) -> frozenset[tuple[int, int]]:
    return frozenset(POSITIONS[bit] for bit in bits(mask))


@given(MASKS, MASKS)
def test_cells_behave_like_a_set_of_positions(a: int, b: int) -> None:
    assert set(cells(a)) == plain(a)
    assert len(cells(a)) == len(plain(a))
    assert cells(a) == plain(a)
    assert hash(cells(a)) == hash(cells(a | a))
    assert (cells(a) == cells(b)) == (a == b)
    assert (cells(a) <= cells(b)) == (plain(a) <= plain(b))
    for other in (cells(b), plain(b)):
        assert cells(a) & other == plain(a) & plain(b)
        assert cells(a) | other == plain(a) | plain(b)
        assert cells(a) - other == plain(a) - plain(b)


def test_cells_are_listed_from_the_bottom_left_and_compared_with_anything() -> None:
    assert list(cells(0b100010001)) == [(0, 0), (0, 1), (0, 2)]
    assert repr(cells(0b11)) == "Cells({(0, 0), (1, 0)})"
    for union in (cells(1) | {(99, 99)}, cells(1) ^ {(99, 99)}):
        assert union == {(0, 0), (99, 99)}
    assert cells(1) & {(99, 99)} == set()
    assert [each in cells(1) for each in ((0, 0), (0.0, 0.0), (9, 9), "north")] == [
        *(True, True, False, False)
    ]


@st.composite
def symmetric_positions(draw: st.DrawFn) -> State:
    """A position without capsules in a maze that is mirrored, and perhaps in both directions."""
    state = draw(games(most_plies=0))[0]
    rows = str(state).split("score")[0].replace("o", ".").splitlines()
    walls = ["".join(mark if mark == "%" else " " for mark in row) for row in rows]
    drawn = [row + wall[::-1] for row, wall in zip(rows, walls, strict=True)]
    if draw(st.booleans()):
        drawn += [row + row[::-1] for row in reversed(walls)]
    state = State.parse("\n".join(drawn))
    for choice in draw(st.lists(st.integers(0, 59), max_size=12)):
        if state.is_terminal:
            break
        actions = state.legal_actions()
        state = state.successor(actions[choice % len(actions)])
    return state


@given(symmetric_positions())
def test_an_image_goes_on_just_as_the_position_does(state: State) -> None:
    image = state.canonical()
    assert image.canonical() == image
    assert (image.score, image.to_move, image.is_win) == (state.score, state.to_move, state.is_win)
    futures = [
        Counter(each.successor(action).canonical() for action in each.legal_actions())
        for each in (state, image)
    ]
    assert futures[0] == futures[1]
    assert evaluate(image) == pytest.approx(evaluate(state), abs=1e-9)


LEFT = "%%%%%%%\n%P %1 %\n%  .  %\n%%%%%%%\nghost 1: (4, 2) east, {}home (1, 1)"
RIGHT = "%%%%%%%\n% 1% P%\n%  .  %\n%%%%%%%\nghost 1: (2, 2) {}, {}home (1, 1)"


def test_a_position_and_its_mirror_image_have_the_same_canonical_one() -> None:
    left, right = State.parse(LEFT.format("")), State.parse(RIGHT.format("west", ""))
    assert left != right
    assert left.canonical() == right.canonical()
    assert left.canonical() != State.parse(RIGHT.format("east", "")).canonical()


@pytest.mark.parametrize(
    "text",
    [
        LEFT.format("scared 3, "),
        RIGHT.format("west", "scared 3, "),
        LEFT.replace("  .", "o .").format(""),
    ],
)
def test_a_capsule_or_a_scared_ghost_spoils_the_symmetry(text: str) -> None:
    assert State.parse(text).canonical() == State.parse(text)


@pytest.mark.parametrize(
    ("layout", "count"),
    [
        (Layout.load("arena"), 3),
        (Layout.load("duel"), 1),
        (Layout.load("trap"), 0),
        (Layout.parse("%%%%%\n%P .%\n% % %\n%   %\n%%%%%"), 7),
    ],
)
def test_each_maze_has_its_own_symmetries(layout: Layout, count: int) -> None:
    assert len(symmetries(Maze.of(layout))) == count


@pytest.mark.parametrize(
    ("game", "count"), [("tictactoe", 3), ("hexapawn", 2), ("nim:heaps=2-2-3", 5)]
)
def test_first_moves_of_a_game_are_alike(game: str, count: int) -> None:
    state = load_game(game)
    after = {state.successor(action).canonical() for action in state.legal_actions()}  # type: ignore[attr-defined]
    assert len(after) == count
