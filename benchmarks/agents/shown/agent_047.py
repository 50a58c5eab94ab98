from statistics import fmean

from pacgrid import Agent


class Expectimax(Agent):
    """A list of rules, one per agent: rules[0] is Pac-Man's."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.leaf = evaluation if evaluation is not None else lambda state: state.score

    def act(self, state):
        rules = [max] + [fmean] * (state.num_agents - 1)
        memo = {}

        def value(node, plies):
            key = node, plies
            if key not in memo:
                if node.is_terminal:
                    memo[key] = node.score
                elif not plies:
                    memo[key] = self.leaf(node)
                else:
                    memo[key] = rules[node.to_move](
                        [value(node.successor(a), plies - 1) for a in node.legal_actions()]
                    )
            return memo[key]

        last = self.depth * state.num_agents - 1
        return max(state.legal_actions(), key=lambda a: value(state.successor(a), last))
