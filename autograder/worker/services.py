"""Requests about a submission's evaluation or its agents of another course, and the replies for
what it does wrong."""

import errno
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from numbers import Real
from pathlib import Path
from traceback import walk_tb
from types import FrameType, ModuleType
from typing import Any, Protocol

from pacgrid.action import Action
from pacgrid.agent import returned_text
from pacgrid.agent_loader import NOT_IN_GRADING
from pacgrid.common.failure import Failure, is_in, reason_of
from pacgrid.errors import AgentError
from pacgrid.search import Evaluate
from pacgrid.state import State

from .messages import MAX_STEPS, EncodedPosition, ExploredStep, QuestionKind, decode_position
from .remote_state import LimitError, NamedState, ObservedSearch
from .substitutes import REFUSAL, GlobalGenerators

Reply = dict[str, Any]


class LoadedFile(Protocol):
    """A submission's file that a worker has loaded, and whose searches can ask the grader."""

    file: str
    module: ModuleType
    generators: GlobalGenerators

    def ask(self, kind: QuestionKind, handle: int, action: int) -> bytes: ...


class EvaluationService:
    """Each request is a method."""

    evaluate: Evaluate
    state: State

    def __init__(self, worker: LoadedFile) -> None:
        self._worker = worker

    def start_evaluation(self, function: str, state: str, seed: int) -> Reply:
        """Takes `function` as the evaluation in a game that starts at the drawn position
        `state`."""
        self._worker.generators.seed(f"{seed}:0")
        self.evaluate = _checked(getattr(self._worker.module, function), function)
        self.state = State.parse(state)
        return {"kind": "done"}

    def values(self, positions: list[EncodedPosition]) -> Reply:
        """The values of these positions of the game, as far as the evaluation doesn't fail."""
        maze, values = self.state.maze, []
        for position in positions:
            try:
                values.append(self.evaluate(decode_position(maze, position)))
            except BaseException as error:
                return {
                    "kind": "values",
                    "values": values,
                    "failed": failed_reply(error, self._worker.file),
                }
        return {"kind": "values", "values": values, "failed": None}


def _checked(function: Callable[[State], object], name: str) -> Callable[[State], float]:
    """`function`, with a ContractError if it doesn't return a number."""

    def evaluate(state: State) -> float:
        value = function(state)
        if not isinstance(value, Real) or math.isnan(value):
            shown = f"{value!r:.60} ({type(value).__name__})"
            last = _last_line(function, state) if value is None else None
            ends = f"; it ends after line {last} without returning one" * bool(last)
            raise ContractError(f"{name} returned {shown}; it must return a number{ends}")
        return float(value)

    return evaluate


def _last_line(function: Callable[[State], object], state: State) -> int | None:
    """The last line of `function` that runs for `state`; None if that can't be told."""
    code = getattr(function, "__code__", None)
    last = None

    def trace(frame: FrameType, _event: str, _argument: object) -> Any:
        nonlocal last
        if frame.f_code is not code:
            return None
        last = frame.f_lineno
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(state)
    except Exception:  # it remembers something, and so does something else than before
        return None
    finally:
        sys.settrace(before)
    return last


MAX_NAME_LENGTH = 60
"""No action has a longer name."""


class CourseService:
    """Each request is a method."""

    agent: Any
    state: State
    direction: Action

    def __init__(self, worker: LoadedFile) -> None:
        self._worker = worker
        self._explored: list[ExploredStep] = []

    def course_build(self, agent: str, options: Mapping[str, Any]) -> Reply:
        """Creates an instance of the file's class `agent`."""
        self._worker.generators.seed("build")
        kind = getattr(self._worker.module, agent)
        self.agent = getattr(kind, "course_class", kind)(**options)  # without Pacgrid's adapter
        return {"kind": "done"}

    def course_search(self, root: Sequence[int]) -> Reply:
        """What the agent chooses at `root`, a state that stays with the grader: the fields of its
        `ObservedSummary`, and the number of agents."""
        from pacgrid.cs188.game_state import CourseTreeState

        self._worker.generators.seed("search")
        state = NamedState(ObservedSearch(self._worker.ask), *root)
        return _chosen(self.agent.getAction(CourseTreeState(state)))

    def course_start(self, state: str, seed: int) -> Reply:
        """Starts a game at the drawn position `state`."""
        self.state = self.first = State.parse(state)
        self.direction = Action.STOP
        self._worker.generators.seed(f"{seed}:0")
        if register := getattr(self.agent, "registerInitialState", None):
            register(self._face())
        return {"kind": "done"}

    def course_act(self, played: Sequence[int]) -> Reply:
        """Applies the actions that were `played` since the last call, and has the agent choose."""
        self._apply(played)
        seen: Any = self._face()
        if observe := getattr(self.agent, "observationFunction", None):
            seen = observe(seen)
        return _chosen(self.agent.getAction(seen))

    def course_explore(self, played: Sequence[int]) -> Reply:
        """The same, as the project's tests of a search do; notes which states the agent explores.
        These are asked for next, with `course_explored`."""
        from pacgrid.cs188.game_state import GameState

        self._apply(played)
        GameState.getAndResetExplored()
        action = self.agent.getAction(self._face())
        self._explored = explored_steps(self._face(), GameState.getAndResetExplored())
        return _chosen(action)

    def course_explored(self, first: int) -> Reply:
        """What the agent has explored, from the step with the number `first` on, as far as it fits
        into a message; no more steps at the end."""
        return {"kind": "explored", "steps": self._explored[first : first + MAX_STEPS]}

    def course_finish(self, played: Sequence[int]) -> Reply:
        """Applies the actions that were `played` since the last call, and ends the game."""
        self._apply(played)
        if final := getattr(self.agent, "final", None):
            final(self._face())
        return {"kind": "done"}

    def _apply(self, played: Sequence[int]) -> None:
        for number in played:
            action = Action(number)
            if not self.state.to_move and action is not Action.STOP:
                self.direction = action
            self.state = self.state.successor(action)

    def _face(self) -> Any:
        """The current state, as the file's agents see it; one of its own for each call."""
        from pacgrid.cs188.game_state import GameState

        return GameState.of(self.state, self.direction, self.first)


def explored_steps(root: Any, explored: Mapping[Any, Any]) -> list[ExploredStep]:
    """The steps of a search that began at `root` and `explored` these states."""
    from pacgrid.cs188.board import ACTIONS

    numbers = {root: 0}
    steps: list[ExploredStep] = []
    for state, step in explored.items():
        if state not in numbers:
            numbers[state] = len(numbers)
            before, agent, action = step or (None, 0, "Stop")
            steps.append((numbers.get(before, -1), agent, ACTIONS[action]))
    return steps


def _chosen(action: object) -> Reply:
    name, returned = None, ""
    if isinstance(action, str) and 0 < len(action) <= MAX_NAME_LENGTH:
        name = _encodable(str.__str__(action))
        returned = f"{name!r} ({type(action).__name__})"
    returned = returned or _encodable(returned_text(action))
    return {"kind": "chosen", "action": name, "returned": returned[:200]}


def _encodable(text: str) -> str:
    return text.encode(errors="replace").decode()


def failed_reply(error: BaseException, file: str) -> Reply:
    """The reply for what the submission `file` has raised."""
    if isinstance(error, AgentError | ContractError | LimitError):
        message = str(error).removeprefix(f"{file}: ")
        failure, cause = Failure(message, getattr(error, "details", "")), error.__context__
    else:
        # The first frame is ours, not the author's.
        error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
        failure, cause = replace(Failure.of(error, file), position=_where(error, file)), error
    if isinstance(cause, OSError) and (rule := _refused(cause)):
        reason = reason_of(cause)
        failure = replace(failure, message=failure.message.replace(reason, f"{reason}; {rule}", 1))
    return reply_of(failure, exits=not isinstance(error, Exception))


def reply_of(failure: Failure, *, exits: bool = False) -> Reply:
    """The reply with `failure`; `exits` if it isn't an `Exception`, such as SystemExit."""
    message = failure.message[:1000]
    if "No module named 'pacgrid.agents." in message:
        message += f"; {NOT_IN_GRADING}"
    texts = {
        "message": message,
        "frames": failure.frames[:4000],
        "position": failure.position[:4000],
    }
    encodable = {name: text.encode(errors="replace").decode() for name, text in texts.items()}
    return {"kind": "failed", "exits": exits, **encodable}


_NOT_THERE = (errno.ENOENT, errno.EACCES, errno.EPERM, errno.EROFS)


def _refused(error: OSError) -> str:
    """What the sandbox doesn't allow, if that is why the system refused something; "" if not."""
    before: BaseException | None = error
    with suppress(Exception):  # what an author's class raises if it is asked
        for _ in range(8):  # such as URLError, of another OSError
            if isinstance(before, OSError) and before.errno is not None and _is_of_socket(before):
                return "no network in grading"
            before = before and (before.__cause__ or before.__context__)
        if error.errno in _NOT_THERE and error.filename is not None:
            return "grading reads only your files, and saves only in your home or temporary folder"
        if error.errno == errno.EPERM and error.strerror != REFUSAL:
            return "no access to other processes or to the system in grading"
    return ""


def _is_of_socket(error: BaseException) -> bool:
    modules = [frame.f_globals.get("__name__") for frame, _ in walk_tb(error.__traceback__)]
    return "socket" in modules


def _where(error: BaseException, file: str) -> str:
    """The finished game that the submission stumbled over, drawn; "" if it did not."""
    state = finished_state(error, file)
    return f"the game is over in this state, so it has no legal actions:\n{state}" * bool(state)


def finished_state(error: BaseException, file: str) -> State | None:
    """The state that the innermost function of the author of `file` was about when it raised
    `error`, if the game is over there: it probably lacks a terminal test."""
    folder = Path(file).resolve().parent
    for frame, _ in reversed(list(walk_tb(error.__traceback__))):
        if is_in(frame.f_code.co_filename, folder):
            states = [value for value in frame.f_locals.values() if type(value) is State]
            if states:
                return states[0] if states[0].is_terminal else None
    return None


# What a submission has done wrong, as a reply


class ContractError(Exception):
    """A submission breaks its contract. Reported as a message, without a traceback."""
