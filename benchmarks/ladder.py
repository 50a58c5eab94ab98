"""Ladders: are they fair, do they find the order of agents of known strength, how fast are they?

    python benchmarks/ladder.py
    python benchmarks/ladder.py --jobs 2 --number 4

Twins are entrants with the same code, except that each draws its own random numbers: they should
win half of their matches. The agents of known strength are anchors, which search deeper and deeper.
The projection counts CPU seconds, so that it doesn't matter what else the machine does.
"""

import os
import time
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pacgrid.autograder.ladder.ladder import Ladder, LadderRules, PlayedLadder
from pacgrid.autograder.sandbox.level import strongest
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.common.intervals import proportion_interval
from pacgrid.layout import Layout

TWIN = """
from pacgrid import Agent, GhostTeam

class Pacman(Agent):
    def start(self, state):
        self.rng.seed(f"{self.rng.random()} {NUMBER}")

    def act(self, state):
        if self.rng.random() < 0.3:
            return self.rng.choice(state.legal_actions())
        def steps(action):
            after = state.successor(action)
            return after.maze.nearest(after.pacman, state.food)
        return min(state.legal_actions(), key=steps)

class Ghosts(GhostTeam):
    start = Pacman.start

    def act(self, state):
        if self.rng.random() < 0.3:
            return self.rng.choice(state.legal_actions())
        def steps(action):
            ghost = state.successor(action).ghosts[state.to_move - 1]
            return state.maze.distance(tuple(map(round, ghost.position)), state.pacman)
        return min(state.legal_actions(), key=steps)
"""
KNOWN_ORDER = ("random_agent", "reflex", *(f"alpha_beta:depth={depth}" for depth in (1, 2, 3)))
"""Pac-Men, the weakest first."""
KNOWN_GHOSTS = ("random_ghost", "directional_ghost", "minimax_team")
PROJECTION = {"entrants": 40, "layouts": 10, "cores": 16}


def twins(count: int) -> list[Submission]:
    """Entrants with the same code, each with its own random numbers."""
    texts = [f"NUMBER = {number}\n{TWIN}" for number in range(count)]
    return [
        Submission(f"twin {number}", (("agent.py", text.encode()),), main="agent.py")
        for number, text in enumerate(texts, start=1)
    ]


def played(
    submissions: Sequence[Submission], rules: LadderRules, jobs: int | None
) -> tuple[PlayedLadder, float]:
    """A ladder, and the CPU seconds that it took, in all processes."""
    began = cpu_seconds()
    ladder = Ladder(rules, level=strongest(), jobs=jobs).play(submissions)
    return ladder, cpu_seconds() - began


def cpu_seconds() -> float:
    """What this process and all that have ended have computed."""
    return sum(os.times()[:4])


def fairness(ladder: PlayedLadder) -> Iterator[tuple[str, ...]]:
    """How many of its matches against other twins each of them won; a draw is half a win."""
    for name in ladder.field.both:
        differences = []
        for pairing, result in ladder.results.items():
            back = ladder.results.get(
                pairing._replace(pacman=pairing.ghosts, ghosts=pairing.pacman)
            )
            if pairing.pacman == name and back and None not in (result.score, back.score):
                differences.append((result.score or 0) - (back.score or 0))
        count = len(differences)
        won = sum(each > 0 for each in differences) + differences.count(0) / 2
        low, high = proportion_interval(round(won), count)
        yield name, str(count), f"{won / count:.0%}", f"{low:.0%} … {high:.0%}"


def main(
    jobs: Annotated[int | None, typer.Option(help="Processes. Default: one per core.")] = None,
    number: Annotated[int, typer.Option(help="How many twins.")] = 6,
    games: Annotated[int, typer.Option(help="Games of each pair on each layout.")] = 4,
) -> None:
    console = Console()
    board = [Layout.load("small"), Layout.load("trap")]
    field = LadderRules(anchors=[]).changed(layouts=board)
    rules = field.changed(games=games * number * (number - 1) * len(board))
    began = time.perf_counter()
    ladder, computed = played(twins(number), rules, jobs)
    seconds = time.perf_counter() - began

    table = Table("entrant", "matches", "won", "95 %", title="Twins win half of their matches")
    for row in fairness(ladder):
        table.add_row(*row)
    console.print(table)

    count = len(ladder.results)
    everybody = PROJECTION["entrants"]
    total = everybody * (everybody - 1 + 6) * PROJECTION["layouts"]
    minutes = total * computed / count / PROJECTION["cores"] / 60
    console.print(
        f"{count} games in {seconds:.1f} s: {count / seconds:.1f} a second, {computed / count:.2f}"
        f" CPU seconds for each.\n{everybody} entrants with both roles and 6 anchors on"
        f" {PROJECTION['layouts']} layouts are {total} games: {minutes:.0f} minutes on"
        f" {PROJECTION['cores']} cores."
    )

    known = LadderRules(anchors=[*KNOWN_ORDER, *KNOWN_GHOSTS]).changed(
        layouts=[Layout.load(name) for name in ("small", "trap", "medium")],
        games=games * len(KNOWN_ORDER) * len(KNOWN_GHOSTS) * 3,
    )
    ladder, _ = played([], known, jobs)
    table = Table("agent", "rating", "95 %", title="Agents of known strength")
    for ranking, order in (
        (ladder.rating.pacmen, KNOWN_ORDER),
        (ladder.rating.ghosts, KNOWN_GHOSTS),
    ):
        for name in ranking.ranked:
            low, high = ranking.interval(name) or (float("nan"), float("nan"))
            table.add_row(name, f"{ranking.value(name):+.1f}", f"{low:+.1f} … {high:+.1f}")
        found = "as expected" if ranking.ranked[::-1] == order else "NOT as expected"
        table.add_row(found, "", "", end_section=True)
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
