"""The results of grading: grades of submissions and questions, and outcomes of tests."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import sanitize_fields

from .amount import worth
from .case_result import CaseResult, CaseStatus
from .diagnosis import Diagnosis
from .evaluation_report import EvaluationReport
from .graded_test import Visibility
from .last_chance import LastChance
from .placed_failure import PlacedFailure, kind
from .rules import Rule, UnansweredRule, points_by, rule_text
from .turning_point import TurningPoint

Json = dict[str, Any]


_MOST_ALIKE = 3
"""Test cases that fail alike and are all named."""

GameNoun = Literal["seed", "game"]


@dataclass(frozen=True)
class Aim:
    """One thing that a test asks for, and whether it was reached."""

    what: str
    points: float
    reached: bool
    note: str = ""
    """Why it isn't reached, if that isn't plain."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["what", "note"])

    @property
    def text(self) -> str:
        """`at least 4 wins`, `q2/1-left: chose Left`."""
        return f"{self.what}: {self.note}" if self.note else self.what

    def __str__(self) -> str:
        """`at least 4 wins (1 point)`."""
        return f"{self.text} ({worth(self.points)})" if self.points else self.text


@dataclass(frozen=True)
class PlayedGame:
    """A game of a test, from which its record can be made again."""

    seed: int
    won: bool
    score: int
    actions: str = ""
    """All actions that were played, ghosts' included, as in a record: `NESW`, and `-` to stop."""
    failure: Failure | None = None
    """Why the submission forfeited the game, if it did."""
    last_chance: LastChance | None = None
    """When a lost game could still have been saved, if it is one of the first and that is known."""
    turning_point: TurningPoint | None = None
    """The move that cost most, if the test has its lost games analysed and this is one of them."""
    analysis: str = ""
    """What each of Pac-Man's moves cost, as JSON, if the game was analysed."""
    noun: GameNoun = "seed"
    """What the number in `seed` is: a `game` of a course's test cases has only its own number."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["actions"])


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

    def to_json(self) -> Json:
        return {
            "test": self.test,
            "number": self.number,
            "result": self.result,
            "points": self.points,
            "possible_points": self.possible,
            "aims": [vars(aim) for aim in self.aims],
            "cases": [vars(case) for case in self.cases],
            "failure": _failure_json(self.failure),
            "place": self.place,
            "other_failures": [
                {"failure": _failure_json(other.failure), "place": other.place}
                for other in self.other_failures
            ],
            "advice": self.advice,
            "visibility": self.visibility,
            "nodes": self.nodes,
            "unpruned_nodes": self.unpruned_nodes,
            "output": self.output,
            "diagnosis": self.diagnosis and self.diagnosis.to_json(),
            "evaluation": self.evaluation and self.evaluation.to_json(),
            "games": [_game_json(game) for game in self.games],
        }


@dataclass(frozen=True)
class QuestionGrade:
    """The result of one question."""

    name: str
    asks_for: str
    """The class or function that the question looks for."""
    possible: float
    answer: str | None
    """The class or function that was tested; None if the submission doesn't answer."""
    outcomes: tuple[Outcome, ...] = ()
    failure: Failure | None = None
    """Why no test could be run."""
    reason: str = ""
    """Why the submission doesn't answer, if it doesn't."""
    rule: Rule = "sum"
    """How its points follow from its tests."""
    extra: float = 0.0
    """Extra points on top of full ones."""
    requires: tuple[str, ...] = ()
    """The questions that must be complete."""
    unmet: tuple[str, ...] = ()
    """Those of them that aren't: then it gets no points."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["reason", *(["answer"] if self.answer else [])])

    @property
    def answered(self) -> bool:
        """Whether there was something to test, or a failure prevented it."""
        return self.answer is not None or self.failure is not None

    @property
    def points(self) -> float:
        if self.unmet:
            return 0
        if self.rule == "sum":
            return sum(outcome.points for outcome in self.outcomes)
        cases = [case for outcome in self.outcomes for case in outcome.judged]
        return points_by(self.rule, self.possible, self.extra, cases)

    @property
    def is_complete(self) -> bool:
        """Whether it has full points; of a bonus question, all that there are."""
        return self.points >= (self.possible or self.extra)

    @property
    def adds_up(self) -> bool:
        """Whether its points are the sum of its tests' points."""
        if self.rule == "sum" or not self.outcomes:
            return not self.unmet
        points = sum(outcome.points for outcome in self.outcomes)
        possible = sum(outcome.possible for outcome in self.outcomes)
        return (points, possible) == (self.points, self.possible)

    @property
    def rules(self) -> tuple[str, ...]:
        """How its points follow from its tests if they don't simply add up to full ones, a line
        each."""
        if self.adds_up and not self.extra:
            return ()
        unmet = [f"no points, because {name} isn't complete" for name in self.unmet]
        return tuple(filter(None, [rule_text(self.rule, self.extra), *unmet]))

    @property
    def public(self) -> "QuestionGrade":
        """What students may ever see of it."""
        return replace(self, outcomes=tuple(outcome.public for outcome in self.outcomes))

    @property
    def failures(self) -> Mapping[Failure, str]:
        """Each failure once, with the place where it first occurred."""
        found = {self.failure: ""} if self.failure else {}
        for outcome in self.outcomes:
            for failed in outcome.failures:
                found.setdefault(failed.failure, failed.place)
        return found

    def to_json(self) -> Json:
        return {
            "name": self.name,
            "asks_for": self.asks_for,
            "answered": self.answered,
            "answer": self.answer,
            "points": self.points,
            "possible_points": self.possible,
            "extra_points": self.extra,
            "failure": _failure_json(self.failure),
            "reason": self.reason,
            "rule": self.rule,
            "unmet": list(self.unmet),
            "tests": [outcome.to_json() for outcome in self.outcomes],
        }


def with_unmet(questions: Iterable[QuestionGrade]) -> tuple[QuestionGrade, ...]:
    """The grades of `questions`, in their order, each with the questions that it requires and that
    aren't complete. Questions that aren't among them don't matter."""
    grades: dict[str, QuestionGrade] = {}
    questions = tuple(questions)
    names = {question.name for question in questions}
    for question in questions:
        complete = {grade.name for grade in grades.values() if grade.points >= grade.possible}
        unmet = [name for name in question.requires if name in names - complete]
        grades[question.name] = replace(question, unmet=tuple(unmet))
    return tuple(grades.values())


@dataclass(frozen=True)
class Grade:
    """The result of one submission."""

    name: str
    """The submission's name, unique in its batch."""
    questions: tuple[QuestionGrade, ...]
    failure: Failure | None = None
    """Why nothing of it could be tested."""
    missing: bool = False
    """Nothing was handed in; its points are unknown rather than 0."""
    student: str = ""
    """Who submitted it, if known."""
    identifier: str = ""
    """Their number or login in the learning management system, if known."""
    digest: str = ""
    """The submission's hash."""
    sandbox: str = ""
    """The sandbox that it ran in: a `Level`."""
    unanswered: UnansweredRule = "zero"
    """How unanswered questions count in the total."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["name", "student", "identifier", "digest", "sandbox"])

    @property
    def points(self) -> float:
        return sum(question.points for question in self.questions)

    @property
    def attempted(self) -> float:
        """The points of the questions that it answers."""
        return sum(question.possible for question in self.questions if question.answered)

    @property
    def possible(self) -> float:
        """The points that it could have; 0 if no question counts."""
        if self.unanswered == "left out":
            return self.attempted
        return sum(question.possible for question in self.questions)

    @property
    def total(self) -> float | None:
        """Its points; None if nothing was handed in, or no question counts."""
        return self.points if self.possible and not self.missing else None

    @property
    def public(self) -> "Grade":
        """What students may ever see of it. All that they see, or will see once hidden tests are
        shown, is made from this."""
        return replace(self, questions=tuple(question.public for question in self.questions))

    @property
    def has_hidden_tests(self) -> bool:
        """Whether any of its tests is hidden from students now."""
        return any(outcome.is_hidden for q in self.questions for outcome in q.outcomes)

    def to_json(self) -> Json:
        return {
            "submission": self.name,
            "student": self.student,
            "identifier": self.identifier,
            "points": self.total,
            "possible_points": self.possible,
            "attempted_points": self.attempted,
            "digest": self.digest,
            "sandbox": self.sandbox,
            "missing": self.missing,
            "failure": _failure_json(self.failure),
            "questions": [question.to_json() for question in self.questions],
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


def counted(number: float, noun: str) -> str:
    """`1 win`, `2 wins`."""
    return f"{number:g} {noun}" if number == 1 else f"{number:g} {noun}s"


def _game_json(game: PlayedGame) -> Json:
    data = {"seed": game.seed, "won": game.won, "score": game.score}
    point = game.turning_point
    return data | ({"turning_point": vars(point)} if point else {})


def _failure_json(failure: Failure | None) -> Json | None:
    return dict(vars(failure)) if failure else None
