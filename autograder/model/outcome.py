"""The result of a test."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import sanitize_fields

from .aim import Aim
from .case_result import CaseResult, CaseStatus
from .diagnosis import Diagnosis
from .evaluation_report import EvaluationReport
from .placed_failure import PlacedFailure, failure_json, kind
from .played_game import PlayedGame, game_json

Visibility = Literal["visible", "hidden", "after_due_date", "after_published"]
"""When students can see a test and its result, in Gradescope's words."""


_MOST_ALIKE = 3
"""Test cases that fail alike and are all named."""


@dataclass(frozen=True)
class Outcome:
    """The result of one test."""

    test: str
    """A description of the test."""
    result: str
    """A description of the result."""
    points: float
    possible: float
    aims: tuple[Aim, ...] = ()
    """The parts that give points, if there are several."""
    failure: Failure | None = None
    """What the submission did wrong, if it failed: the first kind of failure."""
    place: str = ""
    """Where it failed so: `games 1-4, 7 and 9-12`."""
    advice: str = ""
    """What to look at when points are missing."""
    visibility: Visibility = "visible"
    """When students may see all this."""
    nodes: int | None = None
    """How many successors it asked for, if the grader counts them."""
    output: str = ""
    """What the submission printed, or the first and last part of it."""
    seconds: float = field(default=0, compare=False)
    """Wall-clock time; ignored when outcomes are compared."""
    games: tuple[PlayedGame, ...] = ()
    """The games that were played, in order."""
    diagnosis: Diagnosis | None = None
    """What is wrong with its search, if the test looks into it."""
    evaluation: EvaluationReport | None = None
    """What is odd about its evaluation, if it has one."""
    other_failures: tuple[PlacedFailure, ...] = ()
    """Other kinds of failures."""
    unpruned_nodes: int | None = None
    """How many successors the right search asks for if it prunes nothing, if that is known."""
    cases: tuple[CaseResult, ...] = ()
    """The results of its test cases, if it was read from test-case files."""
    number: int = 1
    """The test's number in its question, from 1. Visible tests come first, so that the number
    reveals nothing about hidden ones."""
    title: str = ""
    """What the test's author calls it; if empty, `test` describes it by its numbers."""
    observed: str = field(default="", repr=False)
    """What was observed of its search, for the question's diagnosis: see `packed`. A finished grade
    doesn't have it."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["test", "result", "place"], blocks=["advice", "output"])

    @property
    def is_hidden(self) -> bool:
        """Whether it is hidden from students now."""
        return self.visibility != "visible"

    @property
    def public(self) -> "Outcome":
        """What students may ever see of it. Of a hidden test that is its title, its points, and
        whether it is passed.

        The submission has seen the hidden boards and decides all the rest: what it prints and
        raises, its games, choices and mistakes, and how long it takes. Any of this can spell a
        board, and a description of the test may name one.
        """
        if not self.is_hidden:
            return self
        return Outcome(
            test=self.title or "hidden test",
            result="passed" if self.is_passed else "failed",
            points=self.points,
            possible=self.possible,
            visibility=self.visibility,
            number=self.number,
            title=self.title,
        )

    @property
    def failures(self) -> tuple[PlacedFailure, ...]:
        """All kinds of failures."""
        first = (PlacedFailure(self.failure, self.place),) if self.failure else ()
        return first + self.other_failures

    @property
    def judged(self) -> tuple[CaseResult, ...]:
        """Its test cases; if there are none, the test as a whole."""
        if self.cases:
            return self.cases
        is_complete = self.possible > 0 and self.points >= self.possible
        failed: CaseStatus = "raised" if self.failure else "failed"
        return (CaseResult(self.test, "passed" if is_complete else failed),)

    @property
    def parts(self) -> tuple[Aim, ...]:
        """What it consists of, for reports: its aims, and its test cases that aren't passed. Of
        many of a kind, the first is named; a test that is a single case isn't repeated."""
        kinds: dict[str, list[CaseResult]] = {}
        for case in self.cases:
            if not case.passed and case.name not in self.test:
                kinds.setdefault(kind(Failure(case.note)), []).append(case)
        missed = [aim for note, cases in kinds.items() for aim in _missed(note, cases)]
        return (*self.aims, *sorted(missed, key=lambda aim: aim.what))

    @property
    def is_passed(self) -> bool:
        """Whether it has all its points, and all its test cases are passed."""
        return self.points >= self.possible and all(case.passed for case in self.judged)

    @property
    def is_lacking(self) -> bool:
        """Whether it isn't passed, or something failed in it."""
        return self.failure is not None or not self.is_passed

    @property
    def successors(self) -> str:
        """How many successors it asked for, in words; "" if that isn't known."""
        if self.nodes is None or (self.failure and not self.nodes):
            return ""
        if not self.nodes:
            return "never asked for a successor"
        asked = f"asked for {self.nodes:,} {'successor' if self.nodes == 1 else 'successors'}"
        if self.unpruned_nodes is None or self.unpruned_nodes == self.nodes:
            return asked
        return f"{asked}; a full search asks for {self.unpruned_nodes:,}"

    @property
    def lost(self) -> tuple[PlayedGame, ...]:
        """The games that were not won."""
        return tuple(game for game in self.games if not game.won)

    def to_json(self) -> dict[str, Any]:
        return {
            "test": self.test,
            "number": self.number,
            "result": self.result,
            "points": self.points,
            "possible_points": self.possible,
            "aims": [vars(aim) for aim in self.aims],
            "cases": [vars(case) for case in self.cases],
            "failure": failure_json(self.failure),
            "place": self.place,
            "other_failures": [
                {"failure": failure_json(other.failure), "place": other.place}
                for other in self.other_failures
            ],
            "advice": self.advice,
            "visibility": self.visibility,
            "nodes": self.nodes,
            "unpruned_nodes": self.unpruned_nodes,
            "output": self.output,
            "diagnosis": self.diagnosis and self.diagnosis.to_json(),
            "evaluation": self.evaluation and self.evaluation.to_json(),
            "games": [game_json(game) for game in self.games],
        }


def _missed(note: str, cases: Sequence[CaseResult]) -> Iterator[Aim]:
    """Cases with the same kind of note that aren't passed: a few one by one, many in a line. What a
    case has raised is explained elsewhere."""
    if len(cases) > _MOST_ALIKE:
        names = f"{cases[0].name} and {len(cases) - 1} more"
        yield Aim(names, 0, reached=False, note="" if cases[0].status == "raised" else note)
        return
    for case in cases:
        yield Aim(case.name, 0, reached=False, note="" if case.status == "raised" else case.note)
