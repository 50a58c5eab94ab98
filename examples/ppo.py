"""PPO in one file, at the speed of the compiled environment.

    pip install -e ".[torch]"
    python examples/ppo.py --moves 2000000
    pacgrid play examples/ppo_agent.py:model=pacman.npz --layout small

Schulman et al., "Proximal Policy Optimization Algorithms", 2017, with masks (Huang and Ontañón, "A
Closer Look at Invalid Action Masking in Policy Gradient Algorithms", 2022). The environment takes
next to no time, so the network is small: 512 games play 16 rounds, and the network learns from
each move twice. (Batches of twice the size, at twice the learning rate, are a quarter faster, but
learn less.) It takes one core: small networks gain little from several threads.

It saves a checkpoint as it goes. The same command continues from there, and learns what it would
have learned without a stop. `ppo_exams.py` trains several seeds and draws their curves.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
import typer
from actor_critic import ActorCritic, Stopwatch, draw, one_thread
from centred_view import views
from checkpoint import CheckpointError, resume, save
from torch import Tensor, nn

from pacgrid import State
from pacgrid.envs import PacmanVectorEnv
from pacgrid.kernel.game_states import GameStates

ROUNDS = 16
MINIBATCHES = 32
CLIP = 0.2
LAMBDA = 0.95
VALUE_SHARE = 0.5
MAX_NORM = 0.5
REWARD_SCALE = 0.003
SAVE_EVERY = 20
"""Rollouts between two checkpoints."""


class Games:
    """The games, and what they show now. `starts` are the positions that they start from, if not
    those of the layouts."""

    def __init__(
        self, count: int, seed: int, starts: Sequence[State] | None = None, **options: Any
    ) -> None:
        self.envs = PacmanVectorEnv(count, obs="packed", reward_scale=REWARD_SCALE, **options)
        self.size = self.envs.batch.height, self.envs.batch.width
        self.packed, infos = self.envs.reset(seed=seed, options={"state": starts})
        self.masks = infos["action_mask"]
        self.over = np.zeros(count, bool)
        self.ended = self.won = 0

    def step(self, actions: Tensor) -> list[Tensor]:
        """By game: the reward, whether Pac-Man lives, and whether the game goes on."""
        self.packed, rewards, lost, cut_off, infos = self.envs.step(actions.numpy())
        self.masks, self.scores, self.wins = infos["action_mask"], infos["score"], infos["is_win"]
        self.over = lost | cut_off
        self.ended += int(self.over.sum())
        self.won += int(self.wins.sum())
        return [*map(torch.from_numpy, (rewards.astype(np.float32), ~lost, ~self.over))]

    def observe(self) -> tuple[Tensor, Tensor]:
        """Views and masks of all games."""
        seen = views(self.packed, *self.size)
        return torch.from_numpy(seen), torch.from_numpy(self.masks).bool()

    def set_state(self, states: GameStates) -> None:
        """Go on from a snapshot of `envs`."""
        self.packed, infos = self.envs.set_state(states)
        self.masks, self.over = infos["action_mask"], states.games["ended"].copy()


class Learner:
    """PPO on one set of games.

    Args:
        moves: after so many, the learning rate is a tenth.
        options: of the environment.
    """

    def __init__(
        self,
        seed: int,
        moves: int,
        games: int = 512,
        width: int = 128,
        rate: float = 1e-3,
        gamma: float = 0.98,
        entropy: float = 0.01,
        epochs: int = 2,
        **options: Any,
    ) -> None:
        torch.manual_seed(seed)
        settings = {"seed": seed, "games": games, "width": width, "rate": rate, "gamma": gamma}
        settings |= {"entropy": entropy, "epochs": epochs, **options}
        self.settings = {name: str(value) for name, value in settings.items()}
        self.total, self.moves = moves, 0
        self.rate, self.gamma, self.entropy, self.epochs = rate, gamma, entropy, epochs
        self.net = ActorCritic(width)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=rate, eps=1e-5, fused=True)
        self.games = Games(games, seed * games, **options)
        self.watch = Stopwatch()

    def learn(self) -> None:
        """One rollout, and what is learned from it."""
        left = max(1 - self.moves / self.total, 0.1)
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate * left
        with torch.inference_mode():
            batch = self.roll_out()
        with self.watch("learning"):
            for _ in range(self.epochs):
                for chosen in torch.randperm(len(batch[0])).chunk(MINIBATCHES):
                    self.update(*(each.index_select(0, chosen) for each in batch))

    def roll_out(self) -> list[Tensor]:
        """Play `ROUNDS` rounds of all games: views, masks, actions, their log-probabilities,
        advantages and returns of all moves. Rounds in which a game starts anew aren't moves."""
        rounds = []
        for _ in range(ROUNDS):
            played = torch.from_numpy(~self.games.over)
            with self.watch("views"):
                seen, masks = self.games.observe()
            with self.watch("choosing"):
                logits, values = self.net(seen, masks)
                actions = draw(logits)
                log_probs = logits.log_softmax(1).gather(1, actions[:, None])[:, 0]
            with self.watch("environment"):
                outcome = self.games.step(actions)
            rounds.append((played, seen, masks, actions, log_probs, values, *outcome))
        played, *moves, values, rewards, lives, goes_on = map(
            torch.stack, zip(*rounds, strict=True)
        )
        self.moves += int(played.sum())
        _, after = self.net(*self.games.observe())
        advantages = estimate(rewards, values, after, lives, goes_on, self.gamma)
        kept = played.flatten().nonzero()[:, 0]
        parts = [*moves, advantages, advantages + values]
        return [part.flatten(0, 1).index_select(0, kept) for part in parts]

    def update(
        self,
        seen: Tensor,
        masks: Tensor,
        actions: Tensor,
        old: Tensor,
        advantages: Tensor,
        returns: Tensor,
    ) -> None:
        """One step of gradient descent."""
        logits, values = self.net(seen, masks)
        gain, error, entropy = objectives(logits, values, actions, old, advantages, returns)
        descend(self.optimizer, VALUE_SHARE * error - gain - self.entropy * entropy)

    def __str__(self) -> str:
        games = self.games
        share = games.won / max(games.ended, 1)
        return f"{self.moves:10,} moves: won {share:.0%} of {games.ended:,} games; {self.watch}"


def objectives(
    logits: Tensor,
    values: Tensor,
    actions: Tensor,
    old: Tensor,
    advantages: Tensor,
    returns: Tensor,
) -> tuple[Tensor, Tensor, Tensor]:
    """PPO's clipped gain, the error of the values, and the entropy; `old` are the log-probabilities
    with which the actions were drawn."""
    log_probs = logits.log_softmax(1)
    ratio = (log_probs.gather(1, actions[:, None])[:, 0] - old).exp()
    advantages = (advantages - advantages.mean()) / (advantages.std(correction=0) + 1e-8)
    gain = torch.min(ratio * advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * advantages).mean()
    return gain, (values - returns).square().mean(), -(log_probs.exp() * log_probs).sum(1).mean()


def descend(optimizer: torch.optim.Optimizer, loss: Tensor) -> None:
    """One step of gradient descent, with clipped gradients."""
    optimizer.zero_grad()
    loss.backward()
    for group in optimizer.param_groups:
        nn.utils.clip_grad_norm_(group["params"], MAX_NORM)
    optimizer.step()


def estimate(
    rewards: Tensor, values: Tensor, after: Tensor, lives: Tensor, goes_on: Tensor, gamma: float
) -> Tensor:
    """Generalised advantages `[round, game]`.

    `after` are the values of the last positions. A game that is truncated has the value of its
    last position still before it; one that `lives` no more has nothing. Schulman et al.,
    "High-Dimensional Continuous Control Using Generalized Advantage Estimation", 2016.
    """
    advantages, advantage = torch.empty_like(rewards), torch.zeros_like(after)
    for number in reversed(range(len(rewards))):
        error = rewards[number] + gamma * after * lives[number] - values[number]
        advantage = error + gamma * LAMBDA * goes_on[number] * advantage
        advantages[number] = advantage
        after = values[number]
    return advantages


def main(
    layout: Annotated[str, typer.Option(help="The board.")] = "small",
    ghosts: Annotated[str, typer.Option(help="The compiled ghosts.")] = "directional_ghost",
    moves: Annotated[int, typer.Option(min=1, help="Moves of Pac-Man.")] = 6_000_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the learner and of its games.")] = 0,
    games: Annotated[int, typer.Option(min=1, help="Games at once.")] = 512,
    checkpoint: Annotated[Path, typer.Option(help="Save here, and continue.")] = Path("pacman.pt"),
    model: Annotated[Path, typer.Option(help="Save the policy here.")] = Path("pacman.npz"),
) -> None:
    """Train, or continue training, and save the policy."""
    one_thread()
    learner = Learner(seed, moves, games, layout=layout, ghosts=ghosts)
    if checkpoint.exists():
        try:
            resume(learner, checkpoint)
        except CheckpointError as error:
            raise SystemExit(f"{error}; choose another --checkpoint") from None
        print(f"continued after {learner.moves:,} moves from {checkpoint}")
    rollouts = 0
    while learner.moves < moves:
        learner.learn()
        rollouts += 1
        if rollouts % SAVE_EVERY == 0 or learner.moves >= moves:
            save(learner, checkpoint)
            print(learner, flush=True)
            learner.games.ended = learner.games.won = 0
    learner.net.export().save(model, "pacman")
    print(f"saved {model}")


if __name__ == "__main__":
    typer.run(main)
