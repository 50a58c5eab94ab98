"""A state of a game without a board, as course files see it: a drawn tree, for example."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar, NoReturn, Self

from pacgrid.action import Action
from pacgrid.cs188.directions import ACTIONS, in_legal_order
from pacgrid.search import GameState
from pacgrid.tree.state_proxy import StateFace


class CourseTreeState(StateFace):
    """What a search needs, over any game of `pacgrid.search`. Actions have the names that course
    files know, or those of the game if it has its own.

    The state says whose turn it is, so the agent's index is ignored. What it has said is kept, so
    that a state that stays with a grader is asked only once.
    """

    def __init__(self, state: GameState) -> None:
        self.state = state

    @property
    def behind(self) -> GameState:
        return self.state

    def getLegalActions(self, agentIndex: int = 0) -> list[Any]:
        return in_legal_order(self._legal) if self._has_directions else list(self._legal)

    def generateSuccessor(self, agentIndex: int, action: Any) -> Self:
        if isinstance(action, str) and action in ACTIONS and self._has_directions:
            action = ACTIONS[action]
        return type(self)(self.state.successor(action))

    getAvailableActions = getLegalActions
    getNextState = generateNextState = generateChild = generateSuccessor

    def getNumAgents(self) -> int:
        return self.state.num_agents

    def getScore(self) -> float:
        return float(self.state.score)

    def isWin(self) -> bool:
        """Whether the game is over, and not said to be lost."""
        return self._is_over and not self.isLose()

    def isLose(self) -> bool:
        return self._is_over and bool(getattr(self.state, "is_loss", False))

    @cached_property
    def _legal(self) -> Sequence[Any]:
        return self.state.legal_actions()

    @property
    def _has_directions(self) -> bool:
        return any(isinstance(action, Action) for action in self._legal)

    @cached_property
    def _is_over(self) -> bool:
        return self.state.is_terminal

    def __deepcopy__(self, memo: object) -> Self:
        """States never change."""
        return self

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(
            f"no {name} here: the states of this test have no board. Only self.evaluationFunction "
            "can evaluate them"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CourseTreeState) and self.state == other.state

    def __hash__(self) -> int:
        return hash(self.state)


class SearchState(CourseTreeState):
    """One that also knows the calls for Pac-Man, as states with a board do. Those in a course's
    test cases don't: there, such a call fails in that project, too.

    With a board, another ghost than the one whose turn it is could move, too. Here it can't, so
    this is noted.
    """

    out_of_turn: ClassVar[str] = ""
    """The first ghost that was moved out of turn since this was emptied, in words."""

    def generateSuccessor(self, agentIndex: int, action: Any) -> Self:
        turn = self.state.to_move
        if agentIndex != turn and agentIndex > 0 < turn and not SearchState.out_of_turn:
            SearchState.out_of_turn = f"moved ghost {agentIndex} when it was ghost {turn}'s turn"
        return super().generateSuccessor(agentIndex, action)

    getNextState = generateNextState = generateChild = generateSuccessor

    def getLegalPacmanActions(self) -> list[Any]:
        return self.getLegalActions(0)

    def generatePacmanSuccessor(self, action: Any) -> Self:
        return self.generateSuccessor(0, action)

    getPacmanNextState = generatePacmanChild = generatePacmanSuccessor
