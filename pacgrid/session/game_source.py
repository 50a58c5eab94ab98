"""Something to watch: a game that is being played, or the record of one.

A game is played in a thread of its own, so that a view never waits for an agent. Where no thread
can be started, as in a browser, it is played at once.
"""

import inspect
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, wait
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from traceback import StackSummary, walk_stack
from typing import Any, TypeVar

from pacgrid.action import Action
from pacgrid.agent import Agent
from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.common.failure import is_in
from pacgrid.common.sanitize import one_line
from pacgrid.game import ForfeitError, Game, Limits
from pacgrid.games.game_setup import Ending, GameSetup
from pacgrid.layout import Layout
from pacgrid.records.description import KEYBOARD as NAME
from pacgrid.records.description import agent_name
from pacgrid.records.record import Record
from pacgrid.records.record_writer import RecordWriter
from pacgrid.records.thought import Move
from pacgrid.search import CHANCE
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
    """The agents that play; empty for a record."""
    keyboard: "Keyboard | None" = None
    """The agent that a person steers, if there is one."""
    writer: RecordWriter | None
    """Saves the game while it is played."""
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

    def names_at(self, ply: int) -> tuple[str, ...]:
        """The agents' names; empty for plies before a takeover, where nothing says who played."""
        return self.agents if ply >= self.taken_over else ("",) * len(self.agents)

    def mover(self, ply: int) -> str:
        """The agent to move at `ply`, which isn't chance: `X, alpha_beta`."""
        agent = self.states[ply].to_move
        return agent_name(self.setup.players[agent], self.names_at(ply)[agent])

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
        writer: saves each ply as it is played.

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
        writer: RecordWriter | None = None,
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
        self.writer = writer
        self._lock = Lock()

    @property
    def taken_over(self) -> int:
        return self.game.taken_over

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
        return ply < len(self.states) and self.game.waits_for_person(self.states[ply])

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
            self._save()
            return game.state if move else None

    def choose(self, ply: int, action: Any) -> None:
        """Play `action` for a person in the position at `ply`; what followed is undone."""
        with self._lock:
            self.game.undo(ply)
            if self.undone != self.game.undone:
                self.undone, self.analysis = self.game.undone, None
            self.game.play(Move(action))
            self._save()

    def quit(self) -> None:
        self.game.quit()

    def _save(self) -> None:
        if writer := self.writer:  # another thread may take it away
            writer.update(self.game)


class ReplayedGame(GameSource):
    """A saved game, shown again. After a takeover, `writer` saves the new game."""

    def __init__(
        self,
        record: Record,
        writer: RecordWriter | None = None,
        analysis: GameAnalysis | None = None,
    ) -> None:
        self.setup = record.setup
        self.agents = record.agents
        self.seed = record.seed
        self.writer = writer
        self.analysis = analysis
        self.moves = record.moves
        self.states = tuple(record.states())
        self._record = record

    @property
    def taken_over(self) -> int:
        return self._record.taken_over

    @property
    def over(self) -> bool:
        return True

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
    """Plays a game round by round, when asked."""

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
        """The agent that is thinking, if one is."""
        mover: int = self.game.states[-1].to_move
        return None if self.last_round.done() or mover == CHANCE else mover

    @property
    def busy_line(self) -> str:
        """Where the agent that is thinking is: `my_agent.py, line 5, in act`; "" if none is."""
        mover, players = self.mover, self.game.players
        return (
            "" if mover is None or not players else busy_line(players[mover], self._thread.number)
        )

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


Result = TypeVar("Result")


class CallThread:
    """A thread that runs calls one after the other.

    The thread is a daemon, so an agent that never returns can't keep the program from ending.
    """

    def __init__(self) -> None:
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, daemon=True)
        self._runs = True
        try:
            self._thread.start()
        except RuntimeError:  # the platform has no threads
            self._runs = False

    @property
    def number(self) -> int:
        """By which Python knows the thread."""
        return self._thread.ident or 0

    def submit(self, call: Callable[[], Result]) -> "Future[Result]":
        """Run `call` after those submitted before. The future has what it returns or raises."""
        future: Future[Result] = Future()

        def perform() -> None:
            try:
                future.set_result(call())
            except BaseException as error:  # raised again by `future.result()`
                future.set_exception(error)

        if self._runs:
            self._calls.put(perform)
        else:
            perform()
        return future

    def stop(self) -> None:
        """End the thread after the calls submitted so far."""
        self._calls.put(None)

    def _run(self) -> None:
        while call := self._calls.get():
            call()


def busy_line(agent: object, thread: int) -> str:
    """`my_agent.py, line 5, in act`: the innermost line of its author's that a thread of that
    number is at; "" if none is."""
    try:
        folder = Path(inspect.getfile(type(agent))).resolve().parent
    except (TypeError, OSError):
        return ""
    stack = StackSummary.extract(
        walk_stack(sys._current_frames().get(thread)), limit=500, lookup_lines=False
    )
    own = next((frame for frame in stack if is_in(frame.filename, folder)), None)
    return f"{Path(own.filename).name}, line {own.lineno}, in {own.name}" if own else ""
