"""A game that was recorded long ago, for tests of films."""

from dataclasses import replace
from pathlib import Path

from pacgrid import Record
from pacgrid.records.record import Ending

GAME = Record.load(Path(__file__).parents[1] / "records" / "version-1.json")
START = replace(GAME, moves=GAME.moves[:10], score=0, ending=Ending.QUIT)
"""Three rounds and a ply of it."""
STILL = replace(GAME, moves=(), score=0, ending=Ending.QUIT)
