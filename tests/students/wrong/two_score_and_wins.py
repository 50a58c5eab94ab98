"""No evaluation needed, the score says it all, and it's over when we have won."""

from pacgrid import Agent

MISTAKES = {"Minimax": ("ignores the given evaluation", "terminal states evaluated only at the cut-off")}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth

    def act(self, state):
        def m(s, n):
            if n == 0:
                return s.score
            options = [m(s.successor(a), n - 1) for a in s.legal_actions()]
            return (max if s.to_move == 0 else min)(options, default=0)

        return max(state.legal_actions(), key=lambda a: m(state.successor(a), self.depth * state.num_agents - 1))
