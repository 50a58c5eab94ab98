"""RLlib's wrapper around the parallel environment: RLlib's checks, and a little PPO.

    pip install torch==2.13.0 "ray[rllib]"      # on a CPU; it brings an older Gymnasium
    python examples/rllib_check.py

Pac-Man has a policy, and all ghosts share another.
"""

from typing import Annotated, Any

import ray
import typer
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.connectors.env_to_module import FlattenObservations
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.rllib.utils.pre_checks.env import check_multiagent_environments
from ray.tune.registry import register_env

from pacgrid import pacgrid_v0


def make(options: dict[str, Any]) -> ParallelPettingZooEnv:
    """The environment with these options. RLlib's networks need one box of floats."""
    return ParallelPettingZooEnv(pacgrid_v0.parallel_env(obs="box", dtype="float32", **options))


def policy_of(agent: str, *_: Any, **__: Any) -> str:
    return agent.partition("_")[0]


def config(**options: Any) -> PPOConfig:
    """PPO small enough for a trial."""
    return (
        PPOConfig()
        .environment("pacgrid", env_config=options)
        .env_runners(
            num_env_runners=0,
            env_to_module_connector=lambda *_, **__: FlattenObservations(multi_agent=True),
        )
        .multi_agent(policies={"pacman", "ghost"}, policy_mapping_fn=policy_of)
        .training(train_batch_size=400, minibatch_size=100, num_epochs=2)
        .debugging(seed=0, log_level="ERROR")
    )


def main(
    layout: Annotated[str, typer.Option(help="The board.")] = "small",
    iterations: Annotated[int, typer.Option(help="PPO iterations.")] = 2,
) -> None:
    """Check, train, and print RLlib's results."""
    check_multiagent_environments(make({"layout": layout}))
    print("RLlib's check has no objections")
    register_env("pacgrid", make)
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    learner = config(layout=layout, max_cycles=200).build_algo()
    for iteration in range(iterations):
        result = learner.train()["env_runners"]
        means = result["agent_episode_returns_mean"]
        returns = {who: round(float(value), 1) for who, value in sorted(means.items())}
        print(f"iteration {iteration}: {result['num_episodes']} games, mean returns {returns}")
    learner.stop()
    ray.shutdown()


if __name__ == "__main__":
    typer.run(main)
