# Values in arrays; an explicit class for what is returned.
from dataclasses import dataclass

import numpy as np

import util
from game import Agent


@dataclass
class Result:
    value: float
    action: str = None


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.depth = int(depth)
        self.evaluationFunction = util.lookup(evalFn, globals())

    def getAction(self, gameState):
        return self.result(gameState, 0, 0).action

    def result(self, state, agent, ply):
        total = self.depth * state.getNumAgents()
        if ply == total or state.isWin() or state.isLose():
            return Result(self.evaluationFunction(state))
        actions = state.getLegalActions(agent)
        children = [state.generateSuccessor(agent, action) for action in actions]
        after = (agent + 1) % state.getNumAgents()
        values = np.array([self.result(child, after, ply + 1).value for child in children])
        if agent == 0:
            return Result(values.max(), actions[int(np.argmax(values))])
        return Result(self.answer(values))


class MinimaxAgent(MultiAgentSearchAgent):
    def answer(self, values):
        return np.min(values)


class ExpectimaxAgent(MultiAgentSearchAgent):
    def answer(self, values):
        return values.mean()
