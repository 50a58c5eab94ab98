# One function for all searches; plies are counted up.
import sys

from game import Agent
from pacman import GameState
from util import lookup


def scoreEvaluationFunction(currentGameState: GameState) -> float:
    return currentGameState.getScore()


def search(state: GameState, ply: int, me, kind: str, low=-sys.maxsize, high=sys.maxsize):
    n = state.getNumAgents()
    if ply == me.depth * n or state.isWin() or state.isLose():
        return me.evaluationFunction(state)
    mover, values, moves = ply % n, [], []
    for move in state.getLegalActions(mover):
        value = search(state.generateSuccessor(mover, move), ply + 1, me, kind, low, high)
        values.append(value)
        moves.append(move)
        if kind != "pruned":
            continue
        if mover == 0:
            if value > high:
                break
            low = max(low, value)
        else:
            if value < low:
                break
            high = min(high, value)
    if ply == 0:
        return moves[values.index(max(values))]
    if mover == 0:
        return max(values)
    return sum(values) / len(values) if kind == "mean" else min(values)


class MultiAgentSearchAgent(Agent):
    kind = "full"

    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.depth = int(depth)
        self.evaluationFunction = lookup(evalFn, globals())
        self.index = 0

    def getAction(self, gameState: GameState):
        return search(gameState, 0, self, self.kind)


class MinimaxAgent(MultiAgentSearchAgent):
    pass


class AlphaBetaAgent(MultiAgentSearchAgent):
    kind = "pruned"


class ExpectimaxAgent(MultiAgentSearchAgent):
    kind = "mean"
