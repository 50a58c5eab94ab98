"""One game of another kind than Pac-Man, between agents and people."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import isnan
from random import Random
from typing import Any

from pacgrid.agent import Agent, Report
from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import one_line
from pacgrid.games.board_state import BoardState
from pacgrid.games.game_error import GameError
from pacgrid.games.game_file import failure_in_game
from pacgrid.search import CHANCE
from pacgrid.state import State

PERSON = "keyboard"
"""The name of a person who plays."""


LARGEST = 1e300
"""Stands for infinity in reports, so that numbers can be compared as bars."""


@dataclass(frozen=True)
class BoardMove:
    """What was played in a ply, and what its agent reported."""

    action: Any
    mover: int
    """The number of an agent, or `CHANCE`."""
    seconds: float = 0
    report: Report = field(default_factory=Report)
    """Empty for people and chance."""


class ForfeitError(Exception):
    """An agent raised an exception or returned an illegal action."""

    def __init__(self, agent: int, failure: Failure) -> None:
        super().__init__(failure.message)
        self.agent = agent
        self.failure = failure


class BoardGame:
    """A game in progress. A person plays where `agents` has None.

    Each agent's `rng` is seeded from `seed` and its number. What chance draws depends on `seed` and
    the ply only, so that undoing a move doesn't roll the die again.
    """

    def __init__(
        self,
        start: BoardState,
        agents: Sequence[Agent | None],
        names: Sequence[str],
        *,
        seed: int = 0,
    ) -> None:
        self.states = [start]
        self.moves: list[BoardMove] = []
        self.agents = list(agents)
        self.names = list(names)
        self.seed = seed
        self.forfeit: ForfeitError | None = None
        self._started: set[int] = set()
        for number, agent in enumerate(agents):
            if agent:
                with suppress(AttributeError):  # an agent may define `rng` itself
                    agent.rng = Random(f"{seed}:{number}")

    @property
    def state(self) -> BoardState:
        """The newest position."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        return self.state.is_terminal or self.forfeit is not None

    @property
    def person_to_move(self) -> bool:
        """Whether a person is to move in the newest position."""
        return self.waits_for_person(self.state)

    def waits_for_person(self, state: BoardState) -> bool:
        """Whether a person is to move in `state`."""
        nobody = state.is_terminal or state.to_move == CHANCE
        return not nobody and self.agents[state.to_move] is None

    def think(self, state: BoardState, ply: int, *, explain: bool = False) -> BoardMove:
        """What the agent to move, or chance, plays in `state`, which is the position at `ply`.

        Nothing changes in the game, so this can run in a thread of its own.

        Raises:
            ForfeitError: the agent raised an exception or returned an illegal action.
            GameError: the agent needs a part of Pac-Man's state that this game doesn't have, or
                chance has nothing to draw from.
        """
        mover = state.to_move
        if mover == CHANCE:
            shares: Mapping[Any, float] = state.distribution()  # type: ignore[attr-defined]
            if not any(share > 0 for share in shares.values()):
                raise GameError("chance is to move, but no action has a probability above 0")
            rng = Random(f"{self.seed}:chance:{ply}")
            return BoardMove(rng.choices(list(shares), list(shares.values()))[0], mover)
        agent: Any = self.agents[mover]
        if mover not in self._started:
            self._started.add(mover)
            self._guard(mover, agent.start, state)
        with suppress(AttributeError):
            agent.report = None
        began = time.perf_counter()
        returned = self._guard(mover, agent.act, state)
        seconds = time.perf_counter() - began
        legal = list(state.legal_actions())
        if not self._guard(mover, legal.__contains__, returned):
            text, names = self._guard(mover, repr, returned), ", ".join(map(repr, legal))
            raise ForfeitError(mover, Failure(f"returned {text:.60}; legal actions: {names}"))
        action = legal[legal.index(returned)]  # 1 rather than True
        if explain:
            with suppress(Exception):  # a search can still be watched without its explanation
                agent.explain(state, action)
        return BoardMove(action, mover, seconds, report_of(agent, state))

    def play(self, move: BoardMove) -> None:
        """Add a ply to the newest position."""
        self.moves.append(move)
        self.states.append(self.state.successor(move.action))

    def step(self) -> BoardMove | None:
        """Let the agent to move, or chance, play a ply. None when the game is over."""
        if self.over:
            return None
        try:
            move = self.think(self.state, len(self.moves))
        except ForfeitError as error:
            self.forfeit = error
            return None
        self.play(move)
        return move

    def undo(self, ply: int) -> None:
        """Return to the position at `ply`."""
        del self.states[ply + 1 :], self.moves[ply:]
        self.forfeit = None

    def take_over(self, agent: int) -> None:
        """Let a person play instead of that agent."""
        self.agents[agent] = None
        self.names[agent] = PERSON

    def quit(self) -> None:
        """Tell the agents that started that the game is over."""
        for number in self._started:
            with suppress(Exception):
                if agent := self.agents[number]:
                    agent.finish(self.state)  # type: ignore[arg-type]
        self._started = set()

    def _guard(self, number: int, call: Callable[[Any], Any], argument: Any) -> Any:
        """Call a method of an agent, or of what it returned. Raises ForfeitError or GameError."""
        try:
            return call(argument)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if reason := needs_pacman(error, argument):
                raise GameError(f"{self.names[number]} {reason}") from None
            if failure := failure_in_game(error, self.agents[number], self.state):
                raise GameError(f"the game raised {failure.message}") from None
            raise ForfeitError(number, Failure.in_agent(error, self.agents[number])) from None


def needs_pacman(error: BaseException, state: object) -> str:
    """Why an agent that raised `error` in `state`, a position of another game, can't play it: it
    asked for something that only Pac-Man's states have; "" if it is no such error."""
    if not isinstance(error, AttributeError) or not isinstance(error.obj, type(state)):
        return ""
    if not error.name or not hasattr(State, error.name):
        return ""
    missing = f"it needs state.{error.name.lstrip('_')}, which only Pac-Man has"
    return f"can't play this game: {missing}; choose a search agent such as alpha_beta"


def report_of(agent: Agent, state: BoardState) -> Report:
    """What `agent` reports about `state`, as far as it makes sense there."""
    legal = state.legal_actions()

    def numbers(named: Mapping[Any, Any], names: Iterable[Any]) -> dict[Any, float]:
        pairs = ((name, float(named[name])) for name in names if name in named)
        return {
            name: max(-LARGEST, min(number, LARGEST)) for name, number in pairs if not isnan(number)
        }

    try:
        report = agent.report
        assert report
        variation = []
        for action in report.principal_variation:
            if state.is_terminal or action not in state.legal_actions():
                break
            variation.append(action)
            state = state.successor(action)
        return Report(
            nodes=int(report.nodes),
            values=numbers(report.values, legal),
            principal_variation=variation,
            features=numbers(report.features, report.features),
            action_details={
                one_line(name): numbers(each, legal) for name, each in report.action_details.items()
            },
            details=numbers(report.details, report.details),
        )
    except Exception:
        return Report()
