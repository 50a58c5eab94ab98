"""Generators all the way down, and a depth that counts down."""
from functools import reduce

import util
from game import Agent


def scoreEvaluationFunction(s):
    return s.getScore()


def turns(state, agent):
    yield from ((a, state.generateSuccessor(agent, a)) for a in state.getLegalActions(agent))


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        super().__init__()
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def leaf(state, left):
            return left == 0 or state.isWin() or state.isLose()

        def maximum(state, left):
            if leaf(state, left):
                return self.evaluationFunction(state)
            return max(minimum(s, left, 1) for _, s in turns(state, 0))

        def minimum(state, left, ghost):
            if leaf(state, left):
                return self.evaluationFunction(state)
            if ghost == state.getNumAgents() - 1:
                return min(maximum(s, left - 1) for _, s in turns(state, ghost))
            return min(minimum(s, left, ghost + 1) for _, s in turns(state, ghost))

        rated = ((minimum(s, self.depth, 1), a) for a, s in turns(gameState, 0))
        return reduce(lambda one, two: two if two[0] > one[0] else one, rated)[1]
