"""My ghost.

Play against it: pacgrid play --ghosts {file}
Measure it:      pacgrid play --pacman alpha_beta --ghosts {file} --games 20
"""

from collections.abc import Mapping

from pacgrid import Action, ChanceAgent, State


class MyAgent(ChanceAgent):
    """Takes a shortest way to Pac-Man, but now and then another one.

    A `ChanceAgent` says how likely each action is, and then acts on it: Pac-Man's expectimax can
    ask for the same numbers. For a ghost that chooses in any other way, inherit from `Agent` and
    write `act`.
    """

    def __init__(self, *, whim: float = 0.2) -> None:
        # How often it does whatever comes: `{file}:whim=0` on the command line makes it relentless.
        self.whim = whim

    def distribution(self, state: State) -> Mapping[Action, float]:
        """The probability of each legal action; they must add up to 1."""
        me = state.to_move - 1
        actions = state.legal_actions()
        steps = {}
        for action in actions:
            position = state.successor(action).ghosts[me].position
            steps[action] = state.maze.distance(position, state.pacman)
        fleeing = bool(state.ghosts[me].scared)
        best = max(steps.values()) if fleeing else min(steps.values())
        chosen = [action for action in actions if steps[action] == best]
        return {
            action: self.whim / len(actions) + (1 - self.whim) * (action in chosen) / len(chosen)
            for action in actions
        }
