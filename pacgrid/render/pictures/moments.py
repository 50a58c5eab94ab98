"""The moments of a game that are worth seeing, when it can't be seen whole."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from pacgrid.analysis.game_analysis import AnalysedMove, GameAnalysis
from pacgrid.analysis.wording import amount
from pacgrid.records.description import verdict
from pacgrid.records.record import Record
from pacgrid.session.best_move import ink_of
from pacgrid.session.board_picture import position_diagram
from pacgrid.session.diagram import Diagram
from pacgrid.session.events import EventKind, Events
from pacgrid.session.marks import Ink
from pacgrid.session.overlays import Overlay, marks_of
from pacgrid.session.scene import Scene, Transition, facing, scene
from pacgrid.state import State

EVENLY = 12
"""How many moments are chosen evenly, the first and the last among them."""
JUST_EATEN = 0.75
"""When in its round an eaten ghost is on its way home, and Pac-Man is where it was."""


@dataclass(frozen=True)
class Moment:
    """The end of a round, a position of a game without rounds, or the start of the game."""

    time: str
    """`round 12`."""
    scene: Scene | Diagram
    score: int | None
    notes: tuple[str, ...]
    """What happened in this round."""
    ink: Ink | None = None
    """That of the notes about a bad move."""


def moments(record: Record, most: int, analysis: GameAnalysis | None = None) -> list[Moment]:
    """At most `most` moments, at least two: some evenly chosen, and those when capsules and ghosts
    were eaten as far as there is room for them.

    With an analysis, they are the positions before the worst moves, the first and the last one.
    """
    if not record.setup.has_rounds:
        return _positions(record, most, analysis)
    states, last = [*record.states()], record.rounds
    notes = _notes(record, states)
    if analysis:
        bad = sorted(analysis.marked(), key=lambda move: -move.regret)[: min(EVENLY, most) - 2]
        return [
            _moment(record, states, 0, notes[0]),
            *(_before(states, move, analysis) for move in sorted(bad, key=lambda move: move.ply)),
            _moment(record, states, last, notes[last]),
        ]
    steps = min(EVENLY, most) - 1
    chosen = sorted({*notes, *(round(step * last / steps) for step in range(steps + 1))})
    if len(chosen) > most:
        chosen = [chosen[round(step * (len(chosen) - 1) / (most - 1))] for step in range(most)]
    return [_moment(record, states, number, notes[number]) for number in chosen]


def _before(states: Sequence[State], move: AnalysedMove, analysis: GameAnalysis) -> Moment:
    """The position before a bad move, with what should have been played."""
    state, agents = states[move.ply], states[0].num_agents
    marks = marks_of(state, None, {Overlay.BEST_MOVE}, move)
    standing = Transition(state, state, facing(states, move.ply))
    note = f"{move.mark} cost {amount(move.regret, analysis.unit)}"
    seen = scene(standing, 1, marks=marks)
    time = f"move {move.ply // agents + 1}"
    return Moment(time, seen, state.score, (note,), ink_of(move))


def _positions(record: Record, most: int, analysis: GameAnalysis | None) -> list[Moment]:
    """The positions of a game without rounds, each with the move that led to it."""
    states, last = [*record.states()], len(record.moves)
    marks = {move.ply + 1: move for move in analysis.moves if move.mark} if analysis else {}
    count = min(most, last + 1)
    moments = []
    for ply in sorted({round(step * last / max(count - 1, 1)) for step in range(count)}):
        bad = marks.get(ply)
        notes = []
        if ply:
            name = record.setup.action_name(states[ply - 1], record.moves[ply - 1].action)
            notes.append(f"{name}{bad.mark if bad else ''}")
        if ply == last:
            notes.append(verdict(record))
        seen = position_diagram(states[ply])
        ink = ink_of(bad) if bad else None
        moments.append(Moment(f"ply {ply}", seen, None, tuple(notes), ink))
    return moments


def _notes(record: Record, states: Sequence[State]) -> dict[int, list[str]]:
    """What happened, by round."""
    events: dict[int, Counter[EventKind]] = defaultdict(Counter)
    for event in Events(states).now():
        events[-(-event.ply // len(record.agents))][event.kind] += 1
    notes: dict[int, list[str]] = defaultdict(list)
    for number, kinds in events.items():
        if kinds[EventKind.CAPSULE]:
            notes[number].append("capsule")
        if ghosts := kinds[EventKind.GHOST]:
            notes[number].append("ghost eaten" if ghosts == 1 else f"{ghosts} ghosts eaten")
    notes[record.rounds].append(verdict(record))
    return notes


def _moment(record: Record, states: Sequence[State], number: int, notes: Sequence[str]) -> Moment:
    agents, last = len(record.agents), len(states) - 1
    before, after = max(number - 1, 0) * agents, min(number * agents, last)
    is_last = after == last
    fraction = JUST_EATEN if any("eaten" in note for note in notes) and not is_last else 1
    transition = Transition(states[before], states[after], facing(states, after))
    score = record.score if is_last else states[after].score
    return Moment(f"round {number}", scene(transition, fraction), score, tuple(notes))
