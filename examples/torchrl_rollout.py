"""TorchRL's wrapper around both PettingZoo environments: TorchRL's checks, and masked rollouts.

    pip install torch==2.13.0 torchrl      # on a CPU
    python examples/torchrl_rollout.py

TorchRL groups agents by the word before their number, `pacman` and `ghost`, so all ghosts can share
a network. In turns (AEC), each agent has its own group. TorchRL takes the masks from the infos:
obs="box".
"""

from typing import Annotated, Any

import typer
from torchrl.envs import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

from pacgrid import pacgrid_v0


def in_rounds(**options: Any) -> PettingZooWrapper:
    """The parallel environment: every agent acts in every step."""
    env = pacgrid_v0.parallel_env(obs="box", **options)
    return PettingZooWrapper(env, use_mask=True, seed=0)


def in_turn(**options: Any) -> PettingZooWrapper:
    """The AEC environment: "mask" in the data says whose turn it is."""
    env = pacgrid_v0.env(obs="box", **options)
    return PettingZooWrapper(env, use_mask=True, seed=0)


def main(
    layout: Annotated[str, typer.Option(help="The board.")] = "small",
    steps: Annotated[int, typer.Option(help="Steps of a rollout.")] = 200,
) -> None:
    """Check the specs of both, and play at random."""
    for make in (in_rounds, in_turn):
        env = make(layout=layout)
        check_env_specs(env)
        played = env.rollout(steps, break_when_any_done=False)
        print(f"{make.__name__}: {len(played)} steps, groups {dict(env.group_map)}")
        for group in env.group_map:
            shapes = {name: list(value.shape) for name, value in played[group].items()}
            print(f"  {group}: {shapes}")


if __name__ == "__main__":
    typer.run(main)
