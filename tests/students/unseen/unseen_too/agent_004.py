from pacgrid import Agent


class Minimax(Agent):

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        numGhosts = state.num_agents

        def maxNode(gs, depth):
            if gs.is_terminal:
                return gs.score
            if depth == self.depth:
                return self.evaluation(gs)
            return max(minNode(gs.successor(a), depth, 1) for a in gs.legal_actions())

        def minNode(gs, depth, ghost):
            if gs.is_terminal:
                return gs.score
            children = [gs.successor(a) for a in gs.legal_actions()]
            if ghost == numGhosts:
                # last ghost -> pacman is next
                return min(maxNode(c, depth + 1) for c in children)
            return min(minNode(c, depth, ghost + 1) for c in children)

        best = None
        for action in state.legal_actions():
            score = minNode(state.successor(action), 0, 1)
            if best is None or score > best[0]:
                best = (score, action)
        return best[1]
