"""The played games as files: a record of each, which `pacgrid replay` shows, and pages of some."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pacgrid.analysis.analysis_file import read_analysis
from pacgrid.render.web.page import write_page

from ..assignments.assignment import Assignment
from ..kinds.kind import GradedTest
from ..model.grade import Grade
from ..model.lost_games import MOST_PAGES, game_name
from ..model.played_game import PlayedGame
from .file_names import file_names
from .results_folder import ResultsError


@dataclass(frozen=True)
class SavedGame:
    """A played game, and where it is saved."""

    folder: str
    """The submission's folder."""
    name: str
    """The files' name, without suffix."""
    test: GradedTest
    game: PlayedGame
    answer: str
    """The class or function that played."""
    has_page: bool

    def save(self, folder: Path) -> None:
        """Write the record, and the page if there is one, into the submission's folder in `folder`.

        Raises:
            ResultsError, RecordError, PageError: a file can't be written.
        """
        record = self.test.record_of(self.game, self.answer)
        own = folder / self.folder
        try:
            own.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ResultsError(f"{own}: can't be written: {error.strerror}") from None
        record.save(own / f"{self.name}.jsonl")
        if self.has_page:
            begins = self.game.turning_point or self.game.last_chance
            start = (begins.move - 1) * len(record.agents) if begins else 0
            text = self.game.analysis
            analysis = read_analysis(text, record) if text else None
            write_page(own / f"{self.name}.html", record, start, analysis)


def saved_games(
    assignment: Assignment, grades: Sequence[Grade], *, show_hidden: bool
) -> Iterator[SavedGame]:
    """The games of all visible tests; with `show_hidden`, those of hidden tests too. The first lost
    games of a test have a page."""
    folders = file_names([grade.name for grade in grades])
    for grade, folder in zip(grades, folders, strict=True):
        for question in grade.questions:
            answer = question.answer or question.asks_for
            tests = assignment.question(question.name).numbered_tests
            for outcome in question.outcomes:
                test = tests[outcome.number - 1]
                if outcome.is_hidden and not show_hidden:
                    continue
                with_page = [game.seed for game in outcome.lost[:MOST_PAGES]]
                for game in outcome.games:
                    name = game_name(question.name, outcome.number, game)
                    yield SavedGame(folder, name, test, game, answer, game.seed in with_page)
