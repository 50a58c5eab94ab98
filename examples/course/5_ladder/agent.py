"""The class ladder: start from this file. It plays both roles; keep the names of the classes."""

from pacgrid import Action, Agent, GhostTeam, State


class Pacman(Agent):
    """Plays Pac-Man: the action with the highest score right after it."""

    def act(self, state: State) -> Action:
        return max(state.legal_actions(), key=lambda action: state.successor(action).score)


class Ghosts(GhostTeam):
    """Plays all ghosts, one after the other: the action with the lowest score right after it."""

    def act(self, state: State) -> Action:
        return min(state.legal_actions(), key=lambda action: state.successor(action).score)
