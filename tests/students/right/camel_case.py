from pacgrid import Agent

MISTAKES = {}

# I know that Python wants snake_case, sorry


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.maxDepth = depth
        self.evalFn = evaluation

    def act(self, gameState):
        bestAction = None
        bestValue = -float('inf')
        for action in gameState.legal_actions():
            nextState = gameState.successor(action)
            value = self.minimaxValue(nextState, 0, 1 if gameState.num_agents > 1 else 0)
            if value > bestValue:
                bestValue = value
                bestAction = action
        return bestAction

    def minimaxValue(self, gameState, currentDepth, agentIndex):
        if gameState.is_win or gameState.is_loss:
            return gameState.score
        if agentIndex == 0:
            currentDepth += 1
        if currentDepth == self.maxDepth:
            return self.evalFn(gameState)
        nextAgent = (agentIndex + 1) % gameState.num_agents
        values = [self.minimaxValue(gameState.successor(a), currentDepth, nextAgent) for a in gameState.legal_actions()]
        if agentIndex == 0:
            return max(values)
        else:
            return min(values)


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.maxDepth = depth
        self.evalFn = evaluation

    def act(self, gameState):
        actions = gameState.legal_actions()
        scores = [self.expectValue(gameState.successor(a), 0) for a in actions]
        bestScore = max(scores)
        bestIndices = [i for i in range(len(scores)) if scores[i] == bestScore]
        return actions[bestIndices[0]]

    def expectValue(self, gameState, currentDepth):
        if gameState.is_terminal:
            return gameState.score
        if gameState.to_move == 0:
            currentDepth += 1
            if currentDepth == self.maxDepth:
                return self.evalFn(gameState)
            return max(self.expectValue(gameState.successor(a), currentDepth) for a in gameState.legal_actions())
        total = 0.0
        numActions = 0
        for a in gameState.legal_actions():
            total += self.expectValue(gameState.successor(a), currentDepth)
            numActions += 1
        return total / numActions
