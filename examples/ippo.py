"""Pac-Man and a team of ghosts learn against each other: IPPO, MAPPO, and self-play with a league.

    pip install -e ".[torch]"
    python examples/ippo.py --critic central
    pacgrid play reflex --ghosts examples/ppo_ghosts.py:model=ghosts.npz --layout small

All ghosts share one network. With `--critic own` each agent estimates values from its own view:
IPPO (de Witt et al., "Is Independent Learning All You Need in the StarCraft Multi-Agent
Challenge?", 2020). With `--critic central` the ghosts' critic has one value for the team, from a
view centred on Pac-Man, in which all agents are: MAPPO (Yu et al., "The Surprising Effectiveness of
PPO in Cooperative, Multi-Agent Games", 2022).

In a quarter of the games Pac-Man plays against ghosts of the past, and in another the ghosts play
against Pac-Men of the past. The league prefers those against which they lose: prioritised
fictitious self-play (Vinyals et al., "Grandmaster level in StarCraft II using multi-agent
reinforcement learning", 2019). `--league 0` plays all games between the newest networks.
"""

from copy import deepcopy
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer
from actor_critic import ActorCritic, Stopwatch, draw, one_thread
from centred_view import SIZE, PolicyNet, views
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter
from ppo import REWARD_SCALE, ROUNDS, VALUE_SHARE, descend, estimate, objectives
from ppo_agent import PpoAgent
from ppo_exams import share_text
from ppo_ghosts import PpoGhosts
from torch import Tensor

from pacgrid import Action, Agent, GhostTeam, Layout, play
from pacgrid.agent_loader import load_agent
from pacgrid.common.intervals import proportion_interval
from pacgrid.envs import MultiVectorEnv

MAX_ROUNDS = 400
"""A game that lasts longer is a success of the ghosts."""
GAMMA = 0.98
ENTROPY = 0.01
EPOCHS = 2
MINIBATCHES = 16
MEMORY = 0.98
"""The weight of all earlier games in a win rate, whenever another one ends."""


class Critic(StrEnum):
    OWN = "own"
    CENTRAL = "central"


@dataclass
class Opponent:
    """A network of the past, and how often the learner has beaten it of late."""

    net: ActorCritic
    beaten: float = 0.5

    def note(self, won: int, ended: int) -> None:
        if ended:
            old = MEMORY**ended
            self.beaten = old * self.beaten + (1 - old) * won / ended


class League:
    """Opponents of the past, at most `size`; the one that is beaten most often leaves."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.members: list[Opponent] = []

    def add(self, net: ActorCritic) -> None:
        self.members.append(Opponent(deepcopy(net)))
        if len(self.members) > self.size:
            self.members.remove(max(self.members, key=lambda member: member.beaten))

    def choose(self, count: int) -> list[Opponent]:
        """Draw opponents, the hard ones more often."""
        weights = torch.tensor([(1 - member.beaten) ** 2 + 0.01 for member in self.members])
        chosen = torch.multinomial(weights, count, replacement=True).tolist()
        return [self.members[number] for number in chosen]


class Side:
    """Pac-Man, or the ghosts.

    Args:
        agents: their numbers.
        games: the games in which the newest network plays this side.
        past: the others.
    """

    def __init__(
        self, agents: slice, games: slice, past: slice, league: int, central: bool
    ) -> None:
        self.agents, self.games, self.past = agents, games, past
        self.net = ActorCritic()
        self.critic = ActorCritic() if central else None
        self.league = League(league)
        self.opponents: list[Opponent] = []
        nets = [self.net, self.critic] if self.critic else [self.net]
        self.optimizer = torch.optim.Adam(
            [{"params": net.parameters()} for net in nets], lr=1e-3, eps=1e-5, fused=True
        )

    def evaluate(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Logits `[game, agent, action]` and values `[game, agent]`.

        Args:
            seen: `[game, agent, SIZE]`, with all agents.
            masks: `[game, agent, action]`, too.
        """
        own, legal = seen[:, self.agents], masks[:, self.agents]
        logits, values = self.net(own.flatten(0, 1), legal.flatten(0, 1))
        if self.critic:
            _, team = self.critic(seen[:, 0], masks[:, 0])
            values = team[:, None].expand(own.shape[:2])
        return logits.view(legal.shape), values.reshape(own.shape[:2])

    def past_actions(self, seen: Tensor, masks: Tensor) -> Tensor:
        """`[game, agent]`: what the opponents of the past play in their games."""
        parts, count = [], len(self.opponents)
        shares = zip(seen.tensor_split(count), masks.tensor_split(count), strict=True)
        for opponent, (own, legal) in zip(self.opponents, shares, strict=True):
            logits, _ = opponent.net(own.flatten(0, 1), legal.flatten(0, 1))
            parts.append(draw(logits).view(own.shape[:2]))
        return torch.cat(parts)


class SelfPlay:
    """Both sides learn in the same games.

    The newest ghosts are missing in the first games, the newest Pac-Man in the last ones.
    """

    def __init__(
        self,
        layout: str,
        games: int,
        moves: int,
        seed: int,
        league: int,
        opponents: int,
        central: bool,
    ) -> None:
        torch.manual_seed(seed)
        self.envs = MultiVectorEnv(
            games,
            layout=layout,
            obs="packed",
            reward_scale=REWARD_SCALE,
            max_episode_steps=MAX_ROUNDS,
        )
        self.size = self.envs.batch.height, self.envs.batch.width
        self.packed, infos = self.envs.reset(seed=seed * games)
        self.masks = infos["action_mask"]
        self.over = np.zeros(games, bool)
        self.moves, self.total, self.count = 0, moves, opponents
        quarter = games // 4 if league else 0
        first, last = slice(0, quarter), slice(games - quarter, games)
        self.pacman = Side(slice(0, 1), slice(0, games - quarter), last, league, central=False)
        self.ghosts = Side(slice(1, None), slice(quarter, games), first, league, central=central)
        self.sides = (self.pacman, self.ghosts)
        self.watch = Stopwatch()

    def learn(self) -> None:
        """Play `ROUNDS` rounds of all games; both sides learn from them."""
        for side in self.sides:
            if side.league.size:
                side.opponents = side.league.choose(self.count)
            for group in side.optimizer.param_groups:
                group["lr"] = 1e-3 * max(1 - self.moves / self.total, 0.1)
        with torch.inference_mode():
            rollout = self.roll_out()
        with self.watch("learning"):
            for side in self.sides:
                self.improve(side, *rollout)

    def remember(self) -> None:
        """Let the newest networks into the league."""
        for side in self.sides:
            side.league.add(side.net)

    def observe(self) -> tuple[Tensor, Tensor]:
        """Views `[game, agent, SIZE]` and masks `[game, agent, action]`."""
        count = len(self.envs.possible_agents)
        seen = np.stack([views(self.packed, *self.size, number) for number in range(count)], 1)
        return torch.from_numpy(seen), torch.from_numpy(self.masks).bool()

    def roll_out(self) -> tuple[Tensor, ...]:
        """Views, masks, actions, log-probabilities, values, advantages: `[round, game, agent, …]`;
        and the games that were played, `[round, game]`."""
        shape = ROUNDS, len(self.over), len(self.envs.possible_agents)
        seen = torch.empty(*shape, SIZE, dtype=torch.uint8)
        masks = torch.empty(*shape, len(Action), dtype=torch.bool)
        actions = torch.empty(shape, dtype=torch.long)
        log_probs, values, rewards = torch.zeros(3, *shape)
        played, lives, goes_on = torch.empty(3, *shape[:2], dtype=torch.bool)
        for number in range(ROUNDS):
            with self.watch("views"):
                seen[number], masks[number] = self.observe()
            with self.watch("choosing"):
                for side in self.sides:
                    now = number, side.games
                    logits, values[number, side.games, side.agents] = side.evaluate(
                        seen[now], masks[now]
                    )
                    chosen = draw(logits.flatten(0, 1)).view(logits.shape[:2])
                    actions[number, side.games, side.agents] = chosen
                    log_probs[number, side.games, side.agents] = logits.log_softmax(2).gather(
                        2, chosen[..., None]
                    )[..., 0]
                    if side.opponents:
                        past = number, side.past, side.agents
                        actions[past] = side.past_actions(seen[past], masks[past])
            with self.watch("environment"):
                self.packed, reward, terminated, truncated, infos = self.envs.step(
                    actions[number].numpy()
                )
            self.masks = infos["action_mask"]
            played[number] = torch.from_numpy(~self.over)
            self.over = terminated | truncated
            rewards[number] = torch.from_numpy(reward)
            lives[number] = torch.from_numpy(~terminated)
            goes_on[number] = torch.from_numpy(~self.over)
            self.count_wins(infos["is_win"])
        self.moves += int(played.sum()) * shape[2]
        after = torch.zeros(shape[1:])
        look = self.observe()
        for side in self.sides:
            _, after[side.games, side.agents] = side.evaluate(*(each[side.games] for each in look))
        ends = lives[..., None], goes_on[..., None]
        advantages = estimate(rewards, values, after, *ends, GAMMA)
        return seen, masks, actions, log_probs, values, advantages, played

    def count_wins(self, wins: np.ndarray) -> None:
        """Note how games against opponents of the past have ended."""
        for side, other in ((self.pacman, self.ghosts), (self.ghosts, self.pacman)):
            games = np.arange(len(self.over))[other.past]
            for opponent, own in zip(
                other.opponents, np.array_split(games, max(len(other.opponents), 1)), strict=False
            ):
                ended, won = int(self.over[own].sum()), int(wins[own].sum())
                opponent.note(won if side is self.pacman else ended - won, ended)

    def improve(self, side: Side, *rollout: Tensor) -> None:
        """PPO for one side, in the games that its newest network has played."""
        *parts, played = (part[:, side.games].flatten(0, 1) for part in rollout)
        batch = [part.index_select(0, played.nonzero()[:, 0]) for part in parts]
        for _ in range(EPOCHS):
            for chosen in torch.randperm(len(batch[0])).chunk(MINIBATCHES):
                seen, masks, *rest = (part.index_select(0, chosen) for part in batch)
                logits, estimates = side.evaluate(seen, masks)
                own = (part[:, side.agents].flatten() for part in rest)
                move, before, value, advantage = own
                gain, error, entropy = objectives(
                    logits.flatten(0, 1),
                    estimates.flatten(),
                    move,
                    before,
                    advantage,
                    advantage + value,
                )
                descend(side.optimizer, VALUE_SHARE * error - gain - ENTROPY * entropy)


PACMAN_EXAMS = ("random_ghost", "directional_ghost")
GHOST_EXAMS = ("reflex", "alpha_beta:depth=2")


def exam(pacman: PolicyNet, ghosts: PolicyNet, layout: str, seeds: range) -> dict[str, int]:
    """Games that Pac-Man wins against each kind of ghosts, and each kind of Pac-Man against the
    learned ghosts."""
    board = Layout.load(layout)

    def wins(who: Agent, team: list[Agent] | GhostTeam) -> int:
        return sum(play(board, [who], ghosts=team, seed=seed).won for seed in seeds)

    learned = PpoAgent(model=pacman)
    team = PpoGhosts(model=ghosts)
    return {
        **{name: wins(learned, [load_agent(name) for _ in board.ghosts]) for name in PACMAN_EXAMS},
        **{name: wins(load_agent(name), team) for name in GHOST_EXAMS},
        "each other": wins(learned, team),
    }


Curve = list[tuple[int, dict[str, int]]]


def draw_curves(curve: Curve, games: int, title: str, picture: Path) -> None:
    """Left the games of the learned Pac-Man, right those of the learned ghosts, with 95 %
    intervals."""
    figure = Figure(figsize=(9, 4.8), dpi=90, layout="constrained")
    figure.suptitle(title)
    moves = [moves / 1e6 for moves, _ in curve]
    panels = figure.subplots(1, 2, sharey=True)
    headings = {
        "The learned Pac-Man against": (*PACMAN_EXAMS, "learned ghosts"),
        "The learned ghosts against": (*GHOST_EXAMS, "learned Pac-Man"),
    }
    for axes, (heading, names) in zip(panels, headings.items(), strict=True):
        for name, colour in zip(names, ("#2b59c3", "#d1495b", "#777777"), strict=True):
            wins = [counts.get(name, counts["each other"]) for _, counts in curve]
            low, high = zip(*(proportion_interval(won, games) for won in wins), strict=True)
            axes.plot(moves, [won / games for won in wins], color=colour, label=name)
            axes.fill_between(moves, low, high, color=colour, alpha=0.12, linewidth=0)
        axes.set(xlabel="million moves of all agents", title=heading, ylim=(0, 1))
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.14))
    panels[0].set_ylabel("games that Pac-Man wins")
    panels[0].yaxis.set_major_formatter(PercentFormatter(1))
    figure.savefig(picture)


def main(
    layout: Annotated[str, typer.Option(help="The board.")] = "small",
    moves: Annotated[int, typer.Option(min=1, help="Moves of all agents.")] = 3_000_000,
    critic: Annotated[Critic, typer.Option(help="What the ghosts' values see.")] = Critic.CENTRAL,
    league: Annotated[int, typer.Option(min=0, help="Past networks that are kept.")] = 12,
    opponents: Annotated[int, typer.Option(min=1, help="Past networks at once.")] = 4,
    games: Annotated[int, typer.Option(min=4, help="Games at once.")] = 256,
    exams: Annotated[int, typer.Option(min=1, help="Exams; the league grows with each.")] = 6,
    exam_games: Annotated[int, typer.Option(min=1, help="Games of each kind in an exam.")] = 50,
    fresh: Annotated[int, typer.Option(min=1, help="Games of each kind at the end.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the learner and of its games.")] = 0,
    pacman: Annotated[Path, typer.Option(help="Save Pac-Man here.")] = Path("league_pacman.npz"),
    ghosts: Annotated[Path, typer.Option(help="Save the ghosts here.")] = Path("ghosts.npz"),
    picture: Annotated[Path, typer.Option(help="Save the plot here.")] = Path("self_play.png"),
) -> None:
    """Train both sides, draw their curves, save both, and play fresh games."""
    one_thread()
    sides = SelfPlay(
        layout, games, moves, seed, league, opponents, central=critic is Critic.CENTRAL
    )
    curve: Curve = []
    sides.remember()
    while sides.moves < moves:
        sides.learn()
        if sides.moves * exams >= moves * (len(curve) + 1):
            sides.remember()
            nets = sides.pacman.net.export(), sides.ghosts.net.export()
            counts = exam(*nets, layout, range(exam_games))
            curve.append((sides.moves, counts))
            speed = sides.moves / sum(sides.watch.seconds.values())
            print(
                f"{sides.moves:10,} moves, Pac-Man won of {exam_games} against each: {counts}; "
                f"{speed:,.0f} moves/s: {sides.watch}",
                flush=True,
            )
    draw_curves(curve, exam_games, f"Self-play on layout {layout}, {critic} critic", picture)
    for net, file, role in zip(nets, (pacman, ghosts), ("pacman", "ghost"), strict=True):
        net.save(file, role)
    print(f"saved {pacman} and {ghosts}; Pac-Man's fresh games:")
    for name, wins in exam(*nets, layout, range(10_000, 10_000 + fresh)).items():
        print(f"{name}: {share_text(wins, fresh)}")


if __name__ == "__main__":
    typer.run(main)
