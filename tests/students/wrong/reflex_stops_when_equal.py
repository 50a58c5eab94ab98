"""All values are equal, and the last action is STOP."""

from pacgrid import Agent

MISTAKES = {"Reflex": "always stops", "evaluate": "constant"}


def evaluate(state):
    if state.is_win:
        return 100
    elif state.is_loss:
        return 100
    return 100


class Reflex(Agent):
    def act(self, state):
        best, choice = 0, None
        for action in state.legal_actions():
            if evaluate(state.successor(action)) >= best:
                choice = action
        return choice
