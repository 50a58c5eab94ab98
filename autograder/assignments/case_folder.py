"""Reads a folder of test cases as an assignment."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from pacgrid.cs188 import COURSE_FILE, COURSE_TEST_CASES

from ..kinds.cs188.course_case import CaseFile, CourseCase, LayoutSearch, TestCaseError
from ..kinds.cs188.course_game_tree import CourseGameTree
from ..kinds.cs188.course_games import CourseGames
from ..kinds.cs188.course_kind import GAME_SECONDS, CourseTest, UnknownTest
from ..kinds.cs188.course_trees import CourseTrees
from ..kinds.kind import GradedTest, Note
from ..model.outcome import Rule
from ..model.schema import Budget, SubmissionLimits
from .assignment import Assignment, Question

TEST_SECONDS = 1800
"""What a test may take at most, whatever it says."""

_KINDS: Mapping[str, type[CourseTest]] = {
    "GraphGameTreeTest": CourseTrees,
    "PacmanGameTreeTest": CourseGameTree,
    "EvalAgentTest": CourseGames,
}
"""The kind of test for each class of a test-case file."""
_RULES: Mapping[str, Rule] = {
    "PassAllTestsQuestion": "all",
    "ExtraCreditPassAllTestsQuestion": "all",
    "PartialCreditQuestion": "partial",
    "Q6PartialCreditQuestion": "partial",
    "HackedPartialCreditQuestion": "weighted",
    "NumberPassedQuestion": "count",
}
"""The rule for points of each class of question."""


def load_test_cases(folder: Path, *, note: Note = lambda _: None) -> Assignment:
    """The assignment in `folder`, which has a folder for each question, or is that of a single one.

    Args:
        note: called with what is left out or mended, a line each.

    Raises:
        TestCaseError: one line with the file, the line, what is wrong there, and the mend.
    """
    layouts = LayoutSearch(folder, note)
    try:
        return _assignment(folder, layouts)
    except ValidationError as error:
        raise TestCaseError(f"{folder}: {error.errors()[0]['msg']}") from None


def _assignment(folder: Path, layouts: LayoutSearch) -> Assignment:
    """Raises TestCaseError, or ValidationError for names that can't be used."""
    note = layouts.note
    root, names = _question_folders(folder, note)
    folders = [_QuestionFolder(root / name, layouts) for name in names]
    questions: list[Question] = []
    tests: list[CourseTest] = []
    for each in folders:
        config = each.config()
        if found := _bundled(each.tests()):
            questions.append(each.question(config, found, questions, is_alone=root != folder))
            tests += found
        else:
            note(f"{each.path.name}: no tests; left out")
    if not questions:
        raise TestCaseError(
            f"{folder}: no test cases; name a folder that has a folder for each question, "
            "with a CONFIG and .test files"
        )
    name = folder.resolve().name
    return Assignment(
        title="Test cases" if name == COURSE_TEST_CASES else f"Test cases: {name}",
        file=COURSE_FILE,
        limits=_limits(tests),
        questions=questions,
    )


def _question_folders(folder: Path, note: Note) -> tuple[Path, list[str]]:
    if not folder.is_dir():
        raise TestCaseError(f"{folder}: no such folder")
    has_config = (folder / "CONFIG").is_file()
    values = CaseFile.read(folder, "CONFIG", "CONFIG") if has_config else CaseFile("CONFIG", {})
    if "class" in values:
        absolute = folder.resolve()
        return absolute.parent, [absolute.name]
    if "order" not in values:
        found = [path.name for path in folder.iterdir() if (path / "CONFIG").is_file()]
        return folder, sorted(name for name in found if not name.startswith("."))
    names = list(dict.fromkeys(values.text("order").split()))
    for name in names:
        if not (folder / name).is_dir():
            note(f"CONFIG: order names {name}, which is no folder; left out")
    return folder, [name for name in names if (folder / name).is_dir()]


@dataclass(frozen=True)
class _QuestionFolder:
    """The folder of one question."""

    path: Path
    layouts: LayoutSearch

    def config(self) -> CaseFile:
        """What says how its points follow from its tests. Raises TestCaseError."""
        return self._read("CONFIG")

    def question(
        self,
        config: CaseFile,
        tests: Sequence[CourseTest],
        earlier: Sequence[Question],
        *,
        is_alone: bool,
    ) -> Question:
        """The question with these `tests`. Raises TestCaseError.

        Args:
            earlier: the questions before it, which it may require.
            is_alone: whether it is the only one, which requires nothing.
        """
        name = self.path.name
        kind = config.text("class")
        if kind not in _RULES:
            self.layouts.note(f"{name}/CONFIG: class {kind} is unknown, so {name} gives no points")
        is_extra = kind.startswith("ExtraCredit")
        return Question(
            name=_identifier(name),
            agent=next((test.agent for test in tests if test.agent), None),
            points=config.number("max_points", least=0),
            extra=config.number("extra_points", least=0) if is_extra else 0,
            rule=_RULES.get(kind, "unknown"),
            requires=[] if is_alone else _requirements(config, earlier),
            tests=list[GradedTest](tests),
        )

    def tests(self) -> Iterator[CourseTest]:
        """The tests that aren't disabled, in order."""
        found = (re.fullmatch(r"([^#~.].*)\.test", path.name) for path in self.path.iterdir())
        for name in sorted(match[1] for match in found if match):
            test = self._read(f"{name}.test")
            if test.text("disabled", "false").lower() != "true":
                file = f"{name}.solution"
                has_solution = (self.path / file).is_file()
                solution = self._read(file) if has_solution else None
                kind = _KINDS.get(test.text("class"), UnknownTest)
                yield kind.read(CourseCase(test, solution, self.layouts))

    def _read(self, file: str) -> CaseFile:
        name = f"{self.path.name}/{file}"
        return CaseFile.read(self.path.parent, name, name)


def _requirements(config: CaseFile, earlier: Sequence[Question]) -> list[str]:
    names = list(map(_identifier, config.text("depends", "").split()))
    known = {question.name for question in earlier}
    for name in names:
        if name not in known:
            message = f"depends on {name}, which is no earlier question; put it before in order"
            raise config.error("depends", message)
    return names


def _identifier(name: str) -> str:
    return re.sub(r"^(?=\d)|\W", "_", name)


def _bundled(tests: Iterable[CourseTest]) -> list[CourseTest]:
    """`tests`, with those of each bundle as one test, in the place of the first of them."""
    bundles: dict[tuple[str, ...], list[CourseTest]] = {}
    for test in tests:
        bundles.setdefault(test.bundle, []).append(test)
    return [first.bundled(others) for first, *others in bundles.values()]


def _limits(tests: Sequence[CourseTest]) -> SubmissionLimits:
    """Limits as wide as those of the tests. A game, or all trees, may take the longest time that a
    test gives a game; a test may take that for each of its games."""
    game = max([GAME_SECONDS, *(test.game_seconds for test in tests)])
    whole = max([2 * game, *(test.test_seconds for test in tests)])
    whole = min(whole, TEST_SECONDS)
    return SubmissionLimits(
        load=_budget(30),
        move=_budget(game),
        game=_budget(game),
        test=_budget(whole),
        submission=_budget(whole * len(tests)),
    )


def _budget(seconds: float) -> Budget:
    return Budget(cpu_seconds=seconds, seconds=seconds)
