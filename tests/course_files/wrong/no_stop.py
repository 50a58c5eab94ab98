# Pac-Man never stops.
import util
from game import Agent, Directions


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def moves(self, state, agent):
        found = state.getLegalActions(agent)
        if agent == 0 and len(found) > 1 and Directions.STOP in found:
            found.remove(Directions.STOP)
        return found

    def getAction(self, gameState):
        return max(self.moves(gameState, 0),
                   key=lambda a: self.value(gameState.generateSuccessor(0, a), 1, 0))

    def value(self, state, agent, depth):
        if agent == state.getNumAgents():
            agent, depth = 0, depth + 1
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        values = [self.value(state.generateSuccessor(agent, a), agent + 1, depth)
                  for a in self.moves(state, agent)]
        return min(values) if agent else max(values)
