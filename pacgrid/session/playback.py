"""Games to watch, live or saved, and their one timeline: which ply is shown, and how it moves.

A game is played in a thread of its own, so that a view never waits for an agent. Where no thread
can be started, as in a browser, it is played at once.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, wait
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from enum import Enum, auto
from threading import Lock
from typing import Any

from pacgrid.action import Action
from pacgrid.agent import Agent
from pacgrid.analysis.game_analysis import AnalysedMove, GameAnalysis
from pacgrid.common.concurrency import CallThread
from pacgrid.common.failure import busy_line
from pacgrid.common.sanitize import one_line
from pacgrid.game import ForfeitError, Game, Limits
from pacgrid.games.game_setup import Ending, GameSetup
from pacgrid.layout import Layout
from pacgrid.records.record import KEYBOARD as NAME
from pacgrid.records.record import Record, agent_name
from pacgrid.records.thought import Move, Thought
from pacgrid.search import CHANCE
from pacgrid.session.session import Settings
from pacgrid.state import State


class GameSource(ABC):
    """A game as far as it was played; it may still be in progress."""

    setup: GameSetup
    agents: tuple[str, ...]
    """The agents' names, Pac-Man's first; `KEYBOARD` for a person."""
    seed: int
    states: Sequence[Any]
    """The first state and the one after every ply; it grows at its end."""
    moves: Sequence[Move]
    """`moves[p]` leads from `states[p]` to the next state. A move is added before its state."""
    players: tuple[Agent, ...] = ()
    keyboard: "Keyboard | None" = None
    analysis: GameAnalysis | None = None
    """What each move cost; None if that isn't known, or not yet."""
    undone = 0

    @property
    @abstractmethod
    def taken_over(self) -> int:
        """The ply at which these agents took over from others; 0 if none did."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether all plies are known."""

    @property
    @abstractmethod
    def record(self) -> Record:
        """The record of the game so far."""

    @property
    def thread_number(self) -> int:
        """The thread in which agents act, if it isn't the one that plays the game; else 0."""
        return 0

    def names_at(self, ply: int) -> tuple[str, ...]:
        """The agents' names; empty for plies before a takeover, where nothing says who played."""
        return self.agents if ply >= self.taken_over else ("",) * len(self.agents)

    def mover(self, ply: int) -> str:
        """The agent to move at `ply`, which isn't chance: `X, alpha_beta`."""
        agent = self.states[ply].to_move
        return agent_name(self.setup.players[agent], self.names_at(ply)[agent])

    def move_at(self, ply: int) -> Move | None:
        """The move at `ply`; None if it isn't known yet."""
        return self.moves[ply] if ply < len(self.states) - 1 else None

    def thought(self, ply: int) -> Thought | None:
        """What the agent thought before its move at `ply`, if it is known."""
        move = self.move_at(ply)
        return move.thought if move else None

    def judged(self, ply: int) -> AnalysedMove | None:
        """What the analysis says of the move at `ply`, if it judged it."""
        moves = self.analysis.moves if self.analysis else ()
        return next((move for move in moves if move.ply == ply), None)

    @property
    def person_plays(self) -> bool:
        """Whether a person plays, by steering or by choosing actions."""
        return False

    def waits_for_person(self, ply: int) -> bool:  # noqa: ARG002
        """Whether a person is to choose an action at `ply`, if the game has got there."""
        return False

    def shown_after(self, ply: int) -> int:
        """The ply that is shown after `ply` as time passes: the end of the round, or the next."""
        return self.step_from(ply, 1) if self.setup.has_rounds else ply + 1

    def step_from(self, ply: int, direction: int) -> int:
        """The ply that a step forward, 1, or back, -1, from `ply` leads to: the end or the start of
        the round; without rounds, the next ply at which a person decides, or any agent if no person
        plays."""
        if self.setup.has_rounds:
            agents = len(self.agents)
            return (ply // agents + 1) * agents if direction > 0 else (ply - 1) // agents * agents
        ply += direction
        while 0 < ply < len(self.states) - 1 and not self._is_decision(ply):
            ply += direction
        return ply

    def next_ply(self) -> Any:
        """Play one ply: the new state; None when the game is over or waits for a person."""
        return None

    def choose(self, ply: int, action: Any) -> None:
        """Play `action` for a person at `ply`, in a game that waits for one."""

    def quit(self) -> None:
        """End the game now."""

    def _is_decision(self, ply: int) -> bool:
        if self.person_plays:
            return self.waits_for_person(ply)
        return bool(self.states[ply].to_move != CHANCE)


class LiveGame(GameSource):
    """A game between agents, played while it is watched, with their thoughts.

    Agents start with the first ply, so a slow start doesn't hold up the view.

    Args:
        agents: a person chooses where it has None.
        pacman_seed: seeds Pac-Man's `rng` instead of `seed`, as in `Game`.
        ghost_seed: the same for the ghosts.
        played: moves of other agents, from which these agents continue.

    Raises as `Game`.
    """

    def __init__(
        self,
        setup: GameSetup | Layout,
        agents: Sequence[Agent | None],
        *,
        seed: int = 0,
        pacman_seed: int | None = None,
        ghost_seed: int | None = None,
        limits: Limits | None = None,
        played: Sequence[Move] = (),
    ) -> None:
        self.game = game = Game(
            setup,
            agents,
            seed=seed,
            pacman_seed=pacman_seed,
            ghost_seed=ghost_seed,
            limits=limits,
            thoughts=True,
            played=played,
        )
        self.setup = game.setup
        self.agents = tuple(map(one_line, game.names))
        self.seed = seed
        self.states, self.moves = game.states, game.moves
        self.players = tuple(agent for agent in agents if agent)
        self.keyboard = next((agent for agent in agents if isinstance(agent, Keyboard)), None)
        self.limits = limits
        self._lock = Lock()

    @property
    def taken_over(self) -> int:
        return self.game.taken_over

    @property
    def thread_number(self) -> int:
        return self.game.thread_number

    @property
    def over(self) -> bool:
        return self.game.ending not in (None, Ending.QUIT)

    @property
    def record(self) -> Record:
        return self.game.record

    @property
    def person_plays(self) -> bool:
        return self.keyboard is not None or None in self.game.agents

    def waits_for_person(self, ply: int) -> bool:
        has_person = None in self.game.agents
        return (
            has_person and ply < len(self.states) and self.game.waits_for_person(self.states[ply])
        )

    def next_ply(self) -> Any:
        """Let an agent, or chance, play a ply. It is dropped if plies are undone meanwhile."""
        game, ply, undone = self.game, len(self.moves), self.game.undone
        if game.over or game.person_to_move:
            return None
        forfeit = move = None
        try:
            move = game.think(game.state, ply)
        except ForfeitError as error:
            forfeit = error
        with self._lock:
            if undone != game.undone or game.over:
                return None
            if forfeit:
                game.lose(forfeit)
            if move:
                game.play(move)
            return game.state if move else None

    def choose(self, ply: int, action: Any) -> None:
        """Play `action` for a person in the position at `ply`; what followed is undone."""
        with self._lock:
            self.game.undo(ply)
            self.undone = self.game.undone
            self.game.play(Move(action))

    def quit(self) -> None:
        self.game.quit()


class ReplayedGame(GameSource):
    over = True

    def __init__(self, record: Record, analysis: GameAnalysis | None = None) -> None:
        self.setup = record.setup
        self.agents = record.agents
        self.seed = record.seed
        self.analysis = analysis
        self.moves = record.moves
        self.states = tuple(record.states())
        self._record = record

    @property
    def taken_over(self) -> int:
        return self._record.taken_over

    @property
    def record(self) -> Record:
        return self._record


__all__ = ["NAME", "STEERING", "Keyboard"]

STEERING: dict[str, Action] = {
    "up": Action.NORTH,
    "right": Action.EAST,
    "down": Action.SOUTH,
    "left": Action.WEST,
    "w": Action.NORTH,
    "d": Action.EAST,
    "s": Action.SOUTH,
    "a": Action.WEST,
}


class Keyboard(Agent):
    """Goes where a person wants as soon as it can; until then it goes straight on.

    A session calls `steer` when a key is pressed; `act` never waits for one.
    """

    def __init__(self) -> None:
        self.name = NAME
        self._wanted = Action.STOP
        self._going = Action.STOP

    def start(self, state: State) -> None:  # noqa: ARG002
        self._going = Action.STOP

    def steer(self, action: Action) -> None:
        """Go there from now on."""
        self._wanted = action

    def act(self, state: State) -> Action:
        legal = state.legal_actions()
        choices = (self._wanted, self._going, Action.STOP, legal[0])
        self._going = next(action for action in choices if action in legal)
        return self._going


STOP_SECONDS = 0.3
"""How long agents may take to finish their moves when the session ends."""


class GameThread:
    def __init__(self, game: GameSource) -> None:
        self.game = game
        self.last_round: Future[None] = Future()
        self.last_round.set_result(None)
        self._thread = CallThread()
        self._stopping = False

    def play_round(self) -> None:
        """Play to the next ply that time shows, or to the end, unless that is being done."""
        if self.last_round.done():
            self.last_round = self._thread.submit(self._play_round)

    @property
    def mover(self) -> int | None:
        mover: int = self.game.states[-1].to_move
        return None if self.last_round.done() or mover == CHANCE else mover

    @property
    def busy_line(self) -> str:
        """Where the agent that is thinking is: `my_agent.py, line 5, in act`; "" if none is."""
        mover, players = self.mover, self.game.players
        thread = self.game.thread_number or self._thread.number
        return "" if mover is None or not players else busy_line(players[mover], thread)

    @staticmethod
    def stop_all(threads: Iterable["GameThread"]) -> None:
        """End the games. Agents that don't return soon are left behind."""
        threads = list(threads)
        for thread in threads:
            thread._stopping = True
        finished, _ = wait([thread.last_round for thread in threads], STOP_SECONDS)
        ready = [thread for thread in threads if thread.last_round in finished]
        wait([thread._thread.submit(thread.game.quit) for thread in ready], STOP_SECONDS)
        for thread in threads:
            thread._thread.stop()

    def _play_round(self) -> None:
        game = self.game
        end = game.shown_after(len(game.states) - 1)
        while game.next_ply() and len(game.states) <= end and not self._stopping:
            pass


FRAME_WAIT = 0.005
"""Seconds that a frame waits for a round by default. Skipping a frame would look jerky."""
SLOWEST_STEP = 8.0
"""Single steps are shown at this speed, in rounds per second, or faster."""
SETTLE_SECONDS = 1.3
"""For this long after the last movement, Pac-Man may vanish."""


class Playback:
    """Moves games forward as time passes, and to any ply on request.

    Games side by side advance round by round, so they need the same number of agents. If a person
    steers, playback starts paused, and each round is played only once the one before has been
    shown, so that a key counts at once. Otherwise agents think one round ahead. Games that aren't
    in real time are shown position by position, and wait for people.

    Args:
        patience: how many seconds a frame waits for a round; None: forever.
    """

    def __init__(
        self,
        games: Sequence[GameSource],
        settings: Settings,
        *,
        patience: float | None = FRAME_WAIT,
    ) -> None:
        if len({len(game.agents) for game in games}) != 1:
            raise ValueError("games side by side need the same number of agents")
        self.games = tuple(games)
        self.settings = settings
        self.in_real_time = games[0].setup.in_real_time
        """Whether agents move while time passes."""
        self.before = self.after = max((g.taken_over for g in games if g.players), default=0)
        """The plies between which agents move now; equal if nothing moves."""
        self.fraction = 1.0 if self.in_real_time else 0.0
        """How far agents have moved from `before` to `after`, 0 to 1; of a position that stands
        still, how much of its time has passed."""
        self.paused = self.steered_game is not None
        self.waited = 0.0
        """Seconds that the view has waited for the next round."""
        self.clock = 0.0
        """Seconds, for animations. It stops a moment after everything else has."""
        self.left_behind = ("",) * len(games)
        """Where the agent of each game was busy that didn't return when it was stopped."""
        self.since_end = [0.0] * len(games)
        self._since_motion = 0.0
        self._stepping = False  # one step, then pause
        self._target: int | None = None  # a ply to step to once it has been played
        self._threads = [GameThread(game) for game in games]
        self._patience = patience
        self._busy_since, self._busy_line = 0, ""

    @property
    def person_game(self) -> GameSource | None:
        """The game in which a person plays, by steering or by choosing actions."""
        return next((game for game in self.games if game.person_plays), None)

    @property
    def steered_game(self) -> GameSource | None:
        return self.person_game if self.in_real_time else None

    @property
    def person_chooses(self) -> bool:
        return not self.in_real_time and self.person_game is not None

    @property
    def awaits_choice(self) -> bool:
        """Whether a person is to choose an action in the position that is shown."""
        game = self.person_game
        return game is not None and game.waits_for_person(self.after)

    @property
    def analysed(self) -> bool:
        return any(game.analysis for game in self.games)

    @property
    def last(self) -> int:
        return max(len(game.states) for game in self.games) - 1

    @property
    def all_over(self) -> bool:
        """Whether all games are over; their ends may not have been shown yet."""
        return all(game.over for game in self.games)

    @property
    def at_end(self) -> bool:
        return self.all_over and self.reached == self.last

    @property
    def idle(self) -> bool:
        """Whether playback is paused, and no step is in progress or waited for."""
        return self.paused and not self._stepping and self._target is None

    @property
    def settled(self) -> bool:
        if self.in_real_time:
            return self._since_motion > SETTLE_SECONDS
        stands = self.paused or self.at_end or (self.awaits_choice and self.after == self.last)
        thinks = any(not thread.last_round.done() for thread in self._threads)
        return stands and self._target is None and not thinks

    @property
    def ply(self) -> int:
        """The ply whose food, capsules and scores are shown."""
        return self.after if self.fraction >= 0.5 else self.before

    @property
    def reached(self) -> int:
        """The last ply whose movement is complete."""
        return self.after if self.fraction >= 1 else self.before

    @property
    def round(self) -> int:
        return -(-self.after // len(self.games[0].agents))

    def ply_of(self, game: GameSource) -> int:
        """The last ply of `game` whose movement is complete."""
        return min(self.reached, len(game.states) - 1)

    def shows_end(self, number: int) -> bool:
        game = self.games[number]
        return game.over and self.reached >= len(game.states) - 1

    def waiting_for(self) -> str:
        """The name of the agent that is thinking; empty if none is."""
        for thread in self._threads:
            if (mover := thread.mover) is not None:
                return thread.game.agents[mover]
        return ""

    def busy_line(self) -> str:
        """Where the agent is that has been thinking for so long: `my_agent.py, line 5, in act`. It
        is looked up every second, so that it can be read."""
        if (second := int(self.waited)) != self._busy_since:
            self._busy_since = second
            self._busy_line = next(filter(None, (each.busy_line for each in self._threads)), "")
        return self._busy_line

    def pause(self) -> None:
        """Pause at the end of the current round, so that agents stand in cells."""
        if self.before != self.after and self.fraction < 1:
            self._stepping = True
        elif self.steered_game and self.waiting_for():
            self._target = self.games[0].shown_after(self.after)
        self.paused = True

    def resume(self) -> None:
        """Resume; at the end of all games, start over."""
        if self.at_end:
            self.seek(0)
        self.paused = self._stepping = False
        self._target = None

    def seek(self, ply: int) -> None:
        """Pause, and show this ply, or the nearest one that was played."""
        self.since_end = [0.0] * len(self.games)
        self._stand_at(ply)
        self.paused = not (self.person_chooses and self.after == self.last)

    def choose(self, action: Any) -> None:
        assert self.person_game
        self.person_game.choose(self.after, action)
        self._stand_at(self.after + 1)
        self.paused = False

    def ply_back(self) -> None:
        self.seek(self.reached - (self.reached == self.after))

    def round_back(self) -> None:
        self.seek(self.games[0].step_from(self.after, -1))

    def ply_forward(self) -> None:
        self._step_to(self.reached + 1)

    def round_forward(self) -> None:
        self._step_to(self.games[0].step_from(self.reached, 1))

    def replace(self, number: int, branch: GameSource) -> None:
        GameThread.stop_all([self._threads[number]])
        self.games = (*self.games[:number], branch, *self.games[number + 1 :])
        self._threads[number] = GameThread(branch)
        self.seek(len(branch.states) - 1)
        self.paused = self.steered_game is not None

    def advance(self, seconds: float) -> None:
        self._since_motion = self._since_motion + seconds if self.idle else 0
        if not self.settled:
            self.clock += seconds
        if self._target is not None:
            target = self._target
            if self._wait_for(target, seconds):
                self._step_to(target)
        elif self._stepping:
            self.fraction += seconds * max(self.settings.speed, SLOWEST_STEP)
            if self.fraction >= 1:
                self._stand_at(self.after)
        elif not self.paused:
            self.fraction += seconds * self.settings.speed
            while self.fraction >= 1 and self._start_round(seconds):
                pass
        if self.steered_game is None:
            self._play_on(self.after + 1)  # so that the next thought can be shown
        for number in range(len(self.games)):
            if self.shows_end(number):
                self.since_end[number] += seconds

    def stop(self) -> None:
        """End the games. Agents that don't return soon are left behind."""
        GameThread.stop_all(self._threads)
        self.left_behind = tuple(each.busy_line for each in self._threads)

    def _stand_at(self, ply: int) -> None:
        """Pause at this ply, or the nearest one that was played."""
        self.paused = True
        self._stepping = False
        self._target = None
        self.before = self.after = min(max(ply, 0), self.last)
        self.fraction = 1.0 if self.in_real_time else 0.0
        self.waited = self._since_motion = 0.0

    def _step_to(self, ply: int) -> None:
        self._stand_at(self.reached)
        if not self._is_played(ply):
            waits = self._waits_for_person(ply)
            self._target, self.paused = None if waits else ply, not waits
            return
        if not self.in_real_time:
            self.seek(ply)
            return
        self.after = min(ply, self.last)
        if self.after != self.before:
            self.fraction = 0.0
            self._stepping = True

    def _start_round(self, seconds: float) -> bool:
        """Start to show the next round if it has been played; else stand still."""
        end = self.games[0].shown_after(self.after)
        played = self._wait_for(end, seconds)
        if self.all_over and self.after >= self.last:
            self._stand_at(self.after)
            return False
        if not played:
            self.before = self.after
            self.fraction = 1.0
            return False
        start, self.after = self.after, min(end, self.last)
        self.before = start if self.in_real_time else self.after
        self.fraction -= 1
        return True

    def _is_played(self, ply: int) -> bool:
        """Whether every game has reached that ply, or its end."""
        return all(game.over or len(game.states) > ply for game in self.games)

    def _waits_for_person(self, ply: int) -> bool:
        """Whether all games that haven't reached that ply, nor their end, wait for a person."""
        ends = (len(game.states) - 1 for game in self.games)
        pairs = zip(self.games, ends, strict=True)
        return all(game.over or end >= ply or game.waits_for_person(end) for game, end in pairs)

    def _wait_for(self, ply: int, seconds: float) -> bool:
        """Whether every game has reached that ply, after waiting a little for it."""
        while not self._is_played(ply):
            if self._waits_for_person(ply):
                return False
            self._play_on(ply)
            try:
                for thread in self._threads:
                    thread.last_round.result(self._patience)
            except NotYet:
                self.waited += seconds
                return False
        self.waited = 0.0
        return True

    def _play_on(self, ply: int) -> None:
        """Ask for another round of each game that hasn't reached that ply."""
        for thread in self._threads:
            if thread.last_round.done():
                thread.last_round.result()  # raises what the game raised
            game = thread.game
            last = len(game.states) - 1
            if not game.over and last < ply and not game.waits_for_person(last):
                thread.play_round()


class Phase(Enum):
    """What a session does now. It decides what keys do, and what a view says about them."""

    END = auto()
    EARLIER = auto()
    """A person who plays has stepped back."""
    READY = auto()
    """The game waits for a person to start the clock."""
    CHOICE = auto()
    STEERING = auto()
    WATCHING = auto()


@dataclass
class ViewState:
    """What a person sees of games besides their playback, and what they have done so far."""

    playback: Playback
    enter_effect: str = "close"
    """What Enter does at the end: `next game`, `menu` or `close`."""
    real_time: bool = True
    """Whether a key starts the clock of a person who steers."""
    started: bool = False
    own_game_ended: bool = False
    notice: str = ""
    """Why the last key did nothing."""
    selection: tuple[object, Any] | None = None
    """A position, and the action that a person has selected there."""
    analysing: bool = False

    @property
    def choice_state(self) -> Any:
        """The position in which a person is to choose an action; None where nobody is."""
        game, playback = self.playback.person_game, self.playback
        return game.states[playback.after] if game and playback.awaits_choice else None

    @property
    def selected(self) -> Any:
        """The action that a person has selected; the first one at first, None where agents move."""
        state = self.choice_state
        if state is None:
            return None
        if self.selection and self.selection[0] is state:
            return self.selection[1]
        return state.legal_actions()[0]

    @property
    def steering(self) -> bool:
        """Whether a person steers and hasn't reached the end of their game."""
        return self.playback.steered_game is not None and not self.own_game_ended

    @property
    def newest(self) -> int:
        """The last ply that can be shown; while a person steers, the last one of their game."""
        game = self.playback.steered_game
        return len(game.states) - 1 if game and self.steering else self.playback.last

    @property
    def looking_back(self) -> bool:
        """Whether a person who steers has stepped back to an earlier position."""
        return self.steering and self.playback.idle and self.playback.after < self.newest

    @property
    def waits_for_start(self) -> bool:
        """Whether the game waits for a person to start the clock."""
        return self.real_time and not self.started and self.steering

    @property
    def phase(self) -> Phase:
        """What the session does now, whether a sheet is open or not."""
        if self.playback.at_end:
            return Phase.END
        if not self.steering:
            return Phase.CHOICE if self.playback.awaits_choice else Phase.WATCHING
        if self.looking_back:
            return Phase.EARLIER
        if self.waits_for_start:
            return Phase.READY
        return Phase.CHOICE if self.playback.paused else Phase.STEERING
