"""Mazes from seeds with options of all kinds, and what holds for each."""

from hypothesis import strategies as st

from pacgrid import Layout, Maze
from pacgrid.layout_drawing import CAPSULE, FOOD, WALL
from pacgrid.maze_generator.maze_options import STYLES, MazeOptions
from pacgrid.maze_generator.wall_grid import MazeSymmetry

SHARES = st.sampled_from([0.0, 0.1, 0.5, 1.0])


@st.composite
def maze_options(draw: st.DrawFn, largest: tuple[int, int] = (33, 25)) -> MazeOptions:
    """Any options; nothing may fit."""
    style = draw(st.sampled_from([*STYLES.values()]))
    width, height = (
        draw(st.integers(least, min(most, limit)))
        for least, most, limit in zip(style.smallest, style.largest, largest, strict=True)
    )
    others = dict.fromkeys(("loops", "food", "capsules"), SHARES) | {"ghosts": st.integers(0, 9)}
    return MazeOptions.of(
        draw(st.integers(0, 1 << 40)),
        style.name,
        size=(width, height),
        symmetry=draw(st.sampled_from(MazeSymmetry)),
        **draw(st.fixed_dictionaries({}, optional=others)),
    )


def check_guarantees(options: MazeOptions, rows: tuple[str, ...]) -> None:
    """What holds for every maze."""
    layout = Layout.parse("\n".join(rows))  # also: the border is closed, and all food is reachable
    maze = Maze.of(layout)
    assert (layout.width, layout.height) == options.size
    assert layout.reachable == {*maze.positions}
    assert not maze.dead_ends
    assert len(layout.ghosts) == options.ghosts
    rounds = STYLES[options.style].safe_rounds
    for home in layout.ghosts:
        assert maze.neighbours[maze.cells[home]]
        assert maze.distance(home, layout.pacman) > 2 * rounds
    drawn = ["".join(m if m in (WALL, FOOD, CAPSULE) else " " for m in row) for row in rows]
    match options.symmetry:
        case MazeSymmetry.LEFT_RIGHT:
            image = [row[::-1] for row in drawn]
        case MazeSymmetry.ROTATION:
            image = [row[::-1] for row in drawn[::-1]]
        case MazeSymmetry.NONE:
            image = drawn
    assert drawn == image
