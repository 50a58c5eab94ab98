"""A trained network as an agent: watch it and compare it like any other.

Install `torch` and `sb3-contrib`, train a model with `train_maskable_ppo.py`, and then:

    pacgrid play examples/ppo_agent.py:model=pacman.zip --layout small
    pacgrid play examples/ppo_agent.py:model=pacman.zip --layout small --games 200 --jobs 1
"""

from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from pacgrid import Action, Agent, State
from pacgrid.agent import Report
from pacgrid.envs.observation_planes import planes_of


class PpoAgent(Agent):
    """Plays the action to which the network gives the highest probability.

    Args:
        model: a model, or the file that it was saved in, of a Pac-Man on boards of this size.
    """

    def __init__(self, *, model: str | Path | MaskablePPO) -> None:
        if isinstance(model, MaskablePPO):
            self.net = model
        else:
            torch.set_num_threads(1)  # a single position is no work for several
            self.net = MaskablePPO.load(model, device="cpu")

    def act(self, state: State) -> Action:
        planes = planes_of(state, observer=0, dtype=self.net.observation_space.dtype)[None]
        mask = np.array([action in state.legal_actions() for action in Action])
        with torch.no_grad():
            tensor = self.net.policy.obs_to_tensor(planes)[0]
            probabilities = (
                self.net.policy.get_distribution(tensor, mask).distribution.probs[0].numpy()
            )
        self.report = Report(1, {a: float(probabilities[a.value]) for a in state.legal_actions()})
        return Action(int(probabilities.argmax()))
