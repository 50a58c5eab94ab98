"""What can be drawn over a board to show what an agent thinks."""

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from itertools import chain
from math import ceil, inf

from pacgrid.action import Action
from pacgrid.analysis.game_analysis import AnalysedMove
from pacgrid.maze import HalfPosition
from pacgrid.records.thought import Thought
from pacgrid.session.amounts import short
from pacgrid.session.marks import Ink, Label, Marks, Tint, Trail
from pacgrid.state import IllegalMoveError, State

FAR = 9
"""An active ghost this many steps away, or more, is no danger to a cell."""


STRENGTHS = 16
"""How many strengths of tints there are."""


class Overlay(StrEnum):
    """An overlay that can be switched on and off; its key is its number."""

    VALUES = "values"
    PRINCIPAL_VARIATION = "principal-variation"
    EXPANDED = "expanded"
    DISTANCE = "distance"
    DANGER = "danger"
    FEATURES = "features"
    BEST_MOVE = "best-move"
    """Only of games that were analysed."""

    @property
    def key(self) -> str:
        """The key that switches it: `1` for the first."""
        return str(list(Overlay).index(self) + 1)

    @property
    def label(self) -> str:
        """What people read: `principal variation`."""
        return self.value.replace("-", " ")

    @property
    def meaning(self) -> str:
        """What it shows, in words."""
        return _MEANINGS[self]

    @property
    def heading(self) -> str:
        """What it shows, as a heading."""
        return self.meaning[0].upper() + self.meaning[1:]


_MEANINGS = {
    Overlay.VALUES: "value of each action, for Pac-Man",
    Overlay.PRINCIPAL_VARIATION: "moves that the agent expects",
    Overlay.EXPANDED: "states that the search expanded",
    Overlay.DISTANCE: "distance to Pac-Man",
    Overlay.DANGER: "how close the ghosts are",
    Overlay.FEATURES: "what each feature adds to the evaluation",
    Overlay.BEST_MOVE: "what should have been played",
}


NOTHING = Thought()


def overlays_for(*, analysed: bool) -> tuple[Overlay, ...]:
    """The overlays that a game has."""
    return tuple(each for each in Overlay if analysed or each is not Overlay.BEST_MOVE)


def marks_of(
    state: State,
    thought: Thought | None,
    overlays: Collection[Overlay],
    analysed: AnalysedMove | None = None,
) -> Marks:
    """The marks of `overlays` for the agent to move in `state`, which has that thought.

    Features mark nothing: they are shown in a table beside the board.
    """
    known = thought or NOTHING
    tints: dict[Overlay, Iterator[Tint]] = {
        Overlay.DISTANCE: _distances(state),
        Overlay.DANGER: _dangers(state),
        Overlay.EXPANDED: _expanded(known),
        Overlay.BEST_MOVE: _best_and_played(state, analysed),
    }
    labels: dict[Overlay, Iterator[Label]] = {
        Overlay.DISTANCE: _steps(state),
        Overlay.VALUES: _values(state, known),
        Overlay.BEST_MOVE: _sign(state, analysed),
    }
    lines = {
        Overlay.PRINCIPAL_VARIATION: known.principal_variation,
        Overlay.BEST_MOVE: (analysed.line or (analysed.best,)) if analysed else (),
    }
    return Marks(
        tints=tuple(
            chain.from_iterable(each for overlay, each in tints.items() if overlay in overlays)
        ),
        trails=tuple(
            trail for each in lines if each in overlays for trail in _trails(state, lines[each])
        ),
        labels=tuple(
            _on_top(label for each in labels if each in overlays for label in labels[each])
        ),
    )


def position_of(state: State, agent: int) -> HalfPosition:
    """The position of an agent."""
    return state.ghosts[agent - 1].position if agent else state.pacman


def _values(state: State, thought: Thought) -> Iterator[Label]:
    """The value of each action, where it leads to."""
    best = thought.best(state.to_move)
    for action, value in thought.values.items():
        ink = Ink.BEST if action in best else Ink.VALUE
        yield Label(_beside(state, action), short(value), ink)


def _beside(state: State, action: Action) -> HalfPosition:
    """Where an action leads; of stopping, half a cell up, so that it isn't on the agent's face."""
    x, y = position_of(state, state.to_move)
    dx, dy = action.vector if action is not Action.STOP else (0, 0.5)
    return x + dx, y + dy


def _best_and_played(state: State, analysed: AnalysedMove | None) -> Iterator[Tint]:
    """Where the agent should have gone, and where it went instead."""
    if analysed:
        played = Ink.BAD if analysed.mark else Ink.VALUE
        inks = {analysed.action: played, analysed.best: Ink.BEST}
        x, y = position_of(state, state.to_move)
        for action, ink in inks.items():
            dx, dy = action.vector
            yield Tint((x + dx, y + dy), ink, 0.5)


def _sign(state: State, analysed: AnalysedMove | None) -> Iterator[Label]:
    """The sign of a marked move, where it led."""
    if analysed and analysed.mark:
        yield Label(_beside(state, analysed.action), analysed.mark, Ink.BAD)


def _trails(state: State, line: Sequence[Action]) -> Iterator[Trail]:
    """The paths of the agents in a line of play, up to its first illegal action."""
    points = {agent: [position_of(state, agent)] for agent in range(state.num_agents)}
    for action in line:
        mover = state.to_move
        try:
            state = state.successor(action)
        except IllegalMoveError:
            break
        position = position_of(state, mover)
        if position != points[mover][-1]:
            points[mover].append(position)
    for agent, path in reversed(points.items()):  # Pac-Man's on top
        if len(path) > 1:
            yield Trail(agent, tuple(path))


def _expanded(thought: Thought) -> Iterator[Tint]:
    most = max(thought.expanded.values(), default=1)
    for position, count in thought.expanded.items():
        yield Tint(position, Ink.EXPANDED, _level(0.25 + 0.75 * count / most))


def _distances(state: State) -> Iterator[Tint]:
    """The nearer to Pac-Man, the stronger."""
    reached = _reached(state)
    furthest = max(reached.values())
    for position, steps in reached.items():
        yield Tint(position, Ink.DISTANCE, _level(1 - steps / (furthest + 1)))


def _steps(state: State) -> Iterator[Label]:
    for position, steps in _reached(state).items():
        if 0 < steps < 1000:
            yield Label(position, str(int(steps)), Ink.DISTANCE)


def _reached(state: State) -> dict[HalfPosition, float]:
    """The steps from Pac-Man to each cell he can reach."""
    maze = state.maze
    steps = maze.steps_from(maze.cells[state.pacman])
    return {cell: away for cell, away in zip(maze.positions, steps, strict=True) if away != inf}


def _dangers(state: State) -> Iterator[Tint]:
    """The nearer to an active ghost, the stronger."""
    maze = state.maze
    ghosts = [maze.cells[ghost.position] for ghost in state.ghosts if not ghost.scared]
    if not ghosts:
        return
    all_steps = zip(*map(maze.steps_from, ghosts), strict=True)
    for position, steps in zip(maze.positions, all_steps, strict=True):
        if (nearest := min(steps)) < FAR:
            yield Tint(position, Ink.DANGER, _level(1 - nearest / FAR))


def _level(strength: float) -> float:
    """One of few strengths, so that a renderer can keep pictures of them all."""
    return ceil(STRENGTHS * strength) / STRENGTHS


def _on_top(labels: Iterator[Label]) -> list[Label]:
    """Only the last of several labels at a position."""
    return list({label.position: label for label in labels}.values())
