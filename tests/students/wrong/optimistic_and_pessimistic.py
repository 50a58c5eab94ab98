"""What do ghosts do on average? I take the outcome in the middle of the list... of one."""

from pacgrid import Agent

MISTAKES = {"Expectimax": "maximum in a chance layer", "Minimax": "second ghost maximises"}


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        def lucky(s, n):
            if s.is_terminal: return s.score
            if n == 0: return self.evaluation(s)
            return sorted((lucky(s.successor(a), n - 1) for a in s.legal_actions()), reverse=True)[0]

        n = self.depth * state.num_agents - 1
        return sorted(state.legal_actions(), key=lambda a: lucky(state.successor(a), n))[-1]


class Minimax(Agent):
    """One ghost is my friend."""

    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation
        self.players = [max, min, max, min, max]

    def act(self, state):
        def v(s, n):
            if s.is_terminal: return s.score
            if n == 0: return self.evaluation(s)
            return self.players[s.to_move](v(s.successor(a), n - 1) for a in s.legal_actions())

        n = self.depth * state.num_agents - 1
        return sorted(state.legal_actions(), key=lambda a: v(state.successor(a), n))[-1]
