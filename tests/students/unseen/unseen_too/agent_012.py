from pacgrid import Agent


class Expectimax(Agent):
    """expectimax, student version"""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.ev = evaluation or (lambda s: s.score)

    def act(self, state):
        return self.expectimax(state, 0, self.depth)[1]

    def expectimax(self, state, agent, depth):
        if state.is_terminal:
            return state.score, None
        if depth == 0:
            return self.ev(state), None
        agent = agent % state.num_agents
        if agent == 0:
            best = (float("-inf"), None)
            for a in state.legal_actions():
                v = self.expectimax(state.successor(a), agent + 1, depth - 1)[0]
                if v > best[0]:
                    best = (v, a)
            return best
        total = 0
        for a in state.legal_actions():
            # 4 directions, so every move has probability 1/4
            total += 0.25 * self.expectimax(state.successor(a), agent + 1, depth - 1)[0]
        return total, None
