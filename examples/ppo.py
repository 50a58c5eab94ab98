"""PPO in one file, at the speed of the compiled environment.

    pip install torch==2.13.0 matplotlib      # on a CPU
    python examples/ppo.py --seeds 2
    pacgrid play examples/ppo_agent.py:model=pacman.npz --layout small

Schulman et al., "Proximal Policy Optimization Algorithms", 2017, with masks (Huang and Ontañón, "A
Closer Look at Invalid Action Masking in Policy Gradient Algorithms", 2022). The environment takes
next to no time, so the network is small: 512 games play 16 rounds, and the network learns from
each move twice. (Batches of twice the size, at twice the learning rate, are a quarter faster, but
learn less.) Each seed learns in a process of its own, on one core: small networks gain little from
several threads.
"""

import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any, TypeVar

import numba
import numpy as np
import torch
import typer
from centred_view import FULL, SIZE, PolicyNet, views
from matplotlib.figure import Figure
from ppo_agent import PpoAgent
from torch import Tensor, nn

from pacgrid import Action, Agent, Layout, State, play
from pacgrid.agent_loader import load_agent
from pacgrid.common.intervals import mean_interval, proportion_interval
from pacgrid.envs import PacmanVectorEnv

ROUNDS = 16
MINIBATCHES = 32
CLIP = 0.2
LAMBDA = 0.95
VALUE_SHARE = 0.5
MAX_NORM = 0.5
REWARD_SCALE = 0.003
ILLEGAL = -1e9
EXAM_SEED = 10**6
"""The games of exams are seeded from here up, those of training from 0 up."""


class ActorCritic(nn.Module):
    """From views `[game, SIZE]` to logits `[game, action]` and values `[game]`."""

    def __init__(self, width: int = 128) -> None:
        super().__init__()
        self.first = nn.Linear(SIZE, width)
        self.second = nn.Linear(width, width)
        self.policy = nn.Linear(width, len(Action))
        self.value = nn.Linear(width, 1)
        for layer, gain in (
            (self.first, 2),
            (self.second, 2),
            (self.policy, 1e-4),
            (self.value, 1),
        ):
            nn.init.orthogonal_(layer.weight, gain**0.5)
            nn.init.zeros_(layer.bias)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        # Most inputs show nothing in any of the games, so they add nothing, and have no gradient.
        shown = seen.any(0).nonzero()[:, 0]
        inputs = seen.float().index_select(1, shown)
        weight = self.first.weight.index_select(1, shown)
        hidden = torch.relu(torch.addmm(self.first.bias, inputs, weight.t(), alpha=1 / FULL))
        hidden = torch.relu(self.second(hidden))
        logits = self.policy(hidden).masked_fill(~masks, ILLEGAL)
        return logits, self.value(hidden)[:, 0]

    def export(self) -> PolicyNet:
        """The policy, for numpy."""
        layers = (self.first, self.second, self.policy)
        return PolicyNet(
            [(layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in layers]
        )


def draw(logits: Tensor) -> Tensor:
    """An action for each row, by the Gumbel-max trick: quicker than `multinomial`."""
    return (logits - torch.log(torch.empty_like(logits).exponential_())).argmax(1)


@dataclass
class Stopwatch:
    """Where the time goes."""

    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.seconds[part] += time.perf_counter() - start

    def __str__(self) -> str:
        total = sum(self.seconds.values())
        return ", ".join(f"{part} {value / total:.1%}" for part, value in self.seconds.items())


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

    def step(self, actions: Tensor) -> tuple[Any, ...]:
        self.packed, *results, infos = self.envs.step(actions.numpy())
        self.masks = infos["action_mask"]
        return *results, infos["is_win"]

    def observe(self) -> tuple[Tensor, Tensor]:
        """Views and masks of all games."""
        seen = views(self.packed, *self.size)
        return torch.from_numpy(seen), torch.from_numpy(self.masks).bool()


@dataclass
class Rollout:
    """What happened in `ROUNDS` rounds; every tensor is `[round, game, …]`."""

    seen: Tensor
    masks: Tensor
    actions: Tensor
    log_probs: Tensor
    values: Tensor
    advantages: Tensor
    played: Tensor
    """False for the rounds in which a game that had ended started anew."""


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
        self.total, self.moves = moves, 0
        self.rate, self.gamma, self.entropy, self.epochs = rate, gamma, entropy, epochs
        self.net = ActorCritic(width)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=rate, eps=1e-5, fused=True)
        self.games = Games(games, seed * games, **options)
        self.over = np.zeros(games, bool)
        self.watch = Stopwatch()
        self.ended = self.won = 0

    def learn(self) -> None:
        """One rollout, and what is learned from it."""
        left = max(1 - self.moves / self.total, 0.1)
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate * left
        with torch.inference_mode():
            rollout = self.roll_out()
        batch = self.flat(rollout)
        with self.watch("learning"):
            for _ in range(self.epochs):
                order = torch.randperm(len(batch[0]))
                for chosen in order.chunk(MINIBATCHES):
                    self.update(*(each.index_select(0, chosen) for each in batch))

    def roll_out(self) -> Rollout:
        """Play `ROUNDS` rounds of all games."""
        games = len(self.over)
        seen = torch.empty(ROUNDS, games, SIZE, dtype=torch.uint8)
        masks = torch.empty(ROUNDS, games, len(Action), dtype=torch.bool)
        actions = torch.empty(ROUNDS, games, dtype=torch.long)
        log_probs, values, rewards = torch.empty(3, ROUNDS, games)
        played, goes_on, lives = torch.empty(3, ROUNDS, games, dtype=torch.bool)
        for number in range(ROUNDS):
            with self.watch("views"):
                seen[number], masks[number] = self.games.observe()
            with self.watch("choosing"):
                logits, values[number] = self.net(seen[number], masks[number])
                actions[number] = draw(logits)
                chosen = actions[number][:, None]
                log_probs[number] = logits.log_softmax(1).gather(1, chosen)[:, 0]
            with self.watch("environment"):
                reward, terminated, truncated, wins = self.games.step(actions[number])
            played[number] = torch.from_numpy(~self.over)
            self.over = terminated | truncated
            rewards[number] = torch.from_numpy(reward)
            lives[number] = torch.from_numpy(~terminated)
            goes_on[number] = torch.from_numpy(~self.over)
            self.ended += int(self.over.sum())
            self.won += int(wins.sum())
        self.moves += int(played.sum())
        _, after = self.net(*self.games.observe())
        advantages = estimate(rewards, values, after, lives, goes_on, self.gamma)
        return Rollout(seen, masks, actions, log_probs, values, advantages, played)

    def flat(self, rollout: Rollout) -> list[Tensor]:
        """The moves that were played, from all rounds and games."""
        played = rollout.played.flatten().nonzero()[:, 0]
        parts = [
            rollout.seen,
            rollout.masks,
            rollout.actions,
            rollout.log_probs,
            rollout.advantages,
            rollout.advantages + rollout.values,
        ]
        return [part.flatten(0, 1).index_select(0, played) for part in parts]

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


@torch.inference_mode()
def exam(
    net: ActorCritic, count: int, starts: Sequence[State] | None = None, **options: Any
) -> int:
    """How many of `count` games the network wins if it always plays its favourite action."""
    games = Games(count, EXAM_SEED, starts, **options)
    wins, over = np.zeros(count, bool), np.zeros(count, bool)
    while not over.all():
        going = torch.from_numpy(~over).nonzero()[:, 0]
        actions = torch.zeros(count, dtype=torch.long)
        actions[going] = net(*(each[going] for each in games.observe()))[0].argmax(1)
        _, terminated, truncated, is_win = games.step(actions)
        wins |= is_win & ~over
        over |= terminated | truncated
    return int(wins.sum())


Task, Result = TypeVar("Task"), TypeVar("Result")


def each_in_a_process(
    function: Callable[[Task], Result], tasks: Sequence[Task], jobs: int
) -> list[Result]:
    """The results for all tasks, `jobs` at once, with one thread each."""
    if jobs == 1:
        one_thread()
        return [function(task) for task in tasks]
    with ProcessPoolExecutor(jobs, get_context("spawn"), one_thread) as pool:
        return list(pool.map(function, tasks))


def one_thread() -> None:
    """Numba's idle threads would wait actively, and take a core from torch."""
    torch.set_num_threads(1)
    numba.set_num_threads(1)


@dataclass(frozen=True)
class Run:
    """One training run; `options` are the learner's and the environment's."""

    seed: int
    moves: int
    exams: int
    exam_games: int
    options: dict[str, Any]
    exam_options: dict[str, Any]


@dataclass(frozen=True)
class Trained:
    """The result of a run."""

    run: Run
    net: PolicyNet
    curve: list[tuple[int, int]]
    """Moves, and games won in the exam."""
    speed: float
    """Moves a second, without exams."""


def train(run: Run) -> Trained:
    """Learn, with exams on the way."""
    learner = Learner(run.seed, run.moves, **run.options)
    curve: list[tuple[int, int]] = []
    while learner.moves < run.moves:
        learner.learn()
        if learner.moves * run.exams >= run.moves * (len(curve) + 1):
            wins = exam(learner.net, run.exam_games, **run.exam_options)
            curve.append((learner.moves, wins))
            speed = learner.moves / sum(learner.watch.seconds.values())
            print(
                f"seed {run.seed}: {learner.moves:10,} moves, won {wins} of {run.exam_games}; "
                f"{speed:,.0f} moves/s: {learner.watch}",
                flush=True,
            )
    return Trained(run, learner.net.export(), curve, speed)


def draw_curves(results: Sequence[Trained], title: str, picture: Path) -> None:
    """Each seed's share of exams won, their mean, and its 95 % interval."""
    figure = Figure(figsize=(7, 4), dpi=100, layout="constrained")
    axes = figure.add_subplot()
    moves = [moves / 1e6 for moves, _ in results[0].curve]
    shares = [[wins / each.run.exam_games for _, wins in each.curve] for each in results]
    for share in shares:
        axes.plot(moves, share, color="#2b59c3", linewidth=0.7, alpha=0.6)
    together = list(zip(*shares, strict=True))
    axes.plot(moves, [fmean(each) for each in together], color="#2b59c3", label="mean of the seeds")
    if len(results) > 1:
        low, high = zip(*(mean_interval(each) or (0, 0) for each in together), strict=True)
        label = "95 % interval of the mean"
        axes.fill_between(moves, low, high, color="#2b59c3", alpha=0.15, linewidth=0, label=label)
    axes.set(xlabel="million moves", ylabel="share of games won", title=title, ylim=(0, 1))
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="lower right")
    figure.savefig(picture)


def wins_of(pacman: Agent, layout: str, ghosts: str, seeds: range) -> int:
    """Games won, one for each seed."""
    board = Layout.load(layout)
    hunters = [load_agent(ghosts) for _ in board.ghosts]
    return sum(play(board, [pacman, *hunters], seed=seed).won for seed in seeds)


def share_text(wins: int, games: int) -> str:
    """For example `won 54 of 60 (80% to 95%)`."""
    low, high = proportion_interval(wins, games)
    return f"won {wins} of {games} ({low:.0%} to {high:.0%})"


def main(
    layout: Annotated[str, typer.Option(help="The board.")] = "small",
    ghosts: Annotated[str, typer.Option(help="The compiled ghosts.")] = "directional_ghost",
    moves: Annotated[int, typer.Option(min=1, help="Moves of Pac-Man for each seed.")] = 6_000_000,
    seeds: Annotated[int, typer.Option(min=1, help="Train from this many seeds.")] = 1,
    first_seed: Annotated[int, typer.Option(min=0, help="The first of them.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = os.cpu_count() or 1,
    games: Annotated[int, typer.Option(min=1, help="Games at once.")] = 512,
    width: Annotated[int, typer.Option(min=1, help="Neurons of a layer.")] = 128,
    exams: Annotated[int, typer.Option(min=1, help="Exams on the way.")] = 12,
    exam_games: Annotated[int, typer.Option(min=1, help="Games per exam.")] = 256,
    fresh: Annotated[int, typer.Option(min=1, help="Games against the ghosts at the end.")] = 200,
    model: Annotated[Path, typer.Option(help="Save the best seed's weights.")] = Path("pacman.npz"),
    picture: Annotated[Path, typer.Option(help="Save the plot here.")] = Path("learning_curve.png"),
) -> None:
    """Train from several seeds, draw the curves, save the best, and play fresh games."""
    board = {"layout": layout, "ghosts": ghosts}
    options = {**board, "games": games, "width": width}
    runs = [
        Run(seed, moves, exams, exam_games, options, board)
        for seed in range(first_seed, first_seed + seeds)
    ]
    results = each_in_a_process(train, runs, min(jobs, seeds))
    draw_curves(results, f"PPO on layout {layout}, against {ghosts}", picture)
    best = max(results, key=lambda each: each.curve[-1][1])
    best.net.save(model, "pacman")
    print(f"saved seed {best.run.seed} as {model}; fresh games:")
    test = range(10_000, 10_000 + fresh)
    for name in ("reflex", "alpha_beta:depth=2"):
        print(f"{name}: {share_text(wins_of(load_agent(name), layout, ghosts, test), fresh)}")
    for each in results:
        wins = wins_of(PpoAgent(model=each.net), layout, ghosts, test)
        print(f"network of seed {each.run.seed}: {share_text(wins, fresh)}")


if __name__ == "__main__":
    typer.run(main)
