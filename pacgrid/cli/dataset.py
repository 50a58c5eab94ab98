"""`pacgrid dataset`: games on small boards, with the exact value of every action, as JSON lines."""

import gzip
import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from pacgrid.action import letter_of
from pacgrid.analysis.judge_choice import JudgeChoice
from pacgrid.cli.completion import complete_agent, complete_layout
from pacgrid.cli.console import note_written
from pacgrid.cli.matchup import Matchup
from pacgrid.cli.options import JobsOption, OptionError, RoundsOption, SeedOption, ghosts_option
from pacgrid.cli.output_path import OutputError, check_writable, refusing
from pacgrid.cli.position import load_layout
from pacgrid.cli.processes import in_processes
from pacgrid.cli.progress import progress_bar
from pacgrid.cli.series import Series
from pacgrid.common.cpus import available_cpus
from pacgrid.common.files import atomic_file
from pacgrid.records.description import forfeit_reason
from pacgrid.session.keyboard_agent import NAME

FORMAT = "moves with exact values"
VERSION = 1
DIGITS = 3
"""Of values: solutions have 7 digits."""
SUFFIXES = (".jsonl", ".jsonl.gz")
AGENTS = ("random_agent", "reflex", "alpha_beta:depth=2")
GHOSTS = ("random_ghost", "directional_ghost", "optimal_ghost")


@dataclass(frozen=True)
class DatasetGame:
    """One game, to be played and judged. Can be sent to another process."""

    ghosts: str
    matchup: Matchup
    judge: JudgeChoice
    seed: int

    def lines(self) -> str:
        """A line for each of Pac-Man's moves. Raises OptionError if an agent forfeits the game."""
        return "".join(json.dumps(move) + "\n" for move in self._moves())

    def _moves(self) -> Iterator[dict[str, Any]]:
        record, analysis = Series(self.matchup, 1, self.seed, judge=self.judge).play(1)
        if record.forfeit is not None:
            raise OptionError(f"seed {self.seed}: {forfeit_reason(record)}; nothing was written")
        states = list(record.states())
        for move in analysis.of(0) if analysis else ():
            yield {
                "layout": self.matchup.setup.title,
                "ghosts": self.ghosts,
                "agent": self.matchup.agents[0],
                "seed": self.seed,
                "round": move.ply // len(record.agents),
                "state": str(states[move.ply]),
                "legal": "".join(map(letter_of, move.values)),
                "values": [round(value, DIGITS) for value in move.values.values()],
                "action": letter_of(move.action),
                "regret": round(move.regret, DIGITS),
                "final_score": record.score,
            }


def dataset(
    layouts: Annotated[
        list[str],
        typer.Argument(
            metavar="LAYOUT",
            help="Boards that are small enough to be solved, such as pocket and duel.",
            autocompletion=complete_layout,
        ),
    ],
    *,
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="FILE", help="The file to write: .jsonl, or .jsonl.gz."
        ),
    ],
    agents: Annotated[
        list[str] | None,
        typer.Option(
            "--agent",
            "-a",
            metavar="AGENT",
            help=f"Who plays Pac-Man. Repeat for several. Default: {', '.join(AGENTS)}.",
            autocompletion=complete_agent,
        ),
    ] = None,
    ghosts: Annotated[
        list[str] | None,
        ghosts_option(
            "Ghosts that move by known chances, or optimal_ghost for those that play their"
            f" best. Repeat for several. Default: {', '.join(GHOSTS)}."
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            "--games", "-n", min=1, metavar="N", help="Games of each agent on each board."
        ),
    ] = 20,
    seed: SeedOption = 0,
    rounds: RoundsOption = 300,
    jobs: JobsOption = None,
) -> None:
    """Write games on solved boards: what every action was worth, in every position.

    Each line is a move of Pac-Man: the position, the legal actions, their exact
    values, the action that he took and its regret. The same command writes the
    same lines on every machine.

    Example: pacgrid dataset pocket closet duel --games 100 --out moves.jsonl.gz
    """
    from pacgrid.cli.solved_boards import SolvedBoards
    from pacgrid.solutions.solution import rules_fingerprint

    if not out.name.endswith(SUFFIXES):
        raise OutputError(f"{out}: a dataset is written as {' or '.join(SUFFIXES)}")
    check_writable(out)
    players, teams = dict.fromkeys(agents or AGENTS), dict.fromkeys(ghosts or GHOSTS)
    if any(NAME in text for text in (*players, *teams)):
        raise OptionError("a dataset is played by agents; the keyboard can't take part")
    boards = [load_layout(name) for name in dict.fromkeys(layouts)]
    words = ["pacgrid", "dataset", *layouts]
    words += [word for name in players for word in ("--agent", name)]
    words += [word for name in teams for word in ("--ghosts", name)]
    words += ["--games", str(games), "--seed", str(seed), "--rounds", str(rounds)]
    header = {
        "pacgrid": FORMAT,
        "format": VERSION,
        "version": version("pacgrid"),
        "rules": rules_fingerprint(),
        "command": shlex.join(words),
    }
    with TemporaryDirectory() as folder:
        solved = SolvedBoards(Path(folder))
        to_play = [
            DatasetGame(team, *solved.judged(board, player, team, rounds), each)
            for board, team, player in product(boards, teams, players)
            for each in range(seed, seed + games)
        ]
        lines = _played(to_play, jobs or available_cpus())
    text = "".join([json.dumps(header) + "\n", *lines]).encode()
    with refusing(out), atomic_file(out) as file:
        file.write_bytes(gzip.compress(text, mtime=0) if out.suffix == ".gz" else text)
    note_written(out)


def _played(games: list[DatasetGame], jobs: int) -> list[str]:
    """The lines of each game, in order, with a progress bar on a terminal."""
    numbered = list(enumerate(games))
    lines = [""] * len(games)
    with progress_bar("games") as progress:
        bar = progress.add_task("", total=len(games))
        for (number, _), text in in_processes(_lines, numbered, jobs):
            lines[number] = text
            progress.advance(bar)
    return lines


def _lines(numbered: tuple[int, DatasetGame]) -> str:
    return numbered[1].lines()
