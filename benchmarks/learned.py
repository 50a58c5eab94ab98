"""What PPO and self-play learn from few moves, beside agents that search, and beside the optimum.

    pip install -e ".[torch]"
    python benchmarks/learned.py --save benchmarks/results/learned.md

PPO is `examples/ppo.py`, self-play `examples/ippo.py` with its central critic and its league, both
with their usual settings. What is finished is kept in `--folder`, and PPO's checkpoints are, too:
the same command goes on from there, and `--only-show` shows what there is.

A learner's numbers are means over its seeds, with Student's 95 % interval of that mean, since
seeds differ more than games do. The others play as many games as each seed: Wilson's interval of
the share, Student's of the mean score. Networks play their favourite action in games that none has
learned from, on fresh levels in mazes of the test split. The optimum is the value of the exact
solution; where there is none, the board is too large for one, or the ghosts of the arcade look at
more than Pac-Man.
"""

import json
import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from pacgrid import Layout, State, play
from pacgrid.agent_loader import load_agent
from pacgrid.common.intervals import mean_interval, proportion_interval
from pacgrid.envs.levels import MazeLevels
from pacgrid.envs.opponents import load_ghosts
from pacgrid.solutions.solve import solve

EXAMPLES = Path(__file__).parent.parent / "examples"
GHOSTS = ("random_ghost", "directional_ghost", "arcade")
AGENTS = ("reflex", "alpha_beta:depth=2", "champion:nodes=5000")
SOLVED = {"random_ghost", "directional_ghost"}
FAMILY = "random:size=13x13,style=arcade,ghosts=2"
SEED = 10**6
"""The first seed of games that measure."""


@dataclass(frozen=True)
class Board:
    """Where agents learn and are measured."""

    name: str
    moves: int
    """PPO's, of Pac-Man."""
    options: dict[str, Any]
    """Of the environment that PPO learns in."""
    layouts: Callable[[int], Sequence[Layout]]
    """The layouts to measure that many games on, in turn."""
    is_solvable: bool = False


def test_levels(games: int) -> list[Layout]:
    levels = MazeLevels([FAMILY], "test", games)
    return [levels.layout(number) for number in range(games)]


BOARDS = (
    Board("small", 2_000_000, {"layout": "small"}, lambda _: [Layout.load("small")]),
    Board(
        "cloister",
        500_000,
        {"layout": "cloister"},
        lambda _: [Layout.load("cloister")],
        is_solvable=True,
    ),
    Board(
        "fresh levels",
        1_000_000,
        {"layout": FAMILY, "levels": "train", "num_levels": 1000},
        test_levels,
    ),
)
SELF_PLAY = "small"
SELF_PLAY_MOVES = 2_000_000
"""Of all agents."""

PART = 4
"""Self-play is measured in so many times fewer games: networks play them one by one."""

Result = dict[str, Any]


def measured(agent: str, board: Board, ghosts: str, games: int) -> Result:
    """Wins and scores of an agent that searches."""
    layouts = board.layouts(games)
    pacman = load_agent(agent)  # champion solves a small board once
    wins, scores = [], []
    for game in range(games):
        layout = layouts[game % len(layouts)]
        team = load_ghosts(ghosts, len(layout.ghosts), layout.name)
        record = play(layout, [pacman, *team], seed=SEED + game)
        wins.append(record.won)
        scores.append(record.score)
    return {"wins": wins, "scores": scores}


def optimum(board: Board, ghosts: str) -> Result:
    """What the best play expects."""
    (layout,) = board.layouts(1)
    with TemporaryDirectory() as folder:
        solution = solve(layout, ghosts=load_agent(ghosts), path=Path(folder) / "solution")
        return {"value": max(solution.action_values(State.initial(layout)).values())}


def learned(board: Board, ghosts: str, seed: int, moves: int, games: int, file: Path) -> Result:
    """Wins and scores of what PPO learns."""
    from checkpoint import resume, save
    from ppo import SAVE_EVERY, Learner
    from ppo_exams import exam

    learner = Learner(seed, moves, ghosts=ghosts, **board.options)
    checkpoint = file.with_suffix(".pt")
    if checkpoint.exists():
        resume(learner, checkpoint)
    start, before = time.process_time(), learner.moves
    rollouts = 0
    while learner.moves < moves:
        learner.learn()
        rollouts += 1
        if rollouts % SAVE_EVERY == 0:
            save(learner, checkpoint)
    seconds = time.process_time() - start
    layouts = board.layouts(games)
    starts = [State.initial(layouts[game % len(layouts)]) for game in range(games)]
    wins, scores = exam(learner.net, games, starts, layout=layouts, ghosts=ghosts)
    checkpoint.unlink(missing_ok=True)
    rate = (learner.moves - before) / seconds if seconds else None
    return {"wins": wins.tolist(), "scores": scores.tolist(), "moves a second": rate}


def self_play(seed: int, moves: int, games: int) -> Result:
    """By opponent, the share of games that Pac-Man wins, of those that have learned from each
    other."""
    from ippo import SelfPlay, exam

    sides = SelfPlay(SELF_PLAY, 256, moves, seed, league=12, opponents=4, central=True)
    start, remembered = time.process_time(), 0
    while sides.moves < moves:
        if sides.moves * 6 >= moves * remembered:
            sides.remember()
            remembered += 1
        sides.learn()
    rate = sides.moves / (time.process_time() - start)
    nets = sides.pacman.net.export(), sides.ghosts.net.export()
    games = max(games // PART, 1)
    wins = exam(*nets, SELF_PLAY, range(SEED, SEED + games))
    return {"shares": {who: won / games for who, won in wins.items()}, "moves a second": rate}


def tasks(
    folder: Path, seeds: int, games: int, boards: Sequence[Board], self_play_moves: int
) -> Iterator[tuple[Path, Callable[[], Result]]]:
    """What is to be done, and the file of each result."""
    for board in boards:
        name = partial(result_file, folder, board.name)
        for ghosts in GHOSTS:
            for agent in AGENTS:
                yield name(ghosts, agent, games), partial(measured, agent, board, ghosts, games)
            if board.is_solvable and ghosts in SOLVED:
                yield name(ghosts, "optimum"), partial(optimum, board, ghosts)
        for seed in range(seeds):
            for ghosts in GHOSTS:
                file = name(ghosts, "ppo", board.moves, games, seed)
                yield file, partial(learned, board, ghosts, seed, board.moves, games, file)
    for seed in range(seeds):
        file = self_play_file(folder, self_play_moves, games, seed)
        yield file, partial(self_play, seed, self_play_moves, games)


def self_play_file(folder: Path, moves: int, games: int, seed: int) -> Path:
    return result_file(folder, SELF_PLAY, "self_play", moves, games, seed)


def result_file(folder: Path, *parts: object) -> Path:
    name = "-".join(str(part) for part in parts)
    return folder / f"{name.replace(' ', '_').replace(':', '_')}.json"


def found(file: Path) -> Result | None:
    return json.loads(file.read_text("utf-8")) if file.exists() else None


def in_brackets(interval: tuple[float, float] | None, form: str) -> str:
    return "" if interval is None else f" ({interval[0]:{form}} to {interval[1]:{form}})"


def cell(result: Result | None) -> str:
    """Of an agent that searches, or of the optimum."""
    if result is None:
        return ""
    if "value" in result:
        return f"score {result['value']:.0f}"
    wins, scores = result["wins"], result["scores"]
    share = in_brackets(proportion_interval(sum(wins), len(wins)), ".0%")
    score = in_brackets(mean_interval(scores), ".0f")
    return f"{fmean(wins):.0%}{share}<br>{fmean(scores):.0f}{score}"


def mean_share(shares: Sequence[float]) -> str:
    interval = mean_interval(shares)
    clipped = interval and (max(interval[0], 0.0), min(interval[1], 1.0))
    return f"{fmean(shares):.0%}{in_brackets(clipped, '.0%')}"


def seeds_cell(results: Sequence[Result]) -> str:
    """Of a learner: means over its seeds."""
    if not results:
        return ""
    shares, scores = ([fmean(each[key]) for each in results] for key in ("wins", "scores"))
    share = mean_share(shares)
    return f"{share}<br>{fmean(scores):.0f}{in_brackets(mean_interval(scores), '.0f')}"


def page(
    folder: Path, seeds: int, games: int, boards: Sequence[Board], self_play_moves: int
) -> str:
    """The tables of what there is."""
    versions = f"Pacgrid {version('pacgrid')}, Python {platform.python_version()}"
    lines = [
        "# What is learned from few moves",
        "",
        f"`python benchmarks/learned.py --save benchmarks/results/learned.md` ({versions})",
        "",
        "This is a small budget, not the best that these methods reach: it is what one core learns "
        "in an hour.",
        f"Each cell has the share of games won, and below it the mean score, of {games} games for "
        "each agent or seed.",
        "In brackets: 95 % intervals; those of learners are of the mean over seeds.",
    ]
    rates = []
    for board in boards:
        if not any(folder.glob(result_file(folder, board.name, "*").name)):
            continue  # not begun
        lines += ["", f"## {board.name}", "", f"| Pac-Man | {' | '.join(GHOSTS)} |"]
        lines.append("|---" * (len(GHOSTS) + 1) + "|")
        runs = []
        for ghosts in GHOSTS:
            name = partial(result_file, folder, board.name, ghosts, "ppo", board.moves, games)
            runs.append([each for seed in range(seeds) if (each := found(name(seed)))])
        rates += [each["moves a second"] for row in runs for each in row]
        counts = sorted({len(row) for row in runs})
        count = " to ".join(map(str, [*counts[:1], *counts[1:][-1:]]))
        title = f"PPO, {board.moves:,} moves, {count} seeds"
        lines.append(f"| {title} | {' | '.join(map(seeds_cell, runs))} |")
        for agent in AGENTS:
            row = [cell(found(result_file(folder, board.name, g, agent, games))) for g in GHOSTS]
            lines.append(f"| {agent} | {' | '.join(row)} |")
        if board.is_solvable:
            row = [cell(found(result_file(folder, board.name, g, "optimum"))) for g in GHOSTS]
            lines.append(f"| the optimum | {' | '.join(row)} |")
    files = [self_play_file(folder, self_play_moves, games, seed) for seed in range(seeds)]
    runs = [each for file in files if (each := found(file))]
    if runs:
        lines += [
            "",
            f"## Self-play on {SELF_PLAY}",
            "",
            f"Pac-Man and the ghosts learn from each other: {self_play_moves:,} moves of all "
            f"agents, {len(runs)} seeds, {max(games // PART, 1)} games of each kind.",
            "",
            "| who plays against whom | games that Pac-Man wins |",
            "|---|---|",
        ]
        who = {
            "random_ghost": "the learned Pac-Man against random_ghost",
            "directional_ghost": "the learned Pac-Man against directional_ghost",
            "each other": "the learned Pac-Man against the learned ghosts",
        }
        for key in runs[0]["shares"]:
            shares = [each["shares"][key] for each in runs]
            text = mean_share(shares)
            lines.append(f"| {who.get(key, f'{key} against the learned ghosts')} | {text} |")
    if rates:
        rate = fmean(each for each in rates if each)
        lines += ["", f"PPO learned from {rate:,.0f} moves in a second of CPU time, on one core."]
    return "\n".join(lines) + "\n"


def main(
    folder: Annotated[Path, typer.Option(help="Keeps what is finished.")] = Path("learned"),
    save: Annotated[Path | None, typer.Option(help="Write the page here.")] = None,
    seeds: Annotated[int, typer.Option(min=1, help="Of each learner.")] = 5,
    games: Annotated[int, typer.Option(min=2, help="That measure each.")] = 200,
    only_show: Annotated[bool, typer.Option(help="Train and play nothing.")] = False,
    quick: Annotated[bool, typer.Option(help="Almost no moves.")] = False,
) -> None:
    """Train, measure, and print the page."""
    sys.path.insert(0, str(EXAMPLES))
    from actor_critic import one_thread

    one_thread()
    boards = BOARDS
    self_play_moves = SELF_PLAY_MOVES
    if quick:
        boards = tuple(Board(each.name, 1, each.options, each.layouts) for each in BOARDS[:1])
        self_play_moves = 1
    folder.mkdir(parents=True, exist_ok=True)
    for file, work in tasks(folder, seeds, games, boards, self_play_moves):
        if only_show or file.exists():
            continue
        print(file.stem, file=sys.stderr, flush=True)
        unfinished = file.with_suffix(".part")
        unfinished.write_text(json.dumps(work()), "utf-8")
        unfinished.replace(file)
    text = page(folder, seeds, games, boards, self_play_moves)
    print(text, end="")
    if save:
        save.write_text(text, "utf-8")


if __name__ == "__main__":
    typer.run(main)
