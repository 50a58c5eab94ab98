# Prints whole states and grids at every step.
import sys

import util
from game import Agent


class ReflexAgent(Agent):
    def getAction(self, gameState):
        print("the state is", gameState)
        print(gameState.getWalls(), gameState.getFood(), sep="\n")
        actions = gameState.getLegalActions()
        rated = sorted(actions, key=lambda a: -self.evaluationFunction(gameState, a))
        print("actions:", rated, file=sys.stderr)
        return rated[0]

    def evaluationFunction(self, currentGameState, action):
        after = currentGameState.generatePacmanSuccessor(action)
        print(after.getPacmanState(), [str(g) for g in after.getGhostStates()])
        here, ate = after.getPacmanPosition(), after.getNumFood() < currentGameState.getNumFood()
        value = 20 if ate else 0
        for ghost in after.getGhostStates():
            distance = util.manhattanDistance(here, ghost.getPosition())
            if distance <= 1:
                value += 100 if ghost.scaredTimer > 1 else -100
        goals = after.getFood().asList() or [here]
        print(f"{goals=}")
        return value - min(util.manhattanDistance(here, goal) for goal in goals)


def scoreEvaluationFunction(currentGameState):
    print("." * 1000)
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        print("a new agent", type(self).__name__)
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        print(gameState, "\n" * 20, gameState.__class__)

        def value(state, agent, depth):
            print(" " * depth, agent, state)
            if depth == 0 or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            up = 0 if agent + 1 == state.getNumAgents() else agent + 1
            values = [value(state.generateSuccessor(agent, a), up, depth - 1 if up == 0 else depth)
                      for a in state.getLegalActions(agent)]
            print(values)
            return max(values) if agent == 0 else sum(values) / float(len(values))

        choices = {a: value(gameState.generateSuccessor(0, a), 1, self.depth)
                   for a in gameState.getLegalActions(0)}
        print(choices)
        return max(choices, key=choices.get)
