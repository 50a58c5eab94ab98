"""Records of games."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pacgrid import Action, Layout, Record, play
from pacgrid.agent_loader import load_agent
from pacgrid.errors import RecordError
from pacgrid.game import Limits
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records.thought import Move

FOLDER = Path(__file__).parents[1] / "records"
SAMPLES = [FOLDER / f"{name}.jsonl" for name in ("plain", "thoughts", "position")]
"""Saved games: one without thoughts, one with, and one that starts from a drawn position."""
GAME = Record.load(SAMPLES[0])
START = replace(GAME, moves=GAME.moves[:10], score=0, ending=Ending.QUIT)
"""Three rounds and a ply of it."""
STILL = replace(GAME, moves=(), score=0, ending=Ending.QUIT)


def moved(layout: Layout, letters: str) -> Record:
    """A game with these moves, quit then if it is not over."""
    many = 1 + len(layout.ghosts)
    moves = tuple(Move(Action("NESW-".index(letter)), 0.001, 0.001, 7) for letter in letters)
    names = ("pac", *(f"ghost{i}" for i in range(1, many)))
    record = Record(PacmanSetup(layout, many), names, 3, moves, 0, Ending.QUIT)
    *_, last = record.states()
    ending = Ending.WON if last.is_win else Ending.CAUGHT if last.is_loss else Ending.QUIT
    return replace(record, score=last.score, ending=ending)


def rounded(record: Record) -> Record:
    """The record with its seconds rounded as in a file."""
    moves = (
        replace(move, seconds=round(move.seconds, 6), cpu_seconds=round(move.cpu_seconds, 6))
        for move in record.moves
    )
    return replace(record, moves=tuple(moves))


def loaded(text: bytes) -> Record | RecordError:
    """The record in a file with this text, or the error, which is one line that names the file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        path.write_bytes(text)
        try:
            return Record.load(path)
        except RecordError as caught:
            error = caught
    assert str(error).startswith(str(path))
    assert "\n" not in str(error)
    return error


@cache
def searched(rounds: int = 60) -> Record:
    """A game between agents that search, with their thoughts."""
    layout = Layout.load("medium")
    names = ("alpha_beta:depth=2", *["minimax_ghost"] * len(layout.ghosts))
    return play(
        layout, [*map(load_agent, names)], seed=0, limits=Limits(rounds=rounds), thoughts=True
    )
