"""Which judge analyses games."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from pacgrid.analysis.analyse import analyse
from pacgrid.analysis.exact_judge import ExactJudge
from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.analysis.judge import Judge
from pacgrid.analysis.search_judge import NODES, SearchJudge
from pacgrid.analysis.solution_judge import SolutionJudge
from pacgrid.games.game_setup import GameSetup
from pacgrid.records.record import Record


@dataclass(frozen=True)
class JudgeChoice:
    """How games are judged. Can be sent to another process."""

    solution: Path | None = None
    """A file that `pacgrid solve` wrote; None: by a search."""
    nodes: int = NODES
    """How many positions are searched for a move."""

    @property
    def options(self) -> list[str]:
        """The options of a command that choose it, after `--analyse`."""
        judge = self.solution or self.nodes
        return ["--judge", str(judge)] * (judge != NODES)

    @property
    def identity(self) -> str:
        """A text that is the same for judges that judge alike."""
        if self.solution:
            with self.solution.open("rb") as file:
                return file_digest(file, "sha256").hexdigest()
        return str(self.nodes)

    def check(self, setup: GameSetup) -> None:
        """Check that games can be judged. Raises as `judge`."""
        if self.solution:
            SolutionJudge.load(self.solution, setup.first_state, setup.title)
        elif not setup.in_real_time:
            ExactJudge(setup.first_state, setup.title)

    def judge(self, record: Record) -> Judge:
        """The judge of that game.

        Raises:
            SolutionError: the solution can't be read.
            AnalysisError: it is of another board; or another game has too many positions.
        """
        if not record.setup.in_real_time:
            return ExactJudge(record.first_state, record.setup.title)
        if self.solution:
            return SolutionJudge.load(self.solution, record.first_state, record.layout.name)
        return SearchJudge.of(record, self.nodes)

    def analyse(
        self,
        record: Record,
        progress: Callable[[int, int], object] | None = None,
        *,
        ghosts: bool = True,
    ) -> GameAnalysis:
        """The analysis of that game, as in `pacgrid.analysis.analyse`. Raises PacgridError."""
        return analyse(record, self.judge(record), progress, ghosts=ghosts)
