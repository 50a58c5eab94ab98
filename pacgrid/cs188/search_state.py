"""A state of a game without a board, as course files see it: a drawn tree, for example."""

from typing import Any, NoReturn

from pacgrid.search import GameState


class SearchState:
    """What a search needs, over any game of `pacgrid.search`.

    The state says whose turn it is, so the agent's index is ignored.
    """

    def __init__(self, state: GameState) -> None:
        self.state = state

    def getLegalActions(self, agentIndex: int = 0) -> list[Any]:
        return list(self.state.legal_actions())

    def generateSuccessor(self, agentIndex: int, action: Any) -> "SearchState":
        return SearchState(self.state.successor(action))

    def getLegalPacmanActions(self) -> list[Any]:
        return self.getLegalActions(0)

    def generatePacmanSuccessor(self, action: Any) -> "SearchState":
        return self.generateSuccessor(0, action)

    getNextState = generateSuccessor
    getPacmanNextState = generatePacmanSuccessor

    def getNumAgents(self) -> int:
        return self.state.num_agents

    def getScore(self) -> float:
        return self.state.score

    def isWin(self) -> bool:
        """Whether the game is over, and not said to be lost."""
        return self.state.is_terminal and not self.isLose()

    def isLose(self) -> bool:
        return bool(getattr(self.state, "is_loss", False))

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(
            f"no attribute {name!r}: the states of this test are nodes of a tree, without a board"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SearchState) and self.state == other.state

    def __hash__(self) -> int:
        return hash(self.state)
