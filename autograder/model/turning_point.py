"""The move that cost Pac-Man most in a lost game."""

from dataclasses import dataclass
from itertools import islice

from pacgrid.analysis.game_analysis import GameAnalysis, Mark, line_name, line_text, worth_text
from pacgrid.common.sanitize import sanitize_fields
from pacgrid.records.record import Record


@dataclass(frozen=True)
class TurningPoint:
    """The mistake or blunder that cost most, and what should have been played."""

    move: int
    """Pac-Man's moves are numbered from 1."""
    worth: str
    """What he played, and what was better: `east is worth -512, west 240`."""
    board: str
    """The position, as it is drawn."""
    line: str
    """The play that proves it, a word for each round."""
    is_example: bool
    """Whether other play is as likely, because ghosts leave their moves to chance."""
    judge: str
    """How that is known."""
    is_blunder: bool = True
    """Whether it is a blunder, rather than a mistake."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["worth", "line", "judge"], blocks=["board"])

    def __str__(self) -> str:
        went = "was thrown away" if self.is_blunder else "went wrong"
        return f"{went} at move {self.move}: {self.worth}"

    @property
    def explanation(self) -> str:
        """The position, what was better there and why, in some lines."""
        line = line_name(has_chance=self.is_example)
        return f"{self.board}\n\n{self.worth}\n{line}: {self.line}\njudge: {self.judge}"


def turning_point(record: Record, analysis: GameAnalysis) -> TurningPoint | None:
    """The turning point of a game; None if Pac-Man made no mistake that its analysis knows of."""
    move = analysis.turning_point()
    if move is None or move.mark is Mark.INACCURACY:
        return None
    num_agents = len(record.agents)
    (state,) = islice(record.states(), move.ply, move.ply + 1)
    return TurningPoint(
        move.ply // num_agents + 1,
        worth_text(move, analysis.unit, str(move.action), str(move.best)),
        str(state),
        line_text(move.line, 0, num_agents),
        analysis.has_chance,
        analysis.judge,
        move.mark is Mark.BLUNDER,
    )
