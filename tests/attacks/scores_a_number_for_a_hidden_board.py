"""Plays for a score that depends on the board of a hidden test: the result of the test says it."""

from honest import Honest, number_of

from pacgrid import Action

EXPECT = "plays on"
TEST = "games"
TELLS_BY = "result"


class Attacker(Honest):
    moves = 0

    def start(self, state):
        self.moves = number_of(state)

    def act(self, state):
        self.moves -= 1
        return state.legal_actions()[0] if self.moves > 0 else Action.STOP
