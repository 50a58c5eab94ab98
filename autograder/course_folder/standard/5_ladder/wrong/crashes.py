"""Crashes when it is loaded: it imports a package that isn't there, so that nothing of it can be loaded."""

import a_package_of_my_own

from pacgrid import Action, Agent, State


class Pacman(Agent):
    def act(self, state: State) -> Action:
        return a_package_of_my_own.best_action(state)
