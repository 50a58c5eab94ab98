"""Loads a course file, whose agents then play as Pacgrid's own."""

import inspect
import os
import random
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, wraps
from types import ModuleType
from typing import Any, ClassVar

from pacgrid.action import Action
from pacgrid.agent import Agent, ChanceAgent
from pacgrid.common.folder_importer import FolderImporter
from pacgrid.cs188.board import ACTIONS, Actions
from pacgrid.cs188.game_state import GameState, SearchState, WatchedGameState
from pacgrid.cs188.stand_ins import Agent as AgentStandIn
from pacgrid.cs188.stand_ins import GhostAgent, StandIns
from pacgrid.layout import Position
from pacgrid.state import State
from pacgrid.tree.search_log import StateProxy, plain


def load_course_module(name: str, file: str) -> ModuleType:
    """Import the course file `file`, an absolute path, as `name`. The modules of the project that
    it imports are stand-ins, which only code in its folder sees.

    In the module returned, its agents are Pacgrid's, and its functions take Pacgrid's states, too.

    Raises what the file raises.
    """
    folder, base = os.path.split(file)
    stand_ins, importer = _importer(folder)
    stand_ins.full_names[base.removesuffix(".py")] = name
    drawn = random.getstate()
    random.seed(0)  # as that project's grader does: a file may draw numbers while it is imported
    try:
        module = importer.load(name, file)
    finally:
        random.setstate(drawn)
    adapted = ModuleType(name, module.__doc__)
    vars(adapted).update({key: _adapted(value) for key, value in vars(module).items()})
    return adapted


@cache
def _importer(folder: str) -> tuple[StandIns, FolderImporter]:
    stand_ins = StandIns()
    return stand_ins, FolderImporter(folder, stand_ins.find)


def _adapted(value: Any) -> Any:
    if is_course_agent(value):
        return course_agent(value)
    is_ours = str(getattr(value, "__module__", "")).startswith("pacgrid.")
    can_evaluate = callable(value) and not isinstance(value, type) and not is_ours
    return _evaluation(value) if can_evaluate else value


def _evaluation(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, an evaluation perhaps, which also takes states of Pacgrid."""

    @wraps(function)
    def evaluate(*arguments: Any, **options: Any) -> Any:
        faces = (face_of(each) if hasattr(each, "to_move") else each for each in arguments)
        return function(*faces, **options)

    return evaluate


_INDEX = "index"
_EVALUATION = "evaluation"


class TurnError(Exception):
    """A search lets ghosts move in another order than the game does."""


class CourseAgent(Agent):
    """An agent of a course file: an object with `getAction`, of the class `course_class`.

    A ghost whose class takes an `index` is made when it first moves, for it is the number of the
    agent that it plays.

    Args:
        options: those of its class. `evaluation` is one more if its class has `evalFn`: a function
            of Pacgrid's states that the agent uses instead.
    """

    course_class: ClassVar[type]
    parameters: ClassVar[Mapping[str, inspect.Parameter]] = {}
    needs_index: ClassVar[bool] = False
    """Whether it must know which agent it plays, as ghosts do."""
    takes_text: ClassVar[bool] = True
    """Whether options on the command line are for it what was typed, rather than values."""

    def __init__(self, **options: Any) -> None:
        self._evaluate: Callable[[Any], Any] | None = None
        if _EVALUATION not in self.parameters:
            self._evaluate = options.pop(_EVALUATION, None)
        self._options = options
        self._agents: dict[int, Any] = {}
        self._first: Any = None
        self._waiting: set[int] = set()
        self._pacman: Position | None = None
        self._direction = Action.STOP
        if not self.needs_index:
            self._agents[0] = self._build()

    def start(self, state: Any) -> None:
        seed = self.rng.getrandbits(32)
        random.seed(seed)
        if numpy := sys.modules.get("numpy"):
            numpy.random.seed(seed)
        self._first = state
        self._waiting = {*self._agents}
        self._pacman = state.pacman if isinstance(state, State) else None
        self._direction = Action.STOP

    def act(self, state: Any) -> Any:
        """What `getAction` returns, as an `Action` if it is a direction. Raises TurnError if its
        search has moved ghosts out of turn, where states have no board."""
        agent, face = self._agent_for(state.to_move, state), self._face(state)
        if observe := getattr(agent, "observationFunction", None):
            face = observe(face)
        SearchState.out_of_turn = ""
        chosen = agent.getAction(face)
        if SearchState.out_of_turn:
            raise TurnError(f"{SearchState.out_of_turn}; ghosts move in the order of their numbers")
        return ACTIONS.get(chosen, chosen) if isinstance(chosen, str) else chosen

    def finish(self, state: Any) -> None:
        for agent in self._agents.values():
            if hasattr(agent, "final"):
                agent.final(self._face(state))

    def _agent_for(self, number: int, state: Any) -> Any:
        """The object that plays agent `number`; it has seen the first state, or `state`."""
        if _INDEX not in self.parameters:
            number = 0
        if number not in self._agents:
            # In that project, agents of Pac-Man get no index, even if their class asks for one.
            self._agents[number] = self._build(**{_INDEX: number} if number else {})
            self._waiting.add(number)
        agent = self._agents[number]
        if number in self._waiting:
            self._waiting.remove(number)
            if hasattr(agent, "registerInitialState"):
                agent.registerInitialState(face_of(self._first or state))
        return agent

    def _build(self, **options: Any) -> Any:
        agent = self.course_class(**self._options, **options)
        if self._evaluate:
            agent.evaluationFunction = _of_faces(self._evaluate)
        return agent

    def _face(self, state: Any) -> Any:
        """The state as the agent sees it. Pac-Man faces the way that he last moved."""
        if not isinstance(state, State):
            return face_of(state)
        (x, y), before = plain(state).pacman, self._pacman
        if before and before != (x, y):
            self._direction = ACTIONS[Actions.vectorToDirection((x - before[0], y - before[1]))]
        self._pacman = x, y
        return face_of(state, self._direction, self._first)


class CourseGhost(CourseAgent, ChanceAgent):
    """A ghost of a course file that draws its moves from `getDistribution`."""

    def distribution(self, state: Any) -> Mapping[Action, float]:
        chances = self._agent_for(state.to_move, state).getDistribution(face_of(state))
        return {ACTIONS[direction]: chance for direction, chance in chances.items()}


def _of_faces(evaluate: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """`evaluate` for faces. Course files evaluate finished games, too: these are worth their
    score, as in Pacgrid."""

    def evaluation(face: Any) -> Any:
        state = face.state
        is_over = isinstance(state, State) and state.is_terminal
        return float(state.score if is_over else evaluate(state))

    return evaluation


def is_course_agent(value: object) -> bool:
    """Whether `value` is a class of a course file whose objects can be asked for a move."""
    if not isinstance(value, type) or str(value.__module__).startswith("pacgrid."):
        return False
    method = getattr(value, "getAction", None)
    return callable(method) and method is not AgentStandIn.getAction


def course_agent(kind: type) -> type[CourseAgent]:
    """The subclass of `CourseAgent` for the class `kind`; it has the same name and options."""
    base = CourseGhost if _draws(kind) else CourseAgent
    namespace: dict[str, Any] = {
        "__doc__": kind.__doc__,
        "__module__": kind.__module__,
        "__qualname__": kind.__qualname__,
        "course_class": kind,
    }
    with suppress(TypeError, ValueError):
        signature = inspect.signature(kind)
        index = signature.parameters.get(_INDEX)
        needs_index = index is not None and index.default is index.empty
        namespace |= {
            "parameters": signature.parameters,
            "needs_index": needs_index,
            "takes_text": not needs_index,
            "__signature__": _offered(signature),
        }
    agent = type(kind.__name__, (base,), namespace)
    # Given to `type`, they would be replaced.
    agent.__abstractmethods__ = getattr(kind, "__abstractmethods__", frozenset())  # type: ignore[attr-defined]
    return agent


def _draws(kind: Any) -> bool:
    """Whether `kind` is a ghost that draws its moves from a distribution of its own."""
    return (
        issubclass(kind, GhostAgent)
        and kind.getAction is GhostAgent.getAction
        and kind.getDistribution is not GhostAgent.getDistribution
    )


def _offered(signature: inspect.Signature) -> inspect.Signature:
    """The options of an agent whose class has this signature."""
    offered = {name: one for name, one in signature.parameters.items() if name != _INDEX}
    if "evalFn" in offered and _EVALUATION not in offered:
        kind = inspect.Parameter.KEYWORD_ONLY
        offered[_EVALUATION] = inspect.Parameter(_EVALUATION, kind, default=None)
    return signature.replace(parameters=sorted(offered.values(), key=lambda one: one.kind))


def face_of(
    state: Any, direction: Action = Action.STOP, start: State | None = None
) -> GameState | SearchState:
    """The face of a state of Pac-Man, who goes in `direction` in a game that began at `start`, or
    of another game."""
    if not isinstance(state, State):
        return SearchState(state)
    kind = WatchedGameState if issubclass(type(state), StateProxy) else GameState
    return kind.of(state, direction, start)
