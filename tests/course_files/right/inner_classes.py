# Classes inside of a method. Reads no attribute of the agent before it has to.
import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        outer = self

        class Node:
            def __init__(self, state, agent, rounds):
                self.state, self.agent, self.rounds = state, agent, rounds

            def children(self):
                last = self.agent + 1 == self.state.getNumAgents()
                for action in self.state.getLegalActions(self.agent):
                    yield action, Node(
                        self.state.generateSuccessor(self.agent, action),
                        0 if last else self.agent + 1,
                        self.rounds + last,
                    )

            @property
            def isLeaf(self):
                return self.state.isWin() or self.state.isLose() or self.rounds == outer.depth

            def value(self):
                if self.isLeaf:
                    return outer.evaluationFunction(self.state)
                return self.combine([child.value() for _, child in self.children()])

            def combine(self, values):
                return outer.opponent(values) if self.agent else max(values)

        ranked = [(child.value(), -i, action)
                  for i, (action, child) in enumerate(Node(gameState, 0, 0).children())]
        return max(ranked)[2]

    def opponent(self, values):
        return min(values)


class ExpectimaxAgent(MinimaxAgent):
    def opponent(self, values):
        return float(sum(values)) / len(values)
