from pacgrid import Agent


class Expectimax(Agent):
    plays_ghosts = False

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evalFunc = evaluation or (lambda s: s.score)

    def act(self, state):
        bestMove, bestVal = None, float("-inf")
        movesAhead = self.depth * state.num_agents
        for move in state.legal_actions():
            child = state.successor(move)
            if child.to_move == 0:
                val = self.maxNode(child, movesAhead - 1)
            else:
                val = self.chanceNode(child, movesAhead - 1)
            if bestMove is None or val > bestVal:
                bestMove, bestVal = move, val
        return bestMove

    def leaf(self, state, movesAhead):
        if state.is_terminal:
            return state.score
        if movesAhead == 0:
            return self.evalFunc(state)
        return None

    def maxNode(self, state, movesAhead):
        done = self.leaf(state, movesAhead)
        if done is not None:
            return done
        vals = []
        for move in state.legal_actions():
            child = state.successor(move)
            node = self.maxNode if child.to_move == 0 else self.chanceNode
            vals.append(node(child, movesAhead - 1))
        return max(vals)

    def chanceNode(self, state, movesAhead):
        done = self.leaf(state, movesAhead)
        if done is not None:
            return done
        total = 0
        moves = state.legal_actions()
        for move in moves:
            child = state.successor(move)
            total += self.maxNode(child, movesAhead - 1)
        return total / len(moves)
