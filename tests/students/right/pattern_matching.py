"""match/case instead of if/elif."""

from pacgrid import Agent

MISTAKES = {}


def outcome(state, plies):
    if state.is_terminal:
        return "over"
    if plies == 0:
        return "cut off"
    return "max" if state.to_move == 0 else "ghost"


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def value(self, state, plies):
        def below():
            for action in state.legal_actions():
                yield self.value(state.successor(action), plies - 1)

        match outcome(state, plies):
            case "over":
                return state.score
            case "cut off":
                return self.evaluation(state)
            case "max":
                return max(below())
            case "ghost":
                return self.ghost(list(below()))

    def ghost(self, values):
        return min(values)

    def act(self, state):
        ranking = []
        for index, action in enumerate(state.legal_actions()):
            ranking.append((self.value(state.successor(action), self.depth * state.num_agents - 1), index))
        ranking.sort(reverse=True)
        return state.legal_actions()[ranking[0][1]]


class Expectimax(Minimax):
    def ghost(self, values):
        from statistics import mean

        return mean(values)


class AlphaBeta(Minimax):
    def act(self, state):
        alpha, best = float("-inf"), []
        for action in state.legal_actions():
            v = self.ab(state.successor(action), self.depth * state.num_agents - 1, alpha, float("inf"))
            if v > alpha:
                alpha, best = v, []
            if v == alpha:  # or perhaps worse: the first is the only sure one
                best.append(action)
        return best[0]

    def ab(self, state, plies, alpha, beta):
        match outcome(state, plies):
            case "over":
                return state.score
            case "cut off":
                return self.evaluation(state)
            case "max":
                for action in state.legal_actions():
                    alpha = max(alpha, self.ab(state.successor(action), plies - 1, alpha, beta))
                    if alpha >= beta:
                        break
                return alpha
            case "ghost":
                for action in state.legal_actions():
                    beta = min(beta, self.ab(state.successor(action), plies - 1, alpha, beta))
                    if alpha >= beta:
                        break
                return beta
