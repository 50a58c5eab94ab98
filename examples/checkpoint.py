"""Checkpoints of `ppo.py`: all that decides how training goes on. Loading runs no code."""

from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch

from pacgrid.errors import PacgridError
from pacgrid.kernel.game_states import GameStates


class CheckpointError(PacgridError):
    """Training can't go on from a checkpoint."""


def save(learner: Any, file: Path) -> None:
    """Save a `Learner`. A file that is there is replaced when the new one is complete."""
    states = vars(learner.games.envs.get_state())
    parts = {
        "settings": learner.settings,
        "moves": learner.moves,
        "net": learner.net.state_dict(),
        "optimizer": learner.optimizer.state_dict(),
        "games": {name: torch.tensor([*part.tobytes()]).byte() for name, part in states.items()},
        "random": torch.get_rng_state(),
    }
    unfinished = file.with_name(f"{file.name}.part")
    torch.save(parts, unfinished)
    unfinished.replace(file)


def resume(learner: Any, file: Path) -> None:
    """Let a `Learner` go on where one with the same settings was saved.

    Raises CheckpointError for a file of other settings or another layout, or that is none.
    """
    try:
        parts = torch.load(file, weights_only=True)
        theirs, own = parts["settings"], learner.settings
        for name in theirs | own:
            if theirs.get(name) != own.get(name):
                values = f"{name}={theirs.get(name)}, not {own.get(name)}"
                raise CheckpointError(f"{file}: was made with {values.replace(chr(10), ' ')}")
        columns = {
            name: np.frombuffer(parts["games"][name].numpy(), part.dtype).reshape(part.shape)
            for name, part in vars(learner.games.envs.get_state()).items()
        }
        learner.net.load_state_dict(parts["net"])
        learner.optimizer.load_state_dict(parts["optimizer"])
        learner.games.set_state(GameStates(**columns))
        torch.set_rng_state(parts["random"])
        learner.moves = parts["moves"]
    except (OSError, RuntimeError, UnpicklingError, ValueError, LookupError, TypeError):
        raise CheckpointError(f"{file}: is no checkpoint of these games") from None
