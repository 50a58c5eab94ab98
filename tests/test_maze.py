import copy
import pickle
from math import inf

import pytest
from hypothesis import given

from helpers.mazes import layouts
from pacgrid import Action, Layout, Maze

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


def test_distance_is_the_length_of_the_shortest_path(maze: Maze) -> None:
    assert maze.distance((1, 5), (1, 5)) == 0
    assert maze.distance((1, 5), (5, 3)) == 6
    assert maze.distance((3, 2), (5, 1)) == 13
    assert maze.distance((5, 1), (3, 2)) == 13


def test_distance_between_cells_of_separate_rooms_is_infinite() -> None:
    maze = Maze.of(Layout.parse("%%%%%%\n%P.%1%\n%%%%%%"))
    assert maze.distance((1, 1), (4, 1)) == inf
    assert maze.nearest((4, 1), maze.subset(0b11)) == inf
    assert maze.nearest((1, 1), maze.subset(0)) == inf


def test_distance_counts_half_steps_from_between_two_cells(maze: Maze) -> None:
    assert maze.distance((1.5, 5), (1, 5)) == 0.5
    assert maze.distance((1.5, 5), (4, 5)) == 2.5
    assert maze.distance((1.5, 5), (1, 4.5)) == 1
    assert maze.distance((1.5, 5), (1.5, 5)) == 0


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
def test_distances_are_symmetric_and_neighbours_are_one_step_apart(layout: Layout) -> None:
    maze = Maze.of(layout)
    for a in maze.positions:
        for b in maze.positions:
            assert maze.distance(a, b) == maze.distance(b, a)
            manhattan = abs(a[0] - b[0]) + abs(a[1] - b[1])
            assert maze.distance(a, b) >= manhattan
            if manhattan <= 1:
                assert maze.distance(a, b) == manhattan


@given(layouts())
def test_within_and_nearest_agree_with_distance(layout: Layout) -> None:
    maze = Maze.of(layout)
    start = layout.pacman
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


def test_dead_ends_can_be_of_any_length() -> None:
    maze = Maze.of(Layout.parse("%%%%%%%%\n%P.....%\n%.%.%%.%\n%...%%.%\n%%%%%%%%"))
    assert maze.dead_ends == {(4, 3), (5, 3), (6, 3), (6, 2), (6, 1)}


def test_a_maze_without_loops_is_all_dead_end(maze: Maze) -> None:
    assert set(maze.dead_ends) == set(maze.positions)


def test_a_node_encodes_position_and_direction(maze: Maze) -> None:
    for position, direction in (
        ((1, 5), Action.STOP),
        ((1, 5), Action.WEST),
        ((1.5, 5), Action.EAST),
        ((1.5, 5), Action.WEST),
        ((5, 1.5), Action.NORTH),
    ):
        node = maze.node(position, direction)
        assert maze.node_position(node) == position
        assert maze.node_direction(node) == direction


@pytest.mark.parametrize(
    ("position", "direction"),
    [((1.5, 5), Action.NORTH), ((0.5, 5), Action.EAST), ((2, 4), Action.STOP)],
)
def test_a_ghost_must_be_on_a_path(
    maze: Maze, position: tuple[float, float], direction: Action
) -> None:
    with pytest.raises(ValueError, match="can't be at"):
        maze.node(position, direction)


def test_mazes_are_compared_by_value_and_can_be_copied(maze: Maze) -> None:
    other = Maze(maze.walls, maze.homes)
    assert maze == other
    assert hash(maze) == hash(other)
    assert maze != Maze(maze.walls, ())
    assert pickle.loads(pickle.dumps(maze)) == maze
    assert copy.deepcopy(maze) is maze
    assert maze != "maze"


def test_a_maze_shows_its_walls(maze: Maze) -> None:
    assert str(maze).splitlines()[1] == "%     %"
    assert maze.is_wall((0, 0))
    assert not maze.is_wall((1, 5))
