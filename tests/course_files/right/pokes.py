# Changes what it gets: ghosts' timers, grids, lists of actions.
import util
from game import Agent, Directions


class ReflexAgent(Agent):
    def getAction(self, gameState):
        actions = gameState.getLegalActions()
        if len(actions) > 2 and not any(g.scaredTimer for g in gameState.getGhostStates()):
            actions.append(actions.pop(0))
        return max(actions, key=lambda action: self.look(gameState, action))

    def look(self, state, action):
        after = state.generateSuccessor(0, action)
        if after.isWin():
            return 1e6
        here = after.getPacmanPosition()
        food = after.getFood().copy()
        food[here[0]][here[1]] = False
        for index in range(1, after.getNumAgents()):
            ghost = after.data.agentStates[index]
            if ghost.scaredTimer < 3:
                ghost.scaredTimer = 0
        bad = [g for g in after.getGhostStates() if not g.scaredTimer
               and util.manhattanDistance(g.getPosition(), here) < 2]
        dots = food.asList() + [g.getPosition() for g in after.getGhostStates() if g.scaredTimer]
        after.data.score += -1000 * len(bad)
        return after.data.score - min(util.manhattanDistance(here, dot) for dot in dots)


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        actions = gameState.getLegalActions(self.index)
        if Directions.STOP in actions:
            actions.remove(Directions.STOP)
            actions.append(Directions.STOP)
        results = []
        while actions:
            action = actions.pop(0)
            results.append((self.low(gameState.generateSuccessor(0, action), 1, 1), action))
        results.sort(key=lambda result: result[0])
        return results.pop()[1]

    def high(self, state, ply):
        if state.isWin() or state.isLose() or ply == self.depth * state.getNumAgents():
            return self.evaluationFunction(state)
        actions = state.getLegalActions(0)
        values = []
        while actions:
            values.append(self.low(state.generateSuccessor(0, actions.pop()), 1, ply + 1))
        return max(values)

    def low(self, state, ghost, ply):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        values = [float('inf')]
        for action in state.getLegalActions(ghost):
            after = state.generateSuccessor(ghost, action)
            if ghost + 1 == state.getNumAgents():
                values.append(self.high(after, ply + 1))
            else:
                values.append(self.low(after, ghost + 1, ply + 1))
            values = [min(values)]
        return values[0]
