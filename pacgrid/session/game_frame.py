"""The frame of a session that shows games: boards, tables, timeline, status, banner and key hints.

Parts that don't change from one frame to the next are built once.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache

from pacgrid.records.record import (
    Record,
    display_name,
    forfeit_reason,
    game_name,
    pairing,
    points_and_rounds,
    verdict,
)
from pacgrid.search import CHANCE
from pacgrid.session.frame import (
    BOARD_OVERLAYS,
    NO_MARKS,
    VANISH_SECONDS,
    Banner,
    Board,
    Caption,
    Card,
    Diagram,
    Events,
    Fact,
    Frame,
    KeyHint,
    Marks,
    Overlay,
    Scene,
    Sheet,
    Switch,
    Timeline,
    TimelineRow,
    Transition,
    cost,
    duration,
    facing,
    largest_features,
    overlays_for,
    scene,
)
from pacgrid.session.overlays import (
    insight_of,
    marked_moves,
    marks_of,
    turning_point_line,
    value_curve,
)
from pacgrid.session.playback import GameSource, Phase, Playback, ViewState
from pacgrid.session.session import INSIGHT_KEY
from pacgrid.session.themes import Ink
from pacgrid.state import State

THINKING_DELAY = 0.5
"""Seconds until a view says which agent is thinking."""
BUSY_DELAY = 5
"""Seconds until it says where in its file the agent is busy."""
SHORTEST_SPAN = 40
"""The timeline of a game in progress has room for this many plies at least."""


def frame_of(
    view: ViewState, pictures: Sequence["GamePicture"], sheet: Sheet | None = None
) -> Frame:
    playback = view.playback
    settings, first = playback.settings, pictures[0]
    overlays = overlays_of(pictures)
    hints = () if sheet else key_hints(view, overlays)  # the sheet says what its keys do
    caption = first.caption() if len(pictures) == 1 else _caption_of_all(view)
    return Frame(
        boards=tuple(picture.board() for picture in pictures),
        caption=replace(
            caption,
            status=_status(view, pictures),
            banner=None if sheet else _banner(view, pictures, hints),
        ),
        timeline=_timeline(playback, pictures),
        switches=tuple(
            Switch(each, each in settings.overlays)
            for each in overlays
            if not playback.person_chooses  # whose keys are numbers of actions
        ),
        keys=hints,
        sheet=sheet,
        theme=settings.theme,
        playing=not (playback.paused or playback.at_end),
        speed=settings.speed,
        speed_unit=first.speed_unit,
        step=first.step,
        jump=first.jump,
        full_screen=settings.full_screen,
        moving=not sheet and not playback.settled,
    )


def overlays_of(pictures: Sequence["GamePicture"]) -> tuple[Overlay, ...]:
    """The overlays that some of the games have."""
    return max((picture.overlays for picture in pictures), key=len)


def _timeline(playback: Playback, pictures: Sequence["GamePicture"]) -> Timeline:
    ply = playback.before + (playback.after - playback.before) * min(playback.fraction, 1)
    last, span = playback.last, SHORTEST_SPAN
    rows = tuple(row for picture in pictures if (row := picture.timeline_row()))
    while span * 0.9 < last:
        span = span * 3 // 2
    if playback.all_over or not rows:
        span = max(last, 1)
    return Timeline(ply, span, rows)


def _caption_of_all(view: ViewState) -> Caption:
    """The words about games side by side."""
    playback = view.playback
    return Caption(
        players=f"{len(playback.games)} games side by side",
        game=game_name(playback.games[0], taken_over=False),
        round=playback.round,
        ply=playback.after,
    )


def _status(view: ViewState, pictures: Sequence["GamePicture"]) -> str:
    playback, phase = view.playback, view.phase
    if view.notice:
        return view.notice
    if view.analysing:
        return "finding out what the moves cost..."
    if phase in (Phase.END, Phase.READY):
        return ""
    is_earlier = playback.person_chooses and playback.paused and playback.after < playback.last
    if phase is Phase.EARLIER or is_earlier:
        return "earlier position"
    persons = playback.person_game if playback.person_chooses else None
    picture = pictures[playback.games.index(persons)] if persons else pictures[0]
    if playback.awaits_choice:
        return picture.status()
    if playback.idle:
        return "your move" if phase is Phase.CHOICE else "paused"
    if playback.waited > THINKING_DELAY and (agent := playback.waiting_for()):
        line_of_code = playback.busy_line() if playback.waited > BUSY_DELAY else ""
        return f"{agent} is thinking... {line_of_code}".strip()
    if playback.paused:
        return ""
    return picture.status() or f"{playback.settings.speed:.3g} {picture.speed_unit}"


def _banner(
    view: ViewState, pictures: Sequence["GamePicture"], hints: Sequence[KeyHint]
) -> Banner | None:
    match view.phase:
        case Phase.READY:
            lines = ("Press an arrow key, or W A S D",)
            return Banner("Ready?", lines, touch=("Swipe to start",))
        case Phase.END if len(pictures) == 1:
            keys = "   ".join(f"{hint.caps}: {hint.effect}" for hint in hints[:3])
            return replace(pictures[0].end_banner(), keys=keys)
    return None


_ARROW_CAPS = "← ↑ ↓ →"
_STEER = KeyHint("", _ARROW_CAPS, "steer")
_HELP_HINT = KeyHint("?", "?", "help")
_CLOSE = KeyHint("q", "Q", "close")
_TAKE_OVER = KeyHint("t", "T", "take over")
_BACK = KeyHint("<", "<", "step back")
_FORWARD = KeyHint(">", ">", "step forward")
_INSIGHT = KeyHint(INSIGHT_KEY, "I", "show what agents think")
_SPEED = KeyHint("", "+ -", "speed")
_AGAIN = KeyHint("r", "R", "play again")
_MISTAKES_HINT = KeyHint("n", "N", "next mistake")
_TURNING_POINT = KeyHint("x", "X", "the turning point")


def key_hints(view: ViewState, shown: Sequence[Overlay]) -> tuple[KeyHint, ...]:
    """The keys that matter now; `shown` are the overlays that can be switched on."""
    playback = view.playback
    analyses = [game.analysis for game in playback.games if game.analysis]
    numbers = " ".join(overlay.key for overlay in shown)
    if len(shown) == int(shown[-1].key):
        numbers = f"1-{len(shown)}"
    overlays = KeyHint("", numbers, "show what agents think")
    has_mistakes = any(analysis.marked() for analysis in analyses)
    again = _if(any(game.players or game.person_plays for game in playback.games), _AGAIN)
    is_own = playback.steered_game is not None
    match view.phase:
        case Phase.END:
            enter = KeyHint("enter", "Enter", view.enter_effect)
            watch = KeyHint(" ", "space", "watch again")
            close = _if(view.enter_effect != "close", _CLOSE)
            mistakes = _if(has_mistakes, _TURNING_POINT)
            return (*again, enter, watch, *mistakes, _BACK, _HELP_HINT, *close)
        case Phase.EARLIER:
            back = KeyHint("end", _ARROW_CAPS, "back to your game")
            return (back, _BACK, _FORWARD, _TAKE_OVER, _HELP_HINT, _CLOSE)
        case Phase.READY:
            return (KeyHint("", _ARROW_CAPS, "start"), _HELP_HINT, overlays, _SPEED, _CLOSE)
        case Phase.CHOICE if playback.person_chooses:
            select = (KeyHint("", _ARROW_CAPS, "select"), KeyHint("enter", "Enter", "play"))
            number = KeyHint("", "1-9", "play by number")
            undo = _if(playback.after > 0, KeyHint("<", "<", "undo"))
            return (*select, number, *undo, _HELP_HINT, _INSIGHT, _CLOSE)
        case Phase.CHOICE:
            clock = KeyHint(" ", "space", "resume" if view.real_time else "play in real time")
            move = (KeyHint("", _ARROW_CAPS, "move"), KeyHint(".", ".", "stand still"))
            return (*move, clock, _BACK, _HELP_HINT, _CLOSE)
        case Phase.STEERING:
            return (_STEER, KeyHint(" ", "space", "pause"), _HELP_HINT, _SPEED, _CLOSE)
    pause = KeyHint(" ", "space", "resume" if playback.paused else "pause")
    if playback.person_chooses:
        return (pause, _BACK, _FORWARD, _INSIGHT, _HELP_HINT, _CLOSE)
    step = KeyHint("", "< >" if is_own else "← →", "step")
    mistakes = _if(has_mistakes, _MISTAKES_HINT)
    own_game_over = again if is_own else ()
    return (
        *(pause, step, *mistakes, _TAKE_OVER, *own_game_over),
        *(overlays, _SPEED, _HELP_HINT, _CLOSE),
    )


def _if(condition: bool, hint: KeyHint) -> Collection[KeyHint]:
    return (hint,) if condition else ()


class GamePicture(ABC):
    speed_unit: str
    step: str
    jump: str
    overlays: tuple[Overlay, ...] = BOARD_OVERLAYS
    symbols: tuple[str, ...] = ()

    def __init__(self, view: ViewState, number: int) -> None:
        self.view = view
        self.playback = view.playback
        self.number = number
        self.game = view.playback.games[number]
        self._kept_cards = lru_cache(maxsize=4)(lambda ply, _undone: cards_of(self.game, ply))
        self._kept_insight = lru_cache(maxsize=4)(
            lambda ply, _known, overlays: insight_of(self.game, ply, overlays)
        )

    @property
    @abstractmethod
    def title(self) -> str:
        """Who plays."""

    @abstractmethod
    def scene(self, overlays: frozenset[Overlay]) -> Scene | Diagram:
        """What is drawn, with the marks of `overlays`."""

    @abstractmethod
    def end_banner(self) -> Banner:
        """How the game ended, in large letters."""

    @abstractmethod
    def status(self) -> str:
        """What happens in the position that is shown, if there is something to say."""

    @property
    def last(self) -> int:
        return len(self.game.states) - 1

    @property
    def ply(self) -> int:
        return min(self.playback.after, self.last)

    def board(self) -> Board:
        """What is shown of this game alone."""
        overlays = frozenset(self.playback.settings.overlays).intersection(self.overlays)
        ended, ply = self.playback.shows_end(self.number), self._decision()
        return Board(
            scene=self.scene(overlays),
            title=self.title,
            verdict=verdict(self.game.record) if ended else "",
            cards=self._kept_cards(self.ply, self.game.undone),
            insight=self._kept_insight(ply, self._known(ply), overlays) if overlays else None,
            symbols=self.symbols,
        )

    def caption(self) -> Caption:
        """The words about this game, if it is shown alone, without status and banner."""
        return Caption(
            players=self.title,
            game=game_name(self.game),
            ply=self.playback.after,
            last_move=self.last_move(),
        )

    def timeline_row(self) -> TimelineRow | None:
        """The game in the timeline; None: a plain line."""
        return None

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

    # A thought arrives with its move, and an analysis after the game: what is known then changes,
    # so these are built again.

    def _decision(self) -> int:
        """The ply that the insight is about."""
        return self.ply

    def _known(self, ply: int) -> object:
        return ply < self.last, self.game.analysis is not None, self.game.undone


def cards_of(game: GameSource, ply: int) -> tuple[Card, ...]:
    """The cards of all agents after `ply` plies: what they did, and what it has cost since they
    took over from others, if they did."""
    since = game.taken_over if ply >= game.taken_over else 0
    plies: list[list[int]] = [[] for _ in game.agents]
    for each in range(since, ply):
        if (mover := game.states[each].to_move) != CHANCE:
            plies[mover].append(each)
    return tuple(_card(game, agent, own, ply) for agent, own in enumerate(plies))


def _card(game: GameSource, agent: int, plies: Sequence[int], ply: int) -> Card:
    """The card of an agent that has moved at these `plies`."""
    name, seat = display_name(game.names_at(ply)[agent]), game.setup.players[agent]
    if not plies:
        return Card(agent, seat, name, "", "", "", moved_last=False)
    moves = [game.moves[each] for each in plies]
    nodes = sum(move.nodes or 0 for move in moves)
    return Card(
        agent,
        seat,
        name,
        game.setup.action_name(game.states[plies[-1]], moves[-1].action),
        cost(moves[-1].seconds, moves[-1].nodes),
        duration(sum(move.seconds for move in moves)) or cost(0, nodes),
        moved_last=plies[-1] == ply - 1,
    )


NOTE_FEATURES = 4


class PacmanPicture(GamePicture):
    """One game of Pac-Man in a session."""

    speed_unit, step, jump = "rounds/s", "ply", "round"

    def __init__(self, view: ViewState, number: int) -> None:
        super().__init__(view, number)
        self.events = Events(self.game.states)
        self._kept_marks = lru_cache(maxsize=4)(self._marks)
        self._kept_row = lru_cache(maxsize=1)(self._timeline_row)

    @property
    def overlays(self) -> tuple[Overlay, ...]:  # type: ignore[override]
        return overlays_for(analysed=self.game.analysis is not None)

    @cached_property
    def title(self) -> str:
        return pairing(self.game.agents)

    @cached_property
    def record(self) -> Record:
        return self.game.record

    @property
    def state(self) -> State:
        state: State = self.game.states[self.ply]
        return state

    def timeline_row(self) -> TimelineRow:
        return self._kept_row(self.last, self.game.analysis is not None)

    def board(self) -> Board:
        board = super().board()
        record = self.record if board.verdict else None
        note = f"Pac-Man: {board.cards[0].total}" if board.cards[0].total else ""
        thought = self.game.thought(self._decision())
        if Overlay.FEATURES in self.playback.settings.overlays and thought and thought.features:
            note = largest_features(thought.features, NOTE_FEATURES)
        score = record.score if record else self.state.score
        return replace(board, score=score, good=record is not None and record.won, note=note)

    def caption(self) -> Caption:
        playback = self.playback
        caption = replace(
            super().caption(),
            score=self.record.score if playback.at_end else self.state.score,
            round=playback.round,
            food=len(self.state.food),
        )
        if self.game.analysis is None:
            return caption
        value = self.timeline_row().curve[self.ply]
        return replace(caption, facts=(Fact("value", f"{value:,.0f}"),))

    def status(self) -> str:
        return ""

    def end_banner(self) -> Banner:
        record = self.record
        turning_point = "" if record.won else turning_point_line(self.game)
        lines = (forfeit_reason(record), points_and_rounds(record), turning_point)
        ink = Ink.GOOD if record.won else Ink.BAD
        return Banner(verdict(record), tuple(filter(None, lines)), ink)

    def scene(self, overlays: frozenset[Overlay]) -> Scene:
        playback, states = self.playback, self.game.states
        before = min(playback.before, self.last)
        marks = NO_MARKS
        if overlays and not (self.game.over and before == self.last):
            marks = self._kept_marks(before, self._known(before), overlays)
        caught = playback.shows_end(self.number) and self.state.is_loss
        since_end = playback.since_end[self.number]
        return scene(
            Transition(states[before], self.state, facing(states, self.ply)),
            playback.fraction,
            clock=playback.clock,
            vanished=min(since_end / VANISH_SECONDS, 1) if caught else 0,
            marks=marks,
        )

    def _decision(self) -> int:
        """The next ply; at the end, the last one of a round with a thought."""
        game, last = self.game, self.last
        ply = min(self.playback.before, last)
        if game.over and ply == last:
            plies = range(last - 1, max(last - 1 - len(game.agents), -1), -1)
            known = (ply for ply in plies if game.thought(ply) or game.judged(ply))
            ply = next(known, max(last - 1, 0))
        return ply

    def _timeline_row(self, last: int, _is_analysed: bool) -> TimelineRow:
        game, analysis = self.game, self.game.analysis
        return TimelineRow(
            tuple(state.score for state in game.states[: last + 1]),
            tuple(self.events.now()),
            game.taken_over,
            value_curve(game, analysis) if analysis else (),
            marked_moves(game, analysis) if analysis else (),
        )

    def _marks(self, ply: int, _known: object, overlays: frozenset[Overlay]) -> Marks:
        game = self.game
        return marks_of(game.states[ply], game.thought(ply), overlays, game.judged(ply))
