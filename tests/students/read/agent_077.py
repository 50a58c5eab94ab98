from pacgrid import Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return self.maximise(state, 0)["action"]

    def result(self, value, action=None):
        return {"value": value, "action": action}

    def node(self, state, ply):
        if state.is_terminal:
            return self.result(state.score)
        if ply >= self.depth * state.num_agents:
            return self.result(self.evaluation(state))
        if state.to_move == 0:
            return self.maximise(state, ply)
        return self.minimise(state, ply)

    def maximise(self, state, ply):
        best = self.result(float("-inf"))
        for action in state.legal_actions():
            reply = self.node(state.successor(action), ply + 1)
            if reply["value"] > best["value"]:
                best["value"] = reply["value"]
            best["action"] = action
        return best

    def minimise(self, state, ply):
        worst = self.result(float("inf"))
        for action in state.legal_actions():
            reply = self.node(state.successor(action), ply + 1)
            if reply["value"] < worst["value"]:
                worst["value"] = reply["value"]
                worst["action"] = action
        return worst
