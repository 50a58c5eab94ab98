"""What is shown of a game of Pac-Man; parts that don't change are built once."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pacgrid.maze import HalfPosition
from pacgrid.records.description import (
    forfeit_reason,
    game_name,
    pairing,
    points_and_rounds,
    verdict,
)
from pacgrid.records.record import Record
from pacgrid.records.thought import Thought
from pacgrid.session.amounts import largest_features
from pacgrid.session.best_move import (
    marked_moves,
    turning_point_line,
    value_curve,
)
from pacgrid.session.events import Event, EventKind, Events
from pacgrid.session.frame import (
    Banner,
    Board,
    Caption,
    Insight,
    Overlay,
    TimelineRow,
    overlays_for,
)
from pacgrid.session.overlays import insight_of, marks_of
from pacgrid.session.picture import GamePicture
from pacgrid.session.playback import Playback, ViewState
from pacgrid.session.scene import (
    NO_MARKS,
    VANISH_SECONDS,
    Marks,
    Points,
    Scene,
    Transition,
    facing,
    scene,
)
from pacgrid.session.themes import Ink
from pacgrid.state import FOOD_POINTS, GHOST_POINTS, LOSS_POINTS, WIN_POINTS, State

NOTE_FEATURES = 4


class PacmanPicture(GamePicture):
    """One game of Pac-Man in a session, and the parts of its frames that are kept."""

    speed_unit, step, jump = "rounds/s", "ply", "round"

    def __init__(self, playback: Playback, number: int) -> None:
        super().__init__(playback, number)
        self.events = Events(self.game.states)
        self._effects = Effects(self.events, playback, number)
        self.title = pairing(self.game.agents)
        self._kept_row = lru_cache(maxsize=1)(self._timeline_row)
        self.insight = lru_cache(maxsize=4)(self._insight)
        self.marks = lru_cache(maxsize=4)(self._marks)
        self._scores: list[int] = []

    def state(self, rounds: int) -> State:
        """The position that is shown; after so many rounds of the better line, if they aren't 0."""
        state: State | None = self.shown_in_line(rounds)
        return self.game.states[self.ply] if state is None else state

    @cached_property
    def record(self) -> Record:
        """The record of a game that is over."""
        return self.game.record

    def board(self, view: ViewState) -> Board:
        """What is shown of this game alone."""
        line_rounds = view.line_rounds
        state = self.state(line_rounds)
        record = self.record if self._playback.shows_end(self._number) else None
        overlays = frozenset(self._playback.settings.overlays).intersection(self.overlays)
        decision = self._decision()
        cards = self.cards.at(self.ply)
        thought = self._thought(decision)
        note = f"Pac-Man: {cards[0].total}" if cards[0].total else ""
        if Overlay.FEATURES in overlays and thought and thought.features:
            note = largest_features(thought.features, NOTE_FEATURES)
        return Board(
            scene=self._scene(
                overlays, line_rounds, state, caught=record is not None and state.is_loss
            ),
            title=self.title,
            score=record.score if record else state.score,
            verdict=verdict(record) if record else "",
            good=record is not None and record.won,
            note=note,
            cards=cards,
            insight=self.insight(decision, self._known(decision), overlays) if overlays else None,
        )

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """The overlays that the game has."""
        return overlays_for(analysed=self.game.analysis is not None)

    def caption(self, view: ViewState) -> Caption:
        """The words about this game, if it is shown alone."""
        playback, line_rounds = self._playback, view.line_rounds
        state = self.state(line_rounds)
        return Caption(
            players=self.title,
            game=game_name(self.game),
            score=self.record.score if playback.at_end else state.score,
            round=playback.round + line_rounds,
            ply=playback.after,
            food=len(state.food),
            facts=() if line_rounds else self.value_fact(),
            last_move="" if line_rounds else self.last_move(),
        )

    def new_sounds(self) -> Sequence[EventKind]:
        """The sounds of what happened since the last call."""
        return self._effects.update()

    def end_banner(self) -> Banner:
        """How the game ended, in large letters."""
        record, analysis, turning_point = self.record, self.game.analysis, ""
        if analysis and not record.won:
            turning_point = turning_point_line(analysis, self.game.setup, self.game.states)
        lines = (forfeit_reason(record), points_and_rounds(record), turning_point)
        ink = Ink.GOOD if record.won else Ink.BAD
        return Banner(verdict(record), tuple(filter(None, lines)), ink)

    def _decision(self) -> int:
        """The ply that the insight is about: the next one; at the end, the last with a thought."""
        ply = min(self._playback.before, self.last)
        if not self.game.over or ply < self.last:
            return ply
        plies = range(self.last - 1, max(self.last - 1 - len(self.game.agents), -1), -1)
        known = (ply for ply in plies if self._thought(ply) or self.analysed(ply))
        return next(known, max(self.last - 1, 0))

    def _thought(self, ply: int) -> Thought | None:
        return self.game.moves[ply].thought if ply < self.last else None

    def _scene(
        self, overlays: frozenset[Overlay], line_rounds: int, state: State, *, caught: bool
    ) -> Scene:
        playback, states = self._playback, self.game.states
        before = min(playback.before, self.last)
        marks = NO_MARKS
        if overlays and not (self.game.over and before == self.last):
            marks = self.marks(before, self._known(before), overlays)
        if (line := self.line()) and (rounds := min(line_rounds, len(line))):
            way = Transition.standing(states[before])
            for each in line[:rounds]:
                way = way.then(each)
            return scene(way, 1, clock=playback.clock, marks=Marks(trails=marks.trails))
        since_end = playback.since_end[self._number]
        return scene(
            Transition(states[before], state, facing(states, self.ply)),
            playback.fraction,
            clock=playback.clock,
            vanished=min(since_end / VANISH_SECONDS, 1) if caught else 0,
            marks=marks,
            points=() if marks.labels else self._effects.points(),  # they would hide each other
        )

    def timeline_row(self) -> TimelineRow:
        """The game in the timeline."""
        return self._kept_row(self.last, self.game.analysis is not None)

    # A thought arrives with its move, and an analysis after the game: what is known then changes,
    # so these are built again.

    def _known(self, ply: int) -> tuple[bool, bool]:
        return ply < self.last, self.game.analysis is not None

    def _timeline_row(self, last: int, _is_analysed: bool) -> TimelineRow:
        game, analysis = self.game, self.game.analysis
        states = game.states[: last + 1]
        self._scores += [state.score for state in states[len(self._scores) :]]
        return TimelineRow(
            tuple(self._scores),
            tuple(self.events.now()),
            game.taken_over,
            value_curve(analysis, states) if analysis else (),
            marked_moves(analysis, game.setup, states) if analysis else (),
        )

    def _insight(self, ply: int, _known: object, overlays: frozenset[Overlay]) -> Insight:
        game = self.game
        move = game.moves[ply] if ply < self.last else None
        best = self.best_move(ply)
        return insight_of(game.states[ply], move, game.names_at(ply), overlays, best)

    def _marks(self, ply: int, _known: object, overlays: frozenset[Overlay]) -> Marks:
        state, thought = self.game.states[ply], self._thought(ply)
        return marks_of(state, thought, overlays, self.analysed(ply))


RISE_SECONDS = 0.9


@dataclass(frozen=True)
class _Rising:
    """Points earned at `start`, by the clock of the playback."""

    start: float
    position: HalfPosition
    text: str


class Effects:
    """The sounds and points of one game. Jumping through the game makes none."""

    def __init__(self, events: Events, playback: Playback, number: int) -> None:
        self._events = events
        self._playback = playback
        self._number = number
        self._ply = 0
        self._jumps = -1
        self._rising: list[_Rising] = []

    def update(self) -> Sequence[EventKind]:
        """The kinds of events since the last call."""
        playback = self._playback
        game = playback.games[self._number]
        first, self._ply = self._ply, min(playback.ply, len(game.states) - 1)
        if playback.jumps != self._jumps:
            self._jumps = playback.jumps
            self._rising = []
            return ()
        clock = playback.clock
        self._rising = [each for each in self._rising if clock < each.start + RISE_SECONDS]
        new = [event for event in self._events.now() if first < event.ply <= self._ply]
        for event in new:
            if points := self._points_for(event):
                position = game.states[event.ply].pacman
                self._rising.append(_Rising(clock, position, str(points)))
        return [event.kind for event in new]

    def points(self) -> tuple[Points, ...]:
        """The points that rise now."""
        clock = self._playback.clock
        return tuple(
            Points(each.position, each.text, (clock - each.start) / RISE_SECONDS)
            for each in self._rising
        )

    def _points_for(self, event: Event) -> int:
        """The points to show; for food, only if a person plays."""
        game = self._playback.games[self._number]
        match event.kind:
            case EventKind.FOOD if game.keyboard:
                return FOOD_POINTS
            case EventKind.GHOST:
                return GHOST_POINTS
            case EventKind.WON:
                return WIN_POINTS
            case EventKind.CAUGHT:  # perhaps by two ghosts at once
                before, after = game.states[event.ply - 1 : event.ply + 1]
                ghosts: int = round((after.score - before.score) / LOSS_POINTS)
                return ghosts * LOSS_POINTS
        return 0
