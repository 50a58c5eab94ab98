"""Overlays of an agent's thoughts and of an analysis: marks, tables, words and curves."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, pairwise
from math import ceil, inf
from typing import Any

from pacgrid.action import Action
from pacgrid.analysis.game_analysis import AnalysedMove, GameAnalysis, Mark, line_name
from pacgrid.errors import IllegalMoveError
from pacgrid.maze import HalfPosition
from pacgrid.records.record import KEYBOARD, seat_name
from pacgrid.records.thought import Thought
from pacgrid.search import CHANCE
from pacgrid.session.frame import (
    Insight,
    Label,
    MarkedMove,
    Marks,
    Overlay,
    Panel,
    Row,
    Tint,
    Trail,
    duration,
    exact,
    short_side_by_side,
)
from pacgrid.session.playback import GameSource
from pacgrid.session.themes import Ink
from pacgrid.state import State

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
    shown = chain.from_iterable(labels[each] for each in labels if each in overlays)
    on_top = {label.position: label for label in shown}
    return Marks(
        tints=tuple(
            chain.from_iterable(each for overlay, each in tints.items() if overlay in overlays)
        ),
        trails=tuple(
            trail
            for each in lines
            if each in overlays
            for trail in trails_of(_states_of(state, lines[each]))
        ),
        labels=tuple(on_top.values()),
    )


def position_of(state: State, agent: int) -> HalfPosition:
    return state.ghosts[agent - 1].position if agent else state.pacman


def _values(state: State, thought: Thought) -> Iterator[Label]:
    best = thought.best(state.to_move)
    texts = short_side_by_side(thought.values.values())
    for action, text in zip(thought.values, texts, strict=True):
        ink = Ink.BEST if action in best else Ink.VALUE
        yield Label(_beside(state, action), text, ink)


def _beside(state: State, action: Action) -> HalfPosition:
    """Where an action leads; of stopping, half a cell up, so that it isn't on the agent's face."""
    x, y = position_of(state, state.to_move)
    dx, dy = action.vector if action is not Action.STOP else (0, 0.5)
    return x + dx, y + dy


def _best_and_played(state: State, analysed: AnalysedMove | None) -> Iterator[Tint]:
    if analysed:
        played = Ink.BAD if analysed.mark else Ink.VALUE
        inks = {analysed.action: played, analysed.best: Ink.BEST}
        x, y = position_of(state, state.to_move)
        for action, ink in inks.items():
            dx, dy = action.vector
            yield Tint((x + dx, y + dy), ink, 0.5)


def _sign(state: State, analysed: AnalysedMove | None) -> Iterator[Label]:
    if analysed and analysed.mark:
        yield Label(_beside(state, analysed.action), analysed.mark, Ink.BAD)


def _states_of(state: Any, line: Iterable[Any]) -> list[Any]:
    """The positions of a line of play, the first one included, up to its first illegal action."""
    states = [state]
    with suppress(IllegalMoveError):
        for action in line:
            states.append(states[-1].successor(action))
    return states


def trails_of(states: Sequence[State]) -> Iterator[Trail]:
    """The way of each agent through some positions, Pac-Man's on top."""
    for agent in reversed(range(states[0].num_agents)):
        points = [position_of(state, agent) for state in states]
        path = [points[0], *(after for before, after in pairwise(points) if after != before)]
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


# Tables of what an agent thought.

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


def insight_of(game: GameSource, ply: int, overlays: Collection[Overlay]) -> Insight | None:
    """The tables of `overlays` for the move at `ply`.

    In another game than Pac-Man, agents that don't search have nothing to show: the tables are
    those of the last move before that was searched for; None without one.
    """
    in_real_time = game.setup.in_real_time
    best = best_move_panels(game, ply) if Overlay.BEST_MOVE in overlays else ()
    if not in_real_time:
        searched = (n for n in range(min(ply, len(game.moves) - 1), -1, -1) if game.moves[n].nodes)
        if (ply := next(searched, -1)) < 0:
            return None
    move, thought = game.move_at(ply), game.thought(ply) or NOTHING
    panels = [
        panel
        for overlay, tables in _TABLES.items()
        if overlay in overlays
        for panel in tables(game, ply, thought)
    ]
    if thought.trouble:
        failed = Panel("explain() raised an error", note=thought.trouble, note_ink=Ink.BAD)
        panels.insert(0, failed)
    empty = (panel.overlay for panel in panels if not panel.rows and panel.overlay)
    missing = [overlay.label for overlay in empty if overlay not in _OBSERVED]
    agent = game.states[ply].to_move
    if in_real_time and move and missing:
        person = game.names_at(ply)[agent] == KEYBOARD
        intro = "Nothing to show while you play" if person else "This agent doesn't report"
        panels.append(Panel("", note=f"{intro}: {', '.join(missing)}"))
    panels = [*best, *panels]
    return Insight(agent, _heading(game, ply), tuple(p for p in panels if p.rows or p.note))


def _heading(game: GameSource, ply: int) -> str:
    """`Pac-Man, alpha_beta, before going east`."""
    name, move = game.mover(ply), game.move_at(ply)
    before = f"before {_doing(game, ply, move.action)}" if move else "to move"
    return f"{name[0].upper()}{name[1:]}, {before}"


def _doing(game: GameSource, ply: int, action: Any) -> str:
    """`going east`, `stopping`; in another game, `b2`."""
    if not game.setup.in_real_time:
        return game.setup.action_name(game.states[ply], action)
    return "stopping" if action is Action.STOP else f"going {action}"


def _label(game: GameSource, state: Any, action: Any) -> str:
    """An action in a line of play: an arrow, `b2`."""
    return ARROWS[action] if game.setup.in_real_time else game.setup.action_name(state, action)


def _full_label(game: GameSource, state: Any, action: Any) -> str:
    """`→ east`, `b2`."""
    name = game.setup.action_name(state, action)
    return f"{ARROWS[action]} {name}" if game.setup.in_real_time else name


def _panel(overlay: Overlay, rows: Iterable[Row], title: str = "") -> Panel:
    return Panel(title or overlay.heading, tuple(rows), overlay=overlay)


def _value_panels(game: GameSource, ply: int, thought: Thought) -> Iterator[Panel]:
    """The value of each action, and what else was reported about each, as bars."""
    state = game.states[ply]
    best = thought.best(state.to_move)

    def rows(numbers: Mapping[Any, float], most: float | None = None) -> Iterator[Row]:
        for action, number in numbers.items():
            ink = Ink.BEST if action in best else Ink.VALUE
            bar = None if most is None else number / (most or 1)
            label = _full_label(game, state, action)
            yield Row(label, exact(number), bar, ink, strong=action in best)

    title = f"Value of each action, for {game.setup.players[0]}"
    yield _panel(Overlay.VALUES, rows(thought.values), title)
    for name, numbers in thought.action_details.items():
        title = f"{name[0].upper()}{name[1:]} of each action"
        most = max(map(abs, numbers.values()), default=0)
        yield _panel(Overlay.VALUES, rows(numbers, most), title)


def _variation(game: GameSource, ply: int, thought: Thought) -> Iterator[Panel]:
    rows = _line_rows(game, game.states[ply], thought.principal_variation)
    yield _panel(Overlay.PRINCIPAL_VARIATION, rows)


def _line_rows(game: GameSource, state: Any, line: Iterable[Any]) -> Iterator[Row]:
    labels: dict[int, list[str]] = {}
    for action in line:
        labels.setdefault(state.to_move, []).append(_label(game, state, action))
        state = state.successor(action)
    for agent, names in sorted(labels.items()):
        if agent != CHANCE:
            yield Row(game.setup.players[agent], " ".join(names), agent=agent)


def _search(game: GameSource, ply: int, thought: Thought) -> Iterator[Panel]:
    yield _panel(Overlay.EXPANDED, _depths(thought))
    move, in_real_time = game.move_at(ply), game.setup.in_real_time
    if thought.details or not in_real_time:
        nodes = {"nodes": float(move.nodes)} if move and move.nodes else {}
        rows = [Row(label, exact(count)) for label, count in {**nodes, **thought.details}.items()]
        if move and not in_real_time:
            rows.append(Row("time", duration(move.seconds)))
        yield _panel(Overlay.EXPANDED, rows, SEARCH)


def _depths(thought: Thought) -> Iterator[Row]:
    counts = [*thought.depths]
    labels = [f"{depth} {'ply' if depth == 1 else 'plies'}" for depth in range(1, len(counts) + 1)]
    if len(counts) > MOST_DEPTHS:
        counts[MOST_DEPTHS - 1 :] = [sum(counts[MOST_DEPTHS - 1 :])]
        labels[MOST_DEPTHS - 1 :] = [f"{MOST_DEPTHS}+ plies"]
    for label, count in zip(labels, counts, strict=True):
        yield Row(label, f"{count:,}", count / max(counts), Ink.EXPANDED)


def _distance(game: GameSource, ply: int, _: Thought) -> Iterator[Panel]:
    state = game.states[ply]
    wanted = {"nearest food": state.food, "nearest capsule": state.capsules}
    steps = {name: state.maze.nearest(state.pacman, cells) for name, cells in wanted.items()}
    rows = (
        Row(name, _steps_words(away), ink=Ink.DISTANCE)
        for name, away in steps.items()
        if away < inf
    )
    yield _panel(Overlay.DISTANCE, rows)


def _danger(game: GameSource, ply: int, _: Thought) -> Iterator[Panel]:
    state, rows = game.states[ply], []
    for number, ghost in enumerate(state.ghosts, start=1):
        steps = state.maze.distance(ghost.position, state.pacman)
        near = steps < FAR and not ghost.scared
        scared = f", scared for {ghost.scared}" if ghost.scared else ""
        text = (_steps_words(steps) if steps < inf else "out of reach") + scared
        ink = Ink.DANGER if near else Ink.TEXT
        rows.append(Row(seat_name(number), text, ink=ink, agent=number))
    yield _panel(Overlay.DANGER, rows)


def _steps_words(steps: float) -> str:
    return f"{steps:g} {'step' if steps == 1 else 'steps'}"


def _features(_: GameSource, __: int, thought: Thought) -> Iterator[Panel]:
    """What each feature adds to an evaluation, the most important first."""
    terms = sorted(thought.features.items(), key=lambda term: -abs(term[1]))
    most = max((abs(term) for _, term in terms), default=0) or 1
    rows = [
        Row(name.replace("_", " "), exact(term), term / most, Ink.GOOD if term >= 0 else Ink.BAD)
        for name, term in terms
    ]
    if len(terms) > 1:
        rows.append(Row("sum", exact(sum(term for _, term in terms)), strong=True))
    yield _panel(Overlay.FEATURES, rows)


_OBSERVED = {Overlay.DISTANCE, Overlay.DANGER}
"""Overlays that show the position itself, and need no report."""
_TABLES: Mapping[Overlay, Callable[[GameSource, int, Thought], Iterator[Panel]]] = {
    Overlay.VALUES: _value_panels,
    Overlay.PRINCIPAL_VARIATION: _variation,
    Overlay.EXPANDED: _search,
    Overlay.DISTANCE: _distance,
    Overlay.DANGER: _danger,
    Overlay.FEATURES: _features,
}


# What an analysis says about moves, in words, tables and curves.

_INKS = {Mark.INACCURACY: Ink.VALUE, Mark.MISTAKE: Ink.BAD, Mark.BLUNDER: Ink.DANGER}


def best_move_panels(game: GameSource, ply: int) -> tuple[Panel, ...]:
    """What should have been played at `ply`, and the line that proves it; a note if the move wasn't
    judged. Nothing without an analysis."""
    analysis, move, overlay = game.analysis, game.judged(ply), Overlay.BEST_MOVE
    if not analysis:
        return ()
    state = game.states[ply]
    if move is None:
        why = ": the ghosts leave their moves to chance" if analysis.has_chance else ""
        words = f"Not judged{why}." if state.to_move else ""
        return Panel("", note=words, overlay=overlay), _summary(game, analysis)
    note = f"{_verdict(game, move)}."
    note = note[0].upper() + note[1:]
    rows = tuple(_best_rows(game, move))
    panels = [Panel(overlay.heading, rows, note, _ink_of(move), overlay=overlay)]
    if move.line:
        title = line_name(has_chance=analysis.has_chance).capitalize()
        panels.append(_panel(overlay, _line_rows(game, state, move.line), title))
    return *panels, _summary(game, analysis)


def _summary(game: GameSource, analysis: GameAnalysis) -> Panel:
    """The whole game in numbers, Pac-Man's bad moves first, and who says so."""
    rows = [Row(f"{mark} {mark.label}", str(len(analysis.marked(mark)))) for mark in reversed(Mark)]
    for agent in sorted({0, *(move.agent for move in analysis.moves)}):
        name = f"{game.setup.players[agent]}'s mean regret" if agent else "mean regret"
        rows.append(Row(name, _difference(analysis.mean_regret(agent))))
    judge = f"Judge: {analysis.judge}"
    return Panel("Pac-Man's whole game", tuple(rows), judge, overlay=Overlay.BEST_MOVE)


def _best_rows(game: GameSource, move: AnalysedMove) -> Iterator[Row]:
    """The actions, the best for the agent first."""
    state, side = game.states[move.ply], 1 if move.agent else -1
    for action, value in sorted(move.values.items(), key=lambda pair: side * pair[1]):
        label, played = _full_label(game, state, action), action == move.action
        if played:
            label = f"{label} {move.mark or '(played)'}"
        ink = Ink.BEST if value == move.value else Ink.BAD if played and move.mark else Ink.VALUE
        yield Row(label, f"{value:,.1f}", ink=ink, strong=played or ink is Ink.BEST)


def _verdict(game: GameSource, move: AnalysedMove) -> str:
    """`going east is a blunder, 412 points worse than going north`."""
    played, best = (_doing(game, move.ply, action) for action in (move.action, move.best))
    if not move.regret:
        return f"{played} is {'best' if len(move.values) > 1 else 'the only move'}"
    worse = f"{_difference(move.regret)} worse than {best}"
    if not move.mark:
        return f"{played} is {worse}"
    article = "an" if move.mark is Mark.INACCURACY else "a"
    return f"{played} is {article} {move.mark.label}, {worse}"


def marked_moves(game: GameSource, analysis: GameAnalysis) -> tuple[MarkedMove, ...]:
    return tuple(
        MarkedMove(
            move.ply,
            move.mark,
            f"move {_number(game, move)}: {_verdict(game, move)}",
            _ink_of(move),
        )
        for move in analysis.marked()
        if move.mark
    )


def turning_point_line(game: GameSource) -> str:
    """Where the game was lost, in a line; empty if no move is marked."""
    analysis = game.analysis
    move = analysis.turning_point() if analysis else None
    if analysis is None or move is None:
        return ""
    cost = _difference(move.regret)
    played = _doing(game, move.ply, move.action)
    return f"The turning point: {played} at move {_number(game, move)} cost {cost}"


def value_curve(game: GameSource, analysis: GameAnalysis) -> tuple[float, ...]:
    """What Pac-Man could get in each position. Where nothing is known, what was known last."""
    states = game.states
    known = {move.ply + 1: move.values[move.action] for move in analysis.moves}
    known |= {move.ply: move.value for move in analysis.moves}
    if states[-1].is_terminal:
        known[len(states) - 1] = states[-1].score
    value = known[min(known)] if known else 0.0
    return tuple(value := known.get(ply, value) for ply in range(len(states)))


def _ink_of(move: AnalysedMove) -> Ink:
    return _INKS[move.mark] if move.mark else Ink.FAINT


def _number(game: GameSource, move: AnalysedMove) -> int:
    return move.ply // len(game.agents) + 1


def _difference(regret: float) -> str:
    return f"{regret:,.{0 if regret >= 10 else 1}f} points"
