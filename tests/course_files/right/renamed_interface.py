# Another edition of the project, where successors are called next states.
import util
from game import Agent


class ReflexAgent(Agent):
    def getAction(self, gameState):
        def rate(action):
            after = gameState.getPacmanNextState(action)
            here = after.getPacmanPosition()
            rate = after.getScore()
            for state in after.getGhostStates():
                if util.manhattanDistance(here, state.getPosition()) < 2:
                    rate += 200 if state.scaredTimer > 0 else -200
            for dot in after.getFood().asList():
                rate += 3.0 / util.manhattanDistance(here, dot) ** 2
            return rate
        return max(gameState.getLegalActions(), key=rate)


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        values = [self.expected(gameState.getNextState(0, a), self.depth, 1)
                  for a in gameState.getLegalActions(0)]
        return gameState.getLegalActions(0)[values.index(max(values))]

    def expected(self, state, depth, agent):
        if state.isWin() or state.isLose() or not depth:
            return self.evaluationFunction(state)
        actions, total = state.getLegalActions(agent), 0
        for action in actions:
            after = state.getNextState(agent, action)
            if agent < state.getNumAgents() - 1:
                total += self.expected(after, depth, agent + 1)
            else:
                total += self.best(after, depth - 1)
        return total / len(actions)

    def best(self, state, depth):
        if state.isWin() or state.isLose() or not depth:
            return self.evaluationFunction(state)
        return max(self.expected(state.getNextState(0, action), depth, 1)
                   for action in state.getLegalActions(0))
