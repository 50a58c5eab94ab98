from pacgrid import Agent


class Minimax(Agent):

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluationFunction = evaluation or (lambda s: s.score)

    def act(self, state):
        bestScore, bestAction = self.miniMax(state, 0)
        return bestAction

    def miniMax(self, gameState, movesMade):
        # stop at the leaves
        if movesMade >= self.depth * gameState.num_agents:
            if gameState.is_terminal:
                return gameState.score, None
            return self.evaluationFunction(gameState), None
        isPacman = gameState.to_move == 0
        bestScore = float("-inf") if isPacman else float("inf")
        bestAction = None
        for action in gameState.legal_actions():
            successor = gameState.successor(action)
            score, _ = self.miniMax(successor, movesMade + 1)
            if bestAction is None:
                bestScore, bestAction = score, action
            elif isPacman and score > bestScore:
                bestScore, bestAction = score, action
            elif not isPacman and score < bestScore:
                bestScore, bestAction = score, action
        return bestScore, bestAction
