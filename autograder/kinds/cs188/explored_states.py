"""The states that a course's agent explored: its worker says how it came to them, and the grader
makes and counts them."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from pacgrid.cs188.directions import DIRECTIONS, Directions
from pacgrid.cs188.game_state import GameState, IllegalActionError

from ...diagnosis.recorder import Recorder
from ...model.searches import SearchName
from ...worker.messages import ACTIONS, QuestionKind, pack_names, pack_no_number, pack_number
from ..search.probe_server import ProbeServer
from .course_position import NoValueError


class ImpossibleStepError(ValueError):
    """There is no such step."""


class ExploredStates:
    """The states that a search from `root` explored: those that had a successor generated, and
    these successors. After more than `most` steps, no more are asked for."""

    def __init__(self, root: GameState, most: int) -> None:
        self.states: set[GameState] = set()
        """Those that moves from `root` lead to."""
        self._made: list[GameState | None] = [root]
        self._most = most
        self._strange = 0

    @property
    def steps(self) -> int:
        """How many were added."""
        return len(self._made) - 1

    @property
    def count(self) -> int:
        """How many states there are, including those to which no moves from the first one lead."""
        return len(self.states) + self._strange

    @property
    def is_too_many(self) -> bool:
        return self.steps > self._most

    def add(self, steps: Sequence[Sequence[int]]) -> None:
        """Adds what these steps lead to, each an `ExploredStep`. Raises ImpossibleStepError."""
        for number, agent, action in steps:
            if not -1 <= number < len(self._made):
                raise ImpossibleStepError("has reported a state that it can't have explored")
            before = self._made[number] if number >= 0 else None
            if before is None:  # written to by the file, or a successor of such a state
                self._strange += 1
                self._made.append(None)
                continue
            try:
                after = before.generateSuccessor(agent, DIRECTIONS[ACTIONS[action]])
            except (IllegalActionError, LookupError, ValueError):
                raise ImpossibleStepError("has reported an illegal move in its search") from None
            self.states.add(before)
            self.states.add(after)
            self._made.append(after)

    def __str__(self) -> str:
        return f"{f'more than {self._most:,}' if self.is_too_many else self.count} states"


def right_states(root: GameState, search: SearchName, depth: int) -> Iterator[set[GameState]]:
    """The states that `search` explores at `root`, as right searches of course files do it: with
    Stop and without it, and with the actions in their order and in reverse. Positions where it
    ends have their score as their value."""
    prunes = search == "alpha_beta"
    for is_reversed in (False, True)[: 1 + prunes]:
        for stops in (True, False):
            explorer = _Explorer(prunes=prunes, stops=stops, is_reversed=is_reversed)
            explorer.value(root, 0, depth, -inf, inf)
            yield explorer.explored


class _Explorer:
    """A search. Pruning is strict: equal bounds cut nothing off."""

    def __init__(self, *, prunes: bool, stops: bool, is_reversed: bool) -> None:
        self.explored: set[GameState] = set()
        self._prunes = prunes
        self._stops = stops
        self._order = -1 if is_reversed else 1

    def value(self, state: GameState, agent: int, depth: int, alpha: float, beta: float) -> float:
        """The value of `state` for Pac-Man, with `agent` to move and so many rounds to look
        ahead."""
        if depth == 0 or state.isWin() or state.isLose():
            return state.getScore()
        following = (agent + 1) % state.getNumAgents()
        rounds = depth - (following == 0)
        best = inf if agent else -inf
        for action in self._actions(state, agent):
            after = state.generateSuccessor(agent, action)
            self.explored.add(state)
            self.explored.add(after)
            value = self.value(after, following, rounds, alpha, beta)
            if agent:
                best = min(best, value)
                beta = min(beta, best)
            else:
                best = max(best, value)
                alpha = max(alpha, best)
            if self._prunes and alpha > beta:
                break
        return best

    def _actions(self, state: GameState, agent: int) -> Sequence[str]:
        actions = state.getLegalActions(agent)
        if not self._stops and agent == 0:
            actions.remove(Directions.STOP)
        return actions[:: self._order]


class CourseTreeServer(ProbeServer):
    """Serves trees of `CoursePosition`s. The interface of their searches has a single method for
    the value of a state: its score if the game is over, and else an estimate."""

    def _reply(self, question: int, kind: QuestionKind, log: Recorder, index: int) -> bytes:
        state: Any = log.nodes[index].state
        if kind is QuestionKind.ACTION_NAMES:
            log.legal_actions(index)
            return pack_names(question, state.action_names)
        if kind is not QuestionKind.SCORE:
            return super()._reply(question, kind, log, index)
        value = log.score if state.is_terminal else log.evaluate
        try:
            return pack_number(question, value(index))
        except NoValueError:
            return pack_no_number(question)

    def _number(self, *_: object) -> int:
        return len(self._states)  # no two states that a search generates are equal
