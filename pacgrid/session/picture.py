"""What is shown of one game, and of Pac-Man; parts that don't change are built once."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

from pacgrid.analysis.game_analysis import AnalysedMove
from pacgrid.records.description import (
    display_name,
    forfeit_reason,
    game_name,
    pairing,
    points_and_rounds,
    verdict,
)
from pacgrid.records.record import Record
from pacgrid.records.thought import Move, Thought
from pacgrid.search import CHANCE
from pacgrid.session.amounts import cost, duration, largest_features
from pacgrid.session.best_move import (
    best_move_panels,
    line_positions,
    marked_moves,
    turning_point_line,
    value_curve,
    value_fact,
)
from pacgrid.session.frame import (
    Banner,
    Board,
    Caption,
    Card,
    Fact,
    Insight,
    Overlay,
    Panel,
    TimelineRow,
    overlays_for,
)
from pacgrid.session.game_source import GameSource
from pacgrid.session.overlays import insight_of, marks_of
from pacgrid.session.playback import Playback, ViewState
from pacgrid.session.scene import (
    NO_MARKS,
    VANISH_SECONDS,
    Effects,
    EventKind,
    Events,
    Marks,
    Scene,
    Transition,
    facing,
    scene,
)
from pacgrid.session.themes import Ink
from pacgrid.state import State


class GamePicture(ABC):
    """Draws a game, and finds the words for what happens in it."""

    speed_unit: str
    """The unit of the speed: `rounds/s`."""
    step: str
    """What the keys `,` and `.` go back and forth by."""
    jump: str
    """What the keys `<` and `>` go back and forth by."""
    symbols: tuple[str, ...] = ()
    """The letters that stand for the agents, as in `Board`."""

    def __init__(self, playback: Playback, number: int) -> None:
        self.game = playback.games[number]
        self.cards = Cards(self.game)
        self._playback = playback
        self._number = number
        self._kept_line = lru_cache(maxsize=1)(self._line)

    @property
    @abstractmethod
    def overlays(self) -> tuple[Overlay, ...]:
        """The overlays that the game has."""

    @abstractmethod
    def board(self, view: ViewState) -> Board:
        """What is shown of this game alone."""

    @abstractmethod
    def caption(self, view: ViewState) -> Caption:
        """The words about this game, if it is shown alone, without status and banner."""

    @abstractmethod
    def end_banner(self) -> Banner:
        """How the game ended, in large letters."""

    @abstractmethod
    def timeline_row(self) -> TimelineRow | None:
        """The game in the timeline; None: a plain line."""

    def status(self, view: ViewState) -> str:  # noqa: ARG002
        """What happens in the position that is shown, if there is something to say."""
        return ""

    def new_sounds(self) -> Sequence[EventKind]:
        """The sounds of what happened since the last call."""
        return ()

    @property
    def last(self) -> int:
        """The last ply that was played."""
        return len(self.game.states) - 1

    @property
    def ply(self) -> int:
        """The ply that is shown."""
        return min(self._playback.after, self.last)

    def line(self) -> Sequence[Any]:
        """The positions of a line that was better than what was played, by round."""
        return self._kept_line(min(self._playback.before, self.last)) if self.game.analysis else ()

    def shown_in_line(self, rounds: int) -> Any:
        """The position after so many rounds of the better line; None without one, or for 0."""
        line = self.line() if rounds else ()
        return line[min(rounds, len(line)) - 1] if line else None

    def last_move(self) -> str:
        """The move that led to the position: `X, alpha_beta: b2 in 12 ms, 4,500 nodes`."""
        if not self.ply:
            return ""
        game, ply = self.game, self.ply - 1
        state, move = game.states[ply], game.moves[ply]
        action = game.setup.action_name(state, move.action)
        if state.to_move == CHANCE:
            return f"chance: {action}"
        spent = cost(move.seconds, move.nodes)
        return f"{game.mover(ply)}: {action}{f' in {spent}' if spent else ''}"

    def analysed(self, ply: int) -> AnalysedMove | None:
        """What the analysis says of the move at a ply, if it judged it."""
        moves = self.game.analysis.moves if self.game.analysis else ()
        return next((move for move in moves if move.ply == ply), None)

    def best_move(self, ply: int) -> tuple[Panel, ...]:
        """What should have been played at a ply; nothing where the game wasn't analysed."""
        game = self.game
        if not game.analysis:
            return ()
        return best_move_panels(game.setup, game.states[ply], self.analysed(ply), game.analysis)

    def value_fact(self) -> tuple[Fact, ...]:
        """What the position is worth, if that is known."""
        analysis, row = self.game.analysis, self.timeline_row()
        return (value_fact(analysis, row.curve[self.ply]),) if analysis and row else ()

    def _line(self, ply: int) -> Sequence[Any]:
        analysed, game = self.analysed(ply), self.game
        return line_positions(game.setup, game.states[ply], analysed.line) if analysed else ()


class Cards:
    """Adds up the moves of a game in progress; looks only at new ones."""

    def __init__(self, game: GameSource) -> None:
        self._game = game
        self._moves: list[Move] = []
        self._totals: list[tuple[float, int | None]] = []
        """The seconds and nodes of the agent that moved at each ply, up to this move."""
        self._latest: list[tuple[int | None, ...]] = [(None,) * len(game.agents)]
        """The ply of each agent's last move, before each ply."""
        self._kept = lru_cache(maxsize=4)(self._cards)

    def at(self, ply: int) -> tuple[Card, ...]:
        """The cards of all agents at a ply."""
        self._forget_undone()
        for number in range(len(self._moves), ply):
            self._add(number)
        return self._kept(ply)

    def _cards(self, ply: int) -> tuple[Card, ...]:
        return tuple(self._card(agent, ply) for agent in range(len(self._game.agents)))

    def _forget_undone(self) -> None:
        moves, played = self._moves, self._game.moves
        while moves and (len(moves) > len(played) or moves[-1] is not played[len(moves) - 1]):
            moves.pop()
            self._kept.cache_clear()
        del self._totals[len(moves) :], self._latest[len(moves) + 1 :]

    def _add(self, ply: int) -> None:
        move, agent = self._game.moves[ply], self._game.states[ply].to_move
        latest = [*self._latest[ply]]
        before = None if agent == CHANCE else latest[agent]
        seconds: float = 0
        nodes: int | None = None
        if before is not None and before >= self._first(ply):
            seconds, nodes = self._totals[before]
        if move.nodes is not None:
            nodes = (nodes or 0) + move.nodes
        if agent != CHANCE:
            latest[agent] = ply
        self._moves.append(move)
        self._totals.append((seconds + move.seconds, nodes))
        self._latest.append(tuple(latest))

    def _first(self, ply: int) -> int:
        """The first ply of the agents that play at `ply`: they may have taken over."""
        return self._game.taken_over if ply >= self._game.taken_over else 0

    def _card(self, agent: int, ply: int) -> Card:
        first, last = self._first(ply), self._latest[ply][agent]
        name = display_name(self._game.names_at(ply)[agent])
        seat = self._game.setup.players[agent]
        if last is None or last < first:
            return Card(agent, seat, name, "", "", "", moved_last=False)
        move = self._moves[last]
        seconds, nodes = self._totals[last]
        return Card(
            agent,
            seat,
            name,
            self._game.setup.action_name(self._game.states[last], move.action),
            cost(move.seconds, move.nodes),
            duration(seconds) or cost(0, nodes),
            moved_last=last == ply - 1,
        )


NOTE_FEATURES = 4


class PacmanPicture(GamePicture):
    """One game of Pac-Man in a session, and the parts of its frames that are kept."""

    speed_unit, step, jump = "rounds/s", "ply", "round"

    def __init__(self, playback: Playback, number: int) -> None:
        super().__init__(playback, number)
        self.events = Events(self.game.states)
        self._effects = Effects(self.events, self.game.states, shows_food=bool(self.game.keyboard))
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
        playback = self._playback
        ply = min(playback.ply, self.last)
        return self._effects.update(ply, playback.clock, playback.jumps)

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
            points=()
            if marks.labels
            else self._effects.points(playback.clock),  # they would hide each other
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
