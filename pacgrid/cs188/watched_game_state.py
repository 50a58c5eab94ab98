"""A face that lets the state behind it see what it is asked, so that a search can be recorded."""

from pacgrid.cs188.directions import Direction
from pacgrid.cs188.game_state import GameState


class WatchedGameState(GameState):
    """A `GameState` over a proxy of a state. It asks the proxy what a plain one finds in tables."""

    __slots__ = ()

    def getLegalActions(self, agentIndex: int = 0) -> list[Direction]:
        self._state.legal_actions()
        return super().getLegalActions(agentIndex)

    def isWin(self) -> bool:
        return self._state.is_terminal and super().isWin()

    def isLose(self) -> bool:
        return self._state.is_terminal and super().isLose()

    def getScore(self) -> float:
        score = super().getScore()
        return score if score != self._state.score else float(self._state.score)
