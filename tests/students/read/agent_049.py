"""My minimax returns dictionaries, so that I can see what it thinks."""

from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        options = []
        for action in state.legal_actions():
            thought = self.think(state.successor(action), self.depth - 1)
            options.append({"value": thought["value"], "action": action})
        return max(options, key=lambda option: option["value"])["action"]

    def think(self, state, rounds):
        if state.is_terminal:
            return {"value": state.score, "action": None}

        if state.to_move == 0:
            if rounds <= 1:
                return {"value": self.evaluation(state), "action": None}
            best = {"value": float("-inf"), "action": None}
            for action in state.legal_actions():
                below = self.think(state.successor(action), rounds - 1)
                if below["value"] > best["value"]:
                    best = {"value": below["value"], "action": action}
            return best

        worst = {"value": float("inf"), "action": None}
        for action in state.legal_actions():
            below = self.think(state.successor(action), rounds)
            if below["value"] < worst["value"]:
                worst = {"value": below["value"], "action": action}
            return worst
