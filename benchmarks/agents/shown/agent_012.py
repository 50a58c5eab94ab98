from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        n = state.num_agents

        def expectimax(s, agent, depth):
            if s.is_terminal:
                return s.score
            if depth == self.depth:
                return self.evaluation(s)
            nxt = (agent + 1) % n
            if nxt == 0:
                depth += 1
            scores = [expectimax(s.successor(a), nxt, depth) for a in s.legal_actions()]
            if agent == 0:
                return max(scores)
            return sum(scores) / n

        return max(state.legal_actions(), key=lambda a: expectimax(state.successor(a), 1 % n, 0))
