"""Stable-Baselines3's MaskablePPO on the compiled vector environment.

    pip install -e ".[sb3]"
    python examples/train_maskable_ppo.py --obs packed

`ppo.py` learns the same 13 times as fast (`benchmarks/training.py`). Use this program if you need
Stable-Baselines3: its callbacks, its other algorithms, its saved models.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import torch
import typer
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from pacgrid.envs.sb3 import Sb3VecEnv
from pacgrid.envs.torch import policy_options

SETTINGS: dict[str, Any] = {
    "n_steps": 64,
    "batch_size": 256,
    "n_epochs": 4,
    "gamma": 0.97,
    "ent_coef": 0.01,
}


def learner(obs: str = "box", seed: int = 0, **options: Any) -> MaskablePPO:
    """A learner in 64 games with these options of `PacmanVectorEnv`."""
    if obs == "box":  # Stable-Baselines3 takes bytes for pictures, and may turn them
        options["dtype"] = "float32"
    return MaskablePPO(
        "MultiInputPolicy" if obs == "packed" else "MlpPolicy",
        Sb3VecEnv(64, obs=obs, reward_scale=0.002, **options),
        policy_kwargs=policy_options(),
        learning_rate=lambda left: 1e-3 * max(left, 0.1),
        seed=seed,
        **SETTINGS,
    )


class Progress(BaseCallback):
    """Prints the share of the games that were won lately, every 16 rollouts."""

    def __init__(self) -> None:
        super().__init__()
        self.wins: list[bool] = []

    def _on_step(self) -> bool:
        infos: Sequence[dict[str, Any]] = self.locals["infos"]
        self.wins += [info["is_win"] for info in infos if "is_win" in info]
        return True

    def _on_rollout_end(self) -> None:
        if self.num_timesteps % (16 * 64 * SETTINGS["n_steps"]) == 0 and self.wins:
            share = sum(self.wins) / len(self.wins)
            print(f"{self.num_timesteps:9,} moves: won {share:.0%} of {len(self.wins)} games")
            self.wins.clear()


def main(
    layout: Annotated[str, typer.Option(help="The board.")] = "small",
    ghosts: Annotated[str, typer.Option(help="The compiled ghosts.")] = "directional_ghost",
    obs: Annotated[str, typer.Option(help="box or packed.")] = "box",
    moves: Annotated[int, typer.Option(help="Moves of Pac-Man.")] = 500_000,
    seed: Annotated[int, typer.Option(help="Seed of the learner and of its games.")] = 0,
    model: Annotated[Path, typer.Option(help="Save the model here.")] = Path("pacman.zip"),
) -> None:
    """Train, and save the model."""
    torch.set_num_threads(1)  # the same seed then learns the same; the network is small
    sb3 = learner(obs, seed, layout=layout, ghosts=ghosts)
    sb3.learn(moves, callback=Progress())
    sb3.save(model)
    print(f"saved {model}; load it with MaskablePPO.load")


if __name__ == "__main__":
    typer.run(main)
