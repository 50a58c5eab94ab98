"""What overlays show of an agent's thoughts: marks on the board, and tables beside it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import ceil, inf
from typing import Any

from pacgrid.action import Action
from pacgrid.analysis.game_analysis import AnalysedMove
from pacgrid.games.board_state import BoardState
from pacgrid.maze import HalfPosition
from pacgrid.records.description import KEYBOARD, agent_name, seat_name
from pacgrid.records.thought import Move, Thought
from pacgrid.search import CHANCE
from pacgrid.session.amounts import duration, exact, short
from pacgrid.session.frame import BOARD_OVERLAYS, Insight, Overlay, Panel, Row
from pacgrid.session.game_source import GameSource
from pacgrid.session.scene import Label, Marks, Tint, Trail
from pacgrid.session.themes import Ink
from pacgrid.state import IllegalMoveError, State

FAR = 9
"""An active ghost this many steps away, or more, is no danger to a cell."""
STRENGTHS = 16
"""So many strengths of tints exist: a renderer can keep pictures of them all."""
NOTHING = Thought()


# Marks on a board of Pac-Man.


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


# Tables of what an agent thought, in any game.

SEARCH = "The search in numbers"
MOST_DEPTHS = 8
"""The most rows for depths; the deepest ones share the last."""
ARROWS = {
    Action.NORTH: "↑",
    Action.EAST: "→",
    Action.SOUTH: "↓",
    Action.WEST: "←",
    Action.STOP: "•",
}


def insight_of(
    state: State,
    move: Move | None,
    agents: Sequence[str],
    overlays: Collection[Overlay],
    best_move: Sequence[Panel] = (),
) -> Insight:
    """The tables of `overlays` for the agent to move in `state`.

    Args:
        move: the move that it chose; None if it isn't known yet.
        agents: the agents' names, Pac-Man's first.
        best_move: the panels of that overlay, if the move was analysed.
    """
    agent = state.to_move
    name = agent_name(seat_name(agent), agents[agent])
    heading = name[0].upper() + name[1:]
    heading += f", before {going(move.action)}" if move else ", to move"
    thought = (move and move.thought) or Thought()
    panels = [
        panel
        for overlay, tables in _TABLES.items()
        if overlay in overlays
        for panel in tables(state, move, thought)
    ]
    if thought.trouble:
        failed = Panel("explain() raised an error", note=thought.trouble, note_ink=Ink.BAD)
        panels.insert(0, failed)
    empty = (panel.overlay for panel in panels if not panel.rows and panel.overlay)
    missing = [overlay.label for overlay in empty if overlay not in _OBSERVED]
    if move and missing:
        person = agents[agent] == KEYBOARD
        intro = "Nothing to show while you play" if person else "This agent doesn't report"
        panels.append(Panel("", note=f"{intro}: {', '.join(missing)}"))
    if Overlay.BEST_MOVE in overlays:
        panels = [*best_move, *panels]
    return Insight(agent, heading, tuple(p for p in panels if p.rows or p.note))


def going(action: Action) -> str:
    """`going east`, or `stopping`."""
    return "stopping" if action is Action.STOP else f"going {action}"


def _values_for_pacman(state: State, _: Move | None, thought: Thought) -> Iterator[Panel]:
    return value_panels(seat_name(0), state, thought, lambda each: f"{ARROWS[each]} {each}")


def value_panels(
    player: str, state: Any, thought: Thought, label: Callable[[Any], str]
) -> Iterator[Panel]:
    """The value of each action for a player, and what else was reported about each, as bars."""
    best = thought.best(state.to_move)

    def rows(numbers: Mapping[Any, float], most: float | None = None) -> Iterator[Row]:
        for action, number in numbers.items():
            ink = Ink.BEST if action in best else Ink.VALUE
            bar = None if most is None else number / (most or 1)
            yield Row(label(action), exact(number), bar, ink, strong=action in best)

    yield _panel(Overlay.VALUES, rows(thought.values), f"Value of each action, for {player}")
    for name, numbers in thought.action_details.items():
        title = f"{name[0].upper()}{name[1:]} of each action"
        most = max(map(abs, numbers.values()), default=0)
        yield _panel(Overlay.VALUES, rows(numbers, most), title)


def _panel(overlay: Overlay, rows: Iterable[Row], title: str = "") -> Panel:
    return Panel(title or overlay.heading, tuple(rows), overlay=overlay)


def _variation(state: State, _: Move | None, thought: Thought) -> Iterator[Panel]:
    rows = variation_rows(
        state, thought.principal_variation, lambda _, action: ARROWS[action], seat_name
    )
    yield _panel(Overlay.PRINCIPAL_VARIATION, rows)


def variation_rows(
    state: Any,
    line: Iterable[Any],
    name: Callable[[Any, Any], str],
    seat: Callable[[int], str],
) -> Iterator[Row]:
    """The actions of a line of play from `state` on, by agent, in a game of any kind.

    Args:
        name: what an action in a position is called.
        seat: what an agent is called.
    """
    lines: dict[int, list[str]] = {}
    for action in line:
        lines.setdefault(state.to_move, []).append(name(state, action))
        state = state.successor(action)
    for agent, names in sorted(lines.items()):
        if agent != CHANCE:
            yield Row(seat(agent), " ".join(names), agent=agent)


def _search(_: State, move: Move | None, thought: Thought) -> Iterator[Panel]:
    yield _panel(Overlay.EXPANDED, _depths(thought))
    if thought.details:
        nodes = {"nodes": float(move.nodes)} if move and move.nodes else {}
        yield _panel(Overlay.EXPANDED, _counts({**nodes, **thought.details}), SEARCH)


def _counts(counts: Mapping[str, float]) -> Iterator[Row]:
    return (Row(label, exact(count)) for label, count in counts.items())


def _depths(thought: Thought) -> Iterator[Row]:
    counts = [*thought.depths]
    labels = [f"{depth} {'ply' if depth == 1 else 'plies'}" for depth in range(1, len(counts) + 1)]
    if len(counts) > MOST_DEPTHS:
        counts[MOST_DEPTHS - 1 :] = [sum(counts[MOST_DEPTHS - 1 :])]
        labels[MOST_DEPTHS - 1 :] = [f"{MOST_DEPTHS}+ plies"]
    for label, count in zip(labels, counts, strict=True):
        yield Row(label, f"{count:,}", count / max(counts), Ink.EXPANDED)


def _distance(state: State, *_: object) -> Iterator[Panel]:
    yield _panel(Overlay.DISTANCE, _nearest(state))


def _nearest(state: State) -> Iterator[Row]:
    for name, cells in (("nearest food", state.food), ("nearest capsule", state.capsules)):
        steps = state.maze.nearest(state.pacman, cells)
        if steps < inf:
            yield Row(name, _steps_words(steps), ink=Ink.DISTANCE)


def _danger(state: State, *_: object) -> Iterator[Panel]:
    yield _panel(Overlay.DANGER, _ghosts(state))


def _ghosts(state: State) -> Iterator[Row]:
    for number, ghost in enumerate(state.ghosts, start=1):
        steps = state.maze.distance(ghost.position, state.pacman)
        near = steps < FAR and not ghost.scared
        scared = f", scared for {ghost.scared}" if ghost.scared else ""
        text = (_steps_words(steps) if steps < inf else "out of reach") + scared
        yield Row(seat_name(number), text, ink=Ink.DANGER if near else Ink.TEXT, agent=number)


def _features(_: State, __: Move | None, thought: Thought) -> Iterator[Panel]:
    yield _panel(Overlay.FEATURES, feature_rows(thought.features))


def feature_rows(features: Mapping[str, float]) -> Iterator[Row]:
    """What each feature adds to an evaluation, the most important first."""
    terms = sorted(features.items(), key=lambda term: -abs(term[1]))
    most = max((abs(term) for _, term in terms), default=0) or 1
    for name, term in terms:
        ink = Ink.GOOD if term >= 0 else Ink.BAD
        yield Row(name.replace("_", " "), exact(term), term / most, ink)
    if len(terms) > 1:
        yield Row("sum", exact(sum(term for _, term in terms)), strong=True)


def _steps_words(steps: float) -> str:
    return f"{steps:g} {'step' if steps == 1 else 'steps'}"


_OBSERVED = {Overlay.DISTANCE, Overlay.DANGER}
"""Overlays that show the position itself, and need no report."""
_TABLES: Mapping[Overlay, Callable[[State, Move | None, Thought], Iterator[Panel]]] = {
    Overlay.VALUES: _values_for_pacman,
    Overlay.PRINCIPAL_VARIATION: _variation,
    Overlay.EXPANDED: _search,
    Overlay.DISTANCE: _distance,
    Overlay.DANGER: _danger,
    Overlay.FEATURES: _features,
}


def board_insight(
    game: GameSource, ply: int, overlays: Collection[Overlay], best_move: Sequence[Panel] = ()
) -> Insight | None:
    """The tables of `overlays` for the move at `ply`, or for the last one before of an agent that
    searched; None if there is none.

    Args:
        best_move: the panels of that overlay, if the move at `ply` was judged.
    """
    if best_move and Overlay.BEST_MOVE in overlays:
        state = game.states[ply]
        name = game.setup.action_name(state, game.moves[ply].action)
        return Insight(state.to_move, f"{game.mover(ply)}, before {name}", tuple(best_move))
    last = min(ply, len(game.moves) - 1)
    plies = (number for number in range(last, -1, -1) if game.moves[number].nodes)
    number = next(plies, None)
    if number is None:
        return None
    state, move = game.states[number], game.moves[number]
    shown = (overlay for overlay in BOARD_OVERLAYS if overlay in overlays)
    panels = (panel for overlay in shown for panel in _board_panels(overlay, state, move))
    return Insight(
        state.to_move,
        f"{game.mover(number)}, before {state.action_name(move.action)}",
        tuple(panel for panel in panels if panel.rows),
    )


def _board_panels(overlay: Overlay, state: BoardState, move: Move) -> Iterator[Panel]:
    thought, name = move.thought or Thought(), state.action_name
    match overlay:
        case Overlay.VALUES:
            yield from value_panels(state.players[0], state, thought, name)
        case Overlay.PRINCIPAL_VARIATION:
            line, seat = thought.principal_variation, state.players.__getitem__
            yield _panel(
                overlay, variation_rows(state, line, lambda at, each: at.action_name(each), seat)
            )
        case Overlay.EXPANDED:
            counts = _counts({"nodes": move.nodes or 0, **thought.details})
            yield _panel(overlay, (*counts, Row("time", duration(move.seconds))), SEARCH)
        case Overlay.FEATURES:
            yield _panel(overlay, feature_rows(thought.features), "What each feature adds")
