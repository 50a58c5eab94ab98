from pacgrid.agent import Agent
from pacgrid.search import evaluation_named


class Minimax(Agent):
    """No recursion: every tree node is a list on one big list, then folded from the back."""

    plays_any_game = True

    def __init__(self, *, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation_named(evaluation)

    def act(self, state):
        nodes = [(state, self.depth * state.num_agents, None)]
        values = [[]]
        i = 0
        while i < len(nodes):
            s, plies, _ = nodes[i]
            if plies > 0 and not s.is_terminal:
                for a in s.legal_actions():
                    nodes.append((s.successor(a), plies - 1, i))
                    values.append([])
            i += 1
        for i in range(len(nodes) - 1, 0, -1):
            s, plies, parent = nodes[i]
            if s.is_terminal:
                v = s.score
            elif plies == 0:
                v = self.evaluation(s)
            else:
                v = max(values[i]) if s.to_move == 0 else min(values[i])
            values[parent].append(v)
        first = values[0][::-1]
        return state.legal_actions()[first.index(max(first))]
