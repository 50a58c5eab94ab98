"""Minimax with an inner function."""

from pacgrid import Action, Agent, State


class Minimax(Agent):
    def __init__(self, *, depth: int = 2, evaluation=lambda state: state.score) -> None:
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state: State) -> Action:
        evaluation = self.evaluation

        def search(node: State, left: int) -> float:
            if node.is_terminal:
                return node.score
            if left == 0:
                return evaluation(node)
            children = [search(node.successor(a), left - 1) for a in node.legal_actions()]
            if node.to_move == 0:
                return max(children)
            return min(children)

        def worth(action: Action) -> float:
            return search(state.successor(action), self.depth - 1)

        return max(state.legal_actions(), key=worth)
