"""A trained network as a team of ghosts, which share it.

    pacgrid play reflex --ghosts examples/ppo_ghosts.py --layout small

`ippo.py` trains such networks. Playing needs no torch.
"""

from pathlib import Path

from centred_view import PolicyNet

from pacgrid import Action, GhostTeam, State
from pacgrid.agent import Report

WEIGHTS = Path(__file__).parent / "weights"


class PpoGhosts(GhostTeam):
    """Each ghost draws its action from the probabilities that the network gives.

    Args:
        model: the weights of a ghost: a network, or a file.
    """

    def __init__(self, *, model: str | Path | PolicyNet = WEIGHTS / "ghosts.npz") -> None:
        self.net = model if isinstance(model, PolicyNet) else PolicyNet.load(model, "ghost")

    def act(self, state: State) -> Action:
        probabilities = self.net.probabilities(state)
        self.report = Report(1, probabilities)
        (action,) = self.rng.choices([*probabilities], [*probabilities.values()])
        return action
