"""A trained network as an agent: watch it and compare it like any other.

    pacgrid play examples/ppo_agent.py --layout small
    pacgrid play examples/ppo_agent.py:model=pacman.npz --layout small --games 200 --jobs 1

`ppo.py` and `ippo.py` train such networks. Playing needs no torch.
"""

from pathlib import Path

from centred_view import PolicyNet

from pacgrid import Action, Agent, State
from pacgrid.agent import Report

WEIGHTS = Path(__file__).parent / "weights"


class PpoAgent(Agent):
    """Plays the action to which the network gives the highest probability.

    Args:
        model: the weights of a Pac-Man: a network, or a file.
    """

    plays_ghosts = False

    def __init__(self, *, model: str | Path | PolicyNet = WEIGHTS / "pacman.npz") -> None:
        self.net = model if isinstance(model, PolicyNet) else PolicyNet.load(model, "pacman")

    def act(self, state: State) -> Action:
        probabilities = self.net.probabilities(state)
        self.report = Report(1, probabilities)
        return max(probabilities, key=lambda action: probabilities[action])
