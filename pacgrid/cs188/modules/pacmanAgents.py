"""Simple agents for Pac-Man."""

import random
from typing import Any

from pacgrid.cs188.directions import Directions
from pacgrid.cs188.modules import game, util
from pacgrid.cs188.modules.game import Agent


class LeftTurnAgent(Agent):
    """Turns left wherever it can."""

    def getAction(self, state: Any) -> str:
        ahead = state.getPacmanState().getDirection()
        if ahead == Directions.STOP:
            ahead = Directions.NORTH
        left = Directions.LEFT[ahead]
        wishes = (left, ahead, Directions.RIGHT[ahead], Directions.LEFT[left])
        legal = state.getLegalPacmanActions()
        return next((wish for wish in wishes if wish in legal), Directions.STOP)


class GreedyAgent(Agent):
    """Takes an action with the best next state, by chance among equal ones; it never stops."""

    def __init__(self, evalFn: str = "scoreEvaluation") -> None:
        super().__init__()
        self.evaluationFunction = util.lookup(evalFn, globals())

    def getAction(self, state: Any) -> Any:
        values = {
            action: self.evaluationFunction(state.generateSuccessor(0, action))
            for action in state.getLegalPacmanActions()
            if action != Directions.STOP
        }
        best = max(values.values())
        return random.choice([action for action, value in values.items() if value == best])


def scoreEvaluation(state: Any) -> Any:
    return state.getScore()
