"""How the games of a test are analysed."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from pacgrid.analysis.analyse import JudgeChoice
from pacgrid.analysis.analysis_file import analysis_json
from pacgrid.analysis.judges import FEWEST_NODES
from pacgrid.errors import PacgridError
from pacgrid.records.record import Record

from ...model.errors import GradingError
from ...model.played_game import PlayedGame
from ...model.strict_model import StrictModel, invalid
from ...model.turning_point import turning_point
from ..fields import Solution

ANALYSIS_NODES = 20_000
MOST_ANALYSIS_NODES = 1_000_000


class Analysis(StrictModel):
    """How games are analysed."""

    nodes: Annotated[int, Field(ge=FEWEST_NODES, le=MOST_ANALYSIS_NODES)] = ANALYSIS_NODES
    """How many positions are searched for a move."""
    solution: Solution | None = None
    """A solution of the board, which replaces the search."""

    @property
    def judge(self) -> JudgeChoice:
        """What judges the moves."""
        return JudgeChoice(Path(self.solution) if self.solution else None, self.nodes)

    def of(self, game: PlayedGame, record: Record) -> PlayedGame:
        """The `game` of `record` with the analysis of Pac-Man's moves. Raises GradingError if they
        can't be judged."""
        try:
            analysis = self.judge.analyse(record, ghosts=False)
        except PacgridError as error:
            raise GradingError(str(error)) from None
        text = json.dumps(analysis_json(analysis, record))
        return replace(game, turning_point=turning_point(record, analysis), analysis=text)


def read_analysis_field(value: object) -> object:
    """`true` is an analysis with the default values."""
    if not isinstance(value, bool | dict):
        raise invalid("write true, or a table such as {nodes = 50000}")
    return ({} if value else None) if isinstance(value, bool) else value
