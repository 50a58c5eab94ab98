"""Builds the frames of a session, and keeps what stays the same from one to the next."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from pacgrid.records.description import (
    agent_name,
    forfeit_reason,
    game_name,
    pairing,
    points_and_rounds,
    verdict,
)
from pacgrid.records.thought import Thought
from pacgrid.session.amounts import cost, shares
from pacgrid.session.cards import Cards
from pacgrid.session.effects import RISE_SECONDS, Effects
from pacgrid.session.events import EventKind, Events
from pacgrid.session.frame import (
    Banner,
    Board,
    Caption,
    Frame,
    Insight,
    KeyHint,
    Switch,
    Timeline,
    TimelineRow,
)
from pacgrid.session.game_source import GameSource
from pacgrid.session.hints import hints
from pacgrid.session.insight import insight_of
from pacgrid.session.marks import NO_MARKS, Ink, Marks
from pacgrid.session.overlays import Overlay, marks_of
from pacgrid.session.scene import VANISHING, Scene, Stride, facing, scene

if TYPE_CHECKING:
    from pacgrid.session.session import Session

LONG_THOUGHT = 0.5
"""Seconds until a view says which agent is thinking."""
SHORTEST_SPAN = 40
"""The timeline of a game that goes on has room for this many plies at least."""
NOTE_FEATURES = 4
COUNTDOWN_STEP = 0.75
"""Seconds for each number."""


class _Game:
    """One game of a session, with all that can be kept of its frames."""

    def __init__(self, game: GameSource) -> None:
        self.game = game
        self.events = Events(game.states)
        self.effects = Effects(self.events)
        self.cards = Cards(game)
        self.players = pairing(game.agents)
        self.row = lru_cache(maxsize=1)(self._row)
        self.insight = lru_cache(maxsize=4)(self._insight)
        self.marks = lru_cache(maxsize=4)(self._marks)
        self._scores: list[int] = []

    @property
    def last(self) -> int:
        return len(self.game.states) - 1

    def _row(self, last: int) -> TimelineRow:
        states = self.game.states
        self._scores += [state.score for state in states[len(self._scores) : last + 1]]
        return TimelineRow(tuple(self._scores), tuple(self.events.now()), self.game.taken_over)

    def _insight(self, ply: int, _known: bool, overlays: frozenset[Overlay]) -> Insight:
        move = self.game.moves[ply] if ply < self.last else None
        return insight_of(self.game.states[ply], move, self.game.agents, overlays)

    def _marks(self, ply: int, _known: bool, overlays: frozenset[Overlay]) -> Marks:
        return marks_of(self.game.states[ply], self.thought(ply), overlays)

    def thought(self, ply: int) -> Thought | None:
        return self.game.moves[ply].thought if ply < self.last else None

    def last_decision(self) -> int:
        """The ply of the last move that something is known about."""
        plies = range(self.last - 1, max(self.last - 1 - len(self.game.agents), -1), -1)
        return next((ply for ply in plies if self.thought(ply)), max(self.last - 1, 0))


class FrameBuilder:
    """Builds the frames of `session`."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._playback = session.playback
        self._settings = session.settings
        self._games = [_Game(game) for game in session.games]

    def hear_effects(self) -> list[EventKind]:
        """The sounds of what happened since the last time."""
        return [
            kind
            for number, game in enumerate(self._games)
            for kind in game.effects.advance(self._playback, number)
        ]

    def frame(self) -> Frame:
        """What can be seen now."""
        session, settings, sheet = self._session, self._settings, self._session.open_sheet
        return Frame(
            boards=tuple(self._board(number) for number in range(len(self._games))),
            caption=self._caption(),
            timeline=self._timeline(),
            switches=tuple(Switch(each, each in settings.overlays) for each in Overlay),
            keys=self._hints(),
            sheet=sheet.sheet() if sheet else None,
            theme=settings.theme,
            playing=not self._playback.paused or bool(session.countdown),
            speed=settings.speed,
            full_screen=settings.full_screen,
            sound=settings.sound,
            sounds=tuple(session.sounds),
            moving=self._moving,
        )

    @property
    def _moving(self) -> bool:
        playback = self._playback
        if self._session.open_sheet:
            return False
        if min(playback.since_end) < max(VANISHING, RISE_SECONDS) and playback.over:
            return True
        return not (playback.still or playback.over) or bool(self._session.countdown)

    def _hints(self) -> tuple[KeyHint, ...]:
        return hints(self._session)

    def _board(self, number: int) -> Board:
        kept, playback = self._games[number], self._playback
        game, ply = kept.game, min(playback.after, kept.last)
        ended = playback.has_ended(number)
        record = game.record if ended else None
        overlays = frozenset(self._settings.overlays)
        decision = self._decision(kept)
        insight = None
        if overlays:
            insight = kept.insight(decision, decision < kept.last, overlays)
        cards = kept.cards.at(ply)
        thought = kept.thought(decision)
        note = f"Pac-Man: {cards[0].total}" if cards[0].total else ""
        if Overlay.FEATURES in overlays and thought and thought.features:
            note = shares(thought.features, NOTE_FEATURES)
        return Board(
            scene=self._scene(number, kept, ended=ended),
            players=kept.players,
            score=record.score if record else game.states[ply].score,
            verdict=verdict(record) if record else "",
            good=bool(record and record.won),
            note=note,
            cards=cards,
            insight=insight,
        )

    def _decision(self, kept: _Game) -> int:
        """The ply of the move that the insight is about: the next one, or the last of all."""
        ply = min(self._playback.before, kept.last)
        return kept.last_decision() if kept.game.states[ply].is_terminal else ply

    def _scene(self, number: int, kept: _Game, *, ended: bool) -> Scene:
        playback, states = self._playback, kept.game.states
        before, after = min(playback.before, kept.last), min(playback.after, kept.last)
        marks = NO_MARKS
        if self._settings.overlays and not states[before].is_terminal:
            overlays = frozenset(self._settings.overlays)
            marks = kept.marks(before, before < kept.last, overlays)
        caught = ended and states[after].is_loss
        return scene(
            Stride(states[before], states[after], facing(states, after)),
            playback.fraction,
            clock=playback.clock,
            vanished=min(playback.since_end[number] / VANISHING, 1) if caught else 0,
            marks=marks,
            points=kept.effects.points(playback.clock),
        )

    def _timeline(self) -> Timeline:
        playback = self._playback
        ply = playback.before + (playback.after - playback.before) * min(playback.fraction, 1)
        last, span = playback.last, SHORTEST_SPAN
        while not playback.ended and span * 0.9 < last:
            span = span * 3 // 2
        if playback.ended:
            span = max(last, 1)
        return Timeline(ply, span, tuple(kept.row(kept.last) for kept in self._games))

    def _caption(self) -> Caption:
        playback, boards = self._playback, self._games
        game, alone = boards[0].game, len(boards) == 1
        ply = min(playback.after, boards[0].last)
        record = game.record if alone and playback.over else None
        return Caption(
            score=(record.score if record else game.states[ply].score) if alone else None,
            round=playback.round,
            ply=playback.after,
            food=len(game.states[ply].food) if alone else None,
            players=boards[0].players if alone else f"{len(boards)} games side by side",
            game=game_name(game),
            status=self._status(),
            last_move=_last_move(game, ply) if alone else "",
            banner=self._banner(),
        )

    def _status(self) -> str:
        session, playback = self._session, self._playback
        if session.notice:
            return session.notice
        if playback.over or session.countdown or (session.steering and not playback.begun):
            return ""
        if session.looking_back:
            return "looking back"
        if playback.waited > LONG_THOUGHT and (thinking := playback.waiting_for()):
            return f"{thinking} is thinking..."
        if playback.paused:
            return "your move" if session.steering else "paused"
        return f"{playback.settings.speed:.3g} rounds/s"

    def _banner(self) -> Banner | None:
        session, playback = self._session, self._playback
        if session.open_sheet:
            return None
        if session.countdown:
            return Banner(str(ceil(session.countdown / COUNTDOWN_STEP)))
        if session.steering and not playback.begun:
            if not session.real_time:
                return None
            return Banner("Ready?", ("Press an arrow key, or W A S D",))
        if not playback.over or len(self._games) > 1:
            return None
        record = self._games[0].game.record
        lines: Sequence[str] = (forfeit_reason(record), points_and_rounds(record))
        ways_on = "   ".join(f"{hint.caps}: {hint.effect}" for hint in self._hints()[:3])
        ink = Ink.GOOD if record.won else Ink.BAD
        return Banner(verdict(record), (*filter(None, lines), ways_on), ink)


def _last_move(game: GameSource, ply: int) -> str:
    """The move that led to `ply`, in words."""
    if not ply:
        return ""
    move, agent = game.moves[ply - 1], (ply - 1) % len(game.agents)
    name = agent_name(agent, game.agents[agent] if ply > game.taken_over else "")
    spent = cost(move.seconds, move.nodes)
    return f"{name}: {move.action}{f' in {spent}' if spent else ''}"
