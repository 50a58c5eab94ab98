from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        moves = state.legal_actions()

        def is_leaf(s, plies):
            return s.is_terminal or plies == 0

        def leaf_value(s):
            return s.score if s.is_terminal else self.evaluation(s)

        def pacman(s, plies):
            if is_leaf(s, plies):
                return leaf_value(s)
            return max(ghost(s.successor(m), plies - 1) for m in s.legal_actions())

        def ghost(s, plies):
            if is_leaf(s, plies):
                return leaf_value(s)
            p = 1 / len(moves)
            total = 0
            for move in s.legal_actions():
                after = s.successor(move)
                follow = pacman if after.to_move == 0 else ghost
                total += p * follow(after, plies - 1)
            return total

        plies = self.depth * state.num_agents
        values = [ghost(state.successor(m), plies - 1) for m in moves]
        return moves[values.index(max(values))]
