# Globals, a mutable default and class attributes that all agents share.
import util
from game import Agent

INF = float('inf')
BEST = None
VISITED = 0


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    calls = []

    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        global VISITED
        VISITED = 0
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        global BEST
        BEST = None
        self.walk(gameState, 0, self.depth, -INF, INF, True)
        self.calls.append(VISITED)
        return BEST

    def walk(self, state, agent, left, alpha, beta, top=False, seen=[]):
        global BEST, VISITED
        VISITED += 1
        seen.append(left)
        del seen[:-10]
        if not left or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        after = (agent + 1) % state.getNumAgents()
        rest = left if after else left - 1
        if agent:
            v = INF
            for x in state.getLegalActions(agent):
                v = min(v, self.walk(state.generateSuccessor(agent, x), after, rest, alpha, beta))
                if v < alpha:
                    return v
                beta = min(beta, v)
            return v
        v = -INF
        for x in state.getLegalActions(agent):
            w = self.walk(state.generateSuccessor(agent, x), after, rest, alpha, beta)
            if w > v:
                v = w
                if top:
                    BEST = x
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v
