from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        def tree(node, plies):
            if node.is_terminal:
                return node.score
            if plies == 0:
                return self.evaluation(node)
            below = []
            for a in node.legal_actions():
                below.append(tree(node.successor(a), plies - 1))
            return max(below) if node.to_move == 0 else min(below)

        moves = list(state.legal_actions())
        scores = [tree(state.successor(m), self.depth * state.num_agents - 1) for m in moves]
        scores.sort()
        # the best one for whoever is to move
        if state.to_move == 0:
            target = scores[-1]
        else:
            target = scores[0]
        return moves[scores.index(target)]
