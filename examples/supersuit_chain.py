"""All agents learn with one network: SuperSuit makes a vector environment of the parallel one.

    pip install torch==2.13.0 stable-baselines3 supersuit      # on a CPU
    python examples/supersuit_chain.py

Each agent of each game is one element of the vector. SuperSuit needs boxes, so the observations are
planes alone. No agent leaves before the others, so neither `black_death` nor `keep_dead_agents` is
needed. SuperSuit has no masks: the environment replaces illegal actions, as it documents.
"""

from typing import Annotated, Any

import numpy as np
import supersuit
import typer

from pacgrid import pacgrid_v0


def chain(games: int, base_class: str, **options: Any) -> Any:
    """A vector environment with one element for every agent of that many games.

    `base_class` is "gymnasium" or "stable_baselines3".
    """
    env = pacgrid_v0.parallel_env(obs="box", **options)
    env = supersuit.flatten_v0(env)  # networks for pictures need larger ones
    env = supersuit.dtype_v0(env, np.float32)
    env = supersuit.normalize_obs_v0(env)
    envs = supersuit.pettingzoo_env_to_vec_env_v1(env)
    return supersuit.concat_vec_envs_v1(envs, games, num_cpus=1, base_class=base_class)


def main(
    layout: Annotated[str, typer.Option(help="The board.")] = "small",
    games: Annotated[int, typer.Option(help="Number of games at once.")] = 4,
    steps: Annotated[int, typer.Option(help="Rounds to play at random.")] = 200,
    learn: Annotated[int, typer.Option(help="Moves to train PPO on.")] = 2_000,
) -> None:
    """Play at random and print shapes; then train PPO against itself."""
    envs = chain(games, "gymnasium", layout=layout)
    envs.action_space.seed(0)
    observations, _ = envs.reset(seed=0)
    print(f"{envs.num_envs} places, observations {observations.dtype}{list(observations.shape)}")
    ended = 0
    for _ in range(steps):
        actions = [envs.action_space.sample() for _ in range(envs.num_envs)]
        _, rewards, terminated, truncated, infos = envs.step(np.array(actions))
        ended += int((terminated | truncated).sum())
    print(f"{steps} rounds: rewards {rewards.dtype}{list(rewards.shape)}, {ended} places ended")
    print(f"an info: {infos[0]}")

    from stable_baselines3 import PPO

    learner = PPO("MlpPolicy", chain(games, "stable_baselines3", layout=layout), n_steps=64)
    learner.learn(learn)  # with no seed: SuperSuit's vector environments can't be given one
    print(f"PPO has learned from {learner.num_timesteps} moves of all agents")


if __name__ == "__main__":
    typer.run(main)
