# Written for Python 2.
import util
from game import Agent


class ReflexAgent(Agent):
    def getAction(self, gameState):
        actions = gameState.getLegalActions()
        print "actions:", actions
        return actions[0]
