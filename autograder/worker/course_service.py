"""The part of the service that asks an agent of a course file, as that project's own grader does:
without an adapter, so that a test sees just what the file does."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pacgrid.action import Action
from pacgrid.agent import returned_text
from pacgrid.state import State

from .evaluation_service import LoadedFile
from .failed_reply import Reply
from .messages import MAX_STEPS, ExploredStep, QuestionKind
from .named_state import NamedState
from .observed_state import ObservedSearch

MAX_NAME_LENGTH = 60
"""Of an action; a longer name isn't that of any."""


class AskingFile(LoadedFile, Protocol):
    """A submission's file whose searches can ask the grader."""

    def ask(self, kind: QuestionKind, handle: int, action: int) -> bytes: ...


class CourseService:
    """Each request is a method."""

    agent: Any
    state: State
    direction: Action

    def __init__(self, worker: AskingFile) -> None:
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
        from pacgrid.cs188.search_state import CourseTreeState

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
    from pacgrid.cs188.directions import ACTIONS

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
