from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Expectimax(Agent):
    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        moves = state.legal_actions()
        p = 1 / len(moves)

        def expecti(s, plies):
            if s.is_terminal:
                return s.score
            if plies == 0:
                return self.evaluation(s)
            if s.to_move == 0:
                best = -float("inf")
                for m in s.legal_actions():
                    best = max(best, expecti(s.successor(m), plies - 1))
                return best
            total = 0.0
            for m in s.legal_actions():
                total += p * expecti(s.successor(m), plies - 1)
            return total

        best_move, best_value = moves[0], -float("inf")
        for m in moves:
            v = expecti(state.successor(m), self.depth * state.num_agents - 1)
            if v > best_value:
                best_move, best_value = m, v
        return best_move
