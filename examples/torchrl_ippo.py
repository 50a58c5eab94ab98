"""TorchRL's multi-agent classes on the parallel environment: IPPO or MAPPO, with masks.

    pip install torch==2.13.0 torchrl      # on a CPU
    python examples/torchrl_ippo.py --central

`MultiAgentMLP` is one network for all ghosts, and its critic sees the views of all of them with
`--central`. It plays one game at a time in plain Python: a check of the interface, and a start.
`ippo.py` learns the same in thousands of games.
"""

from typing import Annotated, Any

import torch
import typer
from tensordict import TensorDict
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import Tensor, nn
from torchrl.envs import PettingZooWrapper
from torchrl.modules import MaskedCategorical, MultiAgentMLP, ProbabilisticActor
from torchrl.objectives import ClipPPOLoss, ValueEstimators
from torchrl_rollout import in_rounds

from pacgrid import Action


class Flat(nn.Module):
    """Planes `[…, agent, channel, row, column]` as numbers `[…, agent, number]`."""

    def forward(self, planes: Tensor) -> Tensor:
        return planes.flatten(-3).float()


def network(env: PettingZooWrapper, group: str, outputs: int, central: bool) -> nn.Module:
    """One network for all agents of a group."""
    agents, *planes = env.observation_spec[group, "observation"].shape
    return nn.Sequential(
        Flat(),
        MultiAgentMLP(
            n_agent_inputs=torch.Size(planes).numel(),
            n_agent_outputs=outputs,
            n_agents=agents,
            centralized=central,
            share_params=True,
            depth=2,
            num_cells=64,
        ),
    )


def actor_of(env: PettingZooWrapper, group: str) -> ProbabilisticActor:
    """Draws from the legal actions."""
    logits = TensorDictModule(
        network(env, group, len(Action), central=False),
        in_keys=[(group, "observation")],
        out_keys=[(group, "logits")],
    )
    return ProbabilisticActor(
        logits,
        in_keys={"logits": (group, "logits"), "mask": (group, "action_mask")},
        out_keys=[(group, "action")],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        log_prob_key=(group, "sample_log_prob"),
    )


def loss_of(env: PettingZooWrapper, group: str, actor: ProbabilisticActor, central: bool) -> Any:
    """PPO's loss for the agents of a group."""
    critic = TensorDictModule(
        network(env, group, 1, central),
        in_keys=[(group, "observation")],
        out_keys=[(group, "state_value")],
    )
    loss = ClipPPOLoss(
        actor, critic, normalize_advantage=True, normalize_advantage_exclude_dims=(-2,)
    )
    names = ("action", "sample_log_prob", "reward", "done", "terminated", "advantage")
    keys = {name: (group, name) for name in names}
    loss.set_keys(value=(group, "state_value"), value_target=(group, "value_target"), **keys)
    loss.make_value_estimator(ValueEstimators.GAE, gamma=0.98, lmbda=0.95)
    return loss


def main(
    layout: Annotated[str, typer.Option(help="The board.")] = "small",
    central: Annotated[bool, typer.Option("--central", help="MAPPO instead of IPPO.")] = False,
    iterations: Annotated[int, typer.Option(help="Rollouts to learn from.")] = 4,
    steps: Annotated[int, typer.Option(help="Rounds of a rollout.")] = 256,
    seed: Annotated[int, typer.Option(help="Seed of the networks.")] = 0,
) -> None:
    """Train both groups, and print what they have learned from."""
    torch.manual_seed(seed)
    env = in_rounds(layout=layout)
    actors = {group: actor_of(env, group) for group in env.group_map}
    policy = TensorDictSequential(*actors.values())
    losses = {group: loss_of(env, group, actor, central) for group, actor in actors.items()}
    optimizers = {
        group: torch.optim.Adam(loss.parameters(), 1e-3) for group, loss in losses.items()
    }
    for iteration in range(iterations):
        with torch.no_grad():
            played = env.rollout(steps, policy, break_when_any_done=False)
        for group, loss in losses.items():
            with torch.no_grad():
                loss.value_estimator(
                    played,
                    params=loss.critic_network_params,
                    target_params=loss.target_critic_network_params,
                )
            for _ in range(2):
                for batch in played[torch.randperm(steps)].split(steps // 4):
                    total = total_of(loss(batch))
                    optimizers[group].zero_grad()
                    total.backward()
                    optimizers[group].step()
        means = {group: played["next", group, "reward"].mean().item() for group in losses}
        ends = int(played["next", "done"].sum())
        print(f"rollout {iteration}: {ends} games ended, mean rewards {means}")


def total_of(losses: TensorDict) -> Tensor:
    """The losses of PPO together."""
    return losses["loss_objective"] + losses["loss_entropy"] + losses["loss_critic"]


if __name__ == "__main__":
    typer.run(main)
