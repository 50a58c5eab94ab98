"""Minimax, expectimax and alpha-beta are the same function with different rules for the ghosts."""

from pacgrid import Action, Agent

MISTAKES = {}


class GameTreeSearch(Agent):
    PRUNE = False

    def __init__(self, **options):
        self.options = options

    @staticmethod
    def is_pacman(state):
        return not state.to_move

    @classmethod
    def combine(cls, state, values):
        return max(values) if cls.is_pacman(state) else min(values)

    def act(self, state) -> Action:
        window = [float("-inf"), float("inf")]
        values = {}
        for action in state.legal_actions():
            values[action] = self.lookahead(state.successor(action), self.options["depth"] * state.num_agents - 1, list(window))
            window[0] = max(window[0], values[action])
        return sorted(values.items(), key=lambda item: -item[1])[0][0]

    def lookahead(self, state, plies, window):
        if state.is_terminal:
            return state.score
        if plies <= 0:
            return self.options["evaluation"](state)
        values = []
        for action in state.legal_actions():
            values.append(self.lookahead(state.successor(action), plies - 1, window[:]))  # a copy
            if self.PRUNE:
                if self.is_pacman(state):
                    window[0] = max(window[0], values[-1])
                else:
                    window[1] = min(window[1], values[-1])
                if window[0] > window[1]:
                    break
        return self.combine(state, values)


class Minimax(GameTreeSearch):
    def __init__(self, depth, evaluation):
        super().__init__(depth=depth, evaluation=evaluation)


class AlphaBeta(GameTreeSearch):
    PRUNE = True

    def __init__(self, depth, evaluation):
        super().__init__(depth=depth, evaluation=evaluation)


class Expectimax(GameTreeSearch):
    def __init__(self, depth, evaluation):
        super().__init__(depth=depth, evaluation=evaluation)

    @classmethod
    def combine(cls, state, values):
        return max(values) if cls.is_pacman(state) else sum(values) / len(values)
