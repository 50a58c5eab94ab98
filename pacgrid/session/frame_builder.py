"""Builds the frames of a session; parts that don't change are built once."""

from functools import cached_property, lru_cache
from math import ceil
from typing import TYPE_CHECKING

from pacgrid.analysis.game_analysis import AnalysedMove
from pacgrid.records.description import (
    agent_name,
    forfeit_reason,
    game_name,
    pairing,
    points_and_rounds,
    verdict,
)
from pacgrid.records.record import Record
from pacgrid.records.thought import Thought
from pacgrid.session.amounts import cost, largest_features
from pacgrid.session.best_move import (
    best_move_panels,
    line_positions,
    marked_moves,
    turning_point_line,
    value_curve,
    value_fact,
)
from pacgrid.session.cards import Cards
from pacgrid.session.effects import Effects
from pacgrid.session.events import EventKind, Events
from pacgrid.session.frame import (
    Banner,
    Board,
    Caption,
    Fact,
    Frame,
    Insight,
    KeyHint,
    Switch,
    Timeline,
    TimelineRow,
)
from pacgrid.session.hints import key_hints
from pacgrid.session.insight import insight_of
from pacgrid.session.marks import NO_MARKS, Ink, Marks
from pacgrid.session.overlays import Overlay, marks_of, overlays_for
from pacgrid.session.scene import VANISH_SECONDS, Scene, Transition, facing, scene
from pacgrid.state import State

if TYPE_CHECKING:
    from pacgrid.session.game_session import GameSession

THINKING_DELAY = 0.5
"""Seconds until a view says which agent is thinking."""
SHORTEST_SPAN = 40
"""The timeline of a game in progress has room for this many plies at least."""
NOTE_FEATURES = 4
COUNTDOWN_STEP = 0.75
"""Seconds for each number."""


class FrameBuilder:
    """Builds the frames of `session`."""

    def __init__(self, session: "GameSession") -> None:
        self._session = session
        self._playback = session.playback
        self._games = [_GameView(session, number) for number in range(len(session.games))]

    @property
    def line_length(self) -> int:
        """How many rounds the longest better line has that games have where they are."""
        return max(len(game.line()) for game in self._games)

    def update_effects(self) -> list[EventKind]:
        """The sounds of what happened since the last call."""
        return [kind for game in self._games for kind in game.effects.update()]

    def frame(self, sounds: tuple[EventKind, ...] = ()) -> Frame:
        """What to show now."""
        session, playback, settings = self._session, self._playback, self._session.settings
        sheet, hints = session.open_sheet, key_hints(session)
        return Frame(
            boards=tuple(game.board() for game in self._games),
            caption=self._caption(hints),
            timeline=self._timeline(),
            switches=tuple(
                Switch(each, each in settings.overlays)
                for each in overlays_for(analysed=session.analysed)
            ),
            keys=hints,
            sheet=sheet.sheet() if sheet else None,
            theme=settings.theme,
            playing=not playback.paused or bool(session.countdown),
            speed=settings.speed,
            full_screen=settings.full_screen,
            sound=settings.sound,
            sounds=sounds,
            moving=not sheet and (not playback.settled or bool(session.countdown)),
        )

    def _timeline(self) -> Timeline:
        playback = self._playback
        ply = playback.before + (playback.after - playback.before) * min(playback.fraction, 1)
        last, span = playback.last, SHORTEST_SPAN
        while span * 0.9 < last:
            span = span * 3 // 2
        if playback.all_over:
            span = max(last, 1)
        return Timeline(ply, span, tuple(game.timeline_row() for game in self._games))

    def _caption(self, hints: tuple[KeyHint, ...]) -> Caption:
        playback, first = self._playback, self._games[0]
        alone, in_line = len(self._games) == 1, self._session.line_rounds
        score = first.record.score if playback.at_end else first.state.score
        return Caption(
            score=score if alone else None,
            round=playback.round + in_line,
            ply=playback.after,
            food=len(first.state.food) if alone else None,
            facts=first.facts() if alone and not in_line else (),
            players=first.title if alone else f"{len(self._games)} games side by side",
            game=game_name(first.game, taken_over=alone),
            status=self._status(),
            last_move=first.last_move() if alone and not in_line else "",
            banner=self._banner(hints),
        )

    def _status(self) -> str:
        session, playback = self._session, self._playback
        if session.notice:
            return session.notice
        if session.line_rounds:
            return f"the better line: round {session.line_rounds} of {session.line_length}"
        if session.analysing:
            return "finding out what the moves cost..."
        if playback.at_end or session.countdown or session.waits_for_start:
            return ""
        if session.looking_back:
            return "earlier position"
        if playback.idle:
            return "your move" if session.steering else "paused"
        if playback.waited > THINKING_DELAY and (agent := playback.waiting_for()):
            return f"{agent} is thinking..."
        return "" if playback.paused else f"{session.settings.speed:.3g} rounds/s"

    def _banner(self, hints: tuple[KeyHint, ...]) -> Banner | None:
        session, playback = self._session, self._playback
        if session.open_sheet:
            return None
        if session.countdown:
            return Banner(str(ceil(session.countdown / COUNTDOWN_STEP)))
        if session.waits_for_start and not session.looking_back:
            return Banner("Ready?", ("Press an arrow key, or W A S D",), touch=("Swipe to start",))
        if not playback.at_end or len(self._games) > 1 or session.line_rounds:
            return None
        record = self._games[0].record
        keys = "   ".join(f"{hint.caps}: {hint.effect}" for hint in hints[:3])
        analysis = self._games[0].game.analysis
        turning_point = ""
        if analysis and not record.won:
            turning_point = turning_point_line(analysis, len(record.agents))
        lines = (forfeit_reason(record), points_and_rounds(record), turning_point)
        ink = Ink.GOOD if record.won else Ink.BAD
        return Banner(verdict(record), tuple(filter(None, lines)), ink, keys)


class _GameView:
    """One game of a session, and the parts of its frames that are kept."""

    def __init__(self, session: "GameSession", number: int) -> None:
        self.game = session.games[number]
        self.events = Events(self.game.states)
        self.effects = Effects(self.events, session.playback, number)
        self.cards = Cards(self.game)
        self.title = pairing(self.game.agents)
        self._kept_line = lru_cache(maxsize=1)(self._line)
        self._kept_row = lru_cache(maxsize=1)(self._timeline_row)
        self.insight = lru_cache(maxsize=4)(self._insight)
        self.marks = lru_cache(maxsize=4)(self._marks)
        self._number = number
        self._session = session
        self._playback = session.playback
        self._settings = session.settings
        self._scores: list[int] = []

    @property
    def last(self) -> int:
        """The last ply that was played."""
        return len(self.game.states) - 1

    @property
    def ply(self) -> int:
        """The ply that is shown."""
        return min(self._playback.after, self.last)

    @property
    def state(self) -> State:
        """The position that is shown; of the better line, if that is shown."""
        rounds = self._session.line_rounds
        line = self.line() if rounds else ()
        return line[min(rounds, len(line)) - 1] if line else self.game.states[self.ply]

    def line(self) -> tuple[State, ...]:
        """The positions of the better line, by round."""
        analysis = self.game.analysis
        return self._kept_line(min(self._playback.before, self.last)) if analysis else ()

    @cached_property
    def record(self) -> Record:
        """The record of a game that is over."""
        return self.game.record

    def board(self) -> Board:
        """What is shown of this game alone."""
        record = self.record if self._playback.shows_end(self._number) else None
        available = overlays_for(analysed=self.game.analysis is not None)
        overlays = frozenset(self._settings.overlays).intersection(available)
        decision = self._decision()
        cards = self.cards.at(self.ply)
        thought = self._thought(decision)
        note = f"Pac-Man: {cards[0].total}" if cards[0].total else ""
        if Overlay.FEATURES in overlays and thought and thought.features:
            note = largest_features(thought.features, NOTE_FEATURES)
        return Board(
            scene=self._scene(overlays, caught=record is not None and self.state.is_loss),
            title=self.title,
            score=record.score if record else self.state.score,
            verdict=verdict(record) if record else "",
            good=record is not None and record.won,
            note=note,
            cards=cards,
            insight=self.insight(decision, self._known(decision), overlays) if overlays else None,
        )

    def facts(self) -> tuple[Fact, ...]:
        """What the position is worth, if that is known."""
        analysis = self.game.analysis
        return (value_fact(analysis, self.timeline_row().curve[self.ply]),) if analysis else ()

    def last_move(self) -> str:
        """The move that led to the position, in words."""
        if not self.ply:
            return ""
        move, agent = self.game.moves[self.ply - 1], (self.ply - 1) % len(self.game.agents)
        spent = cost(move.seconds, move.nodes)
        name = agent_name(agent, self._names(self.ply - 1)[agent])
        return f"{name}: {move.action}{f' in {spent}' if spent else ''}"

    def _decision(self) -> int:
        """The ply that the insight is about: the next one; at the end, the last with a thought."""
        ply = min(self._playback.before, self.last)
        if not self.game.over or ply < self.last:
            return ply
        plies = range(self.last - 1, max(self.last - 1 - len(self.game.agents), -1), -1)
        known = (ply for ply in plies if self._thought(ply) or self._analysed(ply))
        return next(known, max(self.last - 1, 0))

    def _thought(self, ply: int) -> Thought | None:
        return self.game.moves[ply].thought if ply < self.last else None

    def _names(self, ply: int) -> tuple[str, ...]:
        """The agents' names; unknown for plies before a takeover."""
        agents = self.game.agents
        return agents if ply >= self.game.taken_over else ("",) * len(agents)

    def _scene(self, overlays: frozenset[Overlay], *, caught: bool) -> Scene:
        playback, states = self._playback, self.game.states
        before = min(playback.before, self.last)
        marks = NO_MARKS
        if overlays and not (self.game.over and before == self.last):
            marks = self.marks(before, self._known(before), overlays)
        if (line := self.line()) and (rounds := min(self._session.line_rounds, len(line))):
            way = Transition.standing(states[before])
            for state in line[:rounds]:
                way = way.then(state)
            return scene(way, 1, clock=playback.clock, marks=Marks(trails=marks.trails))
        since_end = playback.since_end[self._number]
        return scene(
            Transition(states[before], self.state, facing(states, self.ply)),
            playback.fraction,
            clock=playback.clock,
            vanished=min(since_end / VANISH_SECONDS, 1) if caught else 0,
            marks=marks,
            points=() if marks.labels else self.effects.points(),  # they would hide each other
        )

    def timeline_row(self) -> TimelineRow:
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
            marked_moves(analysis, len(game.agents)) if analysis else (),
        )

    def _insight(self, ply: int, _known: object, overlays: frozenset[Overlay]) -> Insight:
        state, analysis, analysed = self.game.states[ply], self.game.analysis, self._analysed(ply)
        move = self.game.moves[ply] if ply < self.last else None
        best = best_move_panels(state, analysed, analysis) if analysis else ()
        return insight_of(state, move, self._names(ply), overlays, best)

    def _marks(self, ply: int, _known: object, overlays: frozenset[Overlay]) -> Marks:
        state, thought = self.game.states[ply], self._thought(ply)
        return marks_of(state, thought, overlays, self._analysed(ply))

    def _line(self, ply: int) -> tuple[State, ...]:
        analysed = self._analysed(ply)
        return line_positions(self.game.states[ply], analysed.line) if analysed else ()

    def _analysed(self, ply: int) -> AnalysedMove | None:
        moves = self.game.analysis.moves if self.game.analysis else ()
        return next((move for move in moves if move.ply == ply), None)
