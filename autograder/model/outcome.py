"""The result of a test: its points and those of its cases, its failures, and what several tests
of a question say together."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Literal, Self

from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import sanitize_fields

from .diagnosis import Diagnosis, EvaluationReport, Hints
from .played_game import PlayedGame
from .schema import JsonForm

Visibility = Literal["visible", "hidden", "after_due_date", "after_published"]
"""When students can see a test and its result, in Gradescope's words."""
MOST_KINDS = 4
"""The most kinds of failures that are shown for a test; a message may be different each time."""
_MOST_ALIKE = 3
"""Test cases that fail alike and are all named."""


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


CaseStatus = Literal["passed", "failed", "raised", "not run"]
"""`raised`: an exception reached the question, so it gets no points at all."""


@dataclass(frozen=True)
class CaseResult:
    """The result of one test case."""

    name: str
    """The question's folder and the file's name: `q2/0-small-tree`."""
    status: CaseStatus
    note: str = ""
    """One line: why it isn't passed."""
    earned: float = 0.0
    """The partial credit that it gives, whether it is passed or not."""
    weight: float | None = None
    """What `points` in its file says."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["name", "note"])

    @property
    def passed(self) -> bool:
        return self.status == "passed"


@dataclass(frozen=True)
class PlacedFailure:
    """A failure, and where it happened."""

    failure: Failure
    place: str
    """The place, such as `games 1-4, 7 and 9-12`; "" if it was before all games."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["place"])


@dataclass(frozen=True)
class Outcome:
    """The result of one test."""

    test: str
    result: str
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
    nodes: int | None = None
    """How many successors it asked for, if the grader counts them."""
    output: str = ""
    """What the submission printed, or the first and last part of it."""
    seconds: float = field(default=0, compare=False)
    """Wall-clock time; ignored when outcomes are compared."""
    games: tuple[PlayedGame, ...] = ()
    diagnosis: Diagnosis | None = None
    evaluation: EvaluationReport | None = None
    other_failures: tuple[PlacedFailure, ...] = ()
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

    def for_author(self, hints: Hints) -> "Outcome":
        """The same without what the author of the search may not read of its diagnosis."""
        if not self.diagnosis:
            return self
        return replace(self, diagnosis=self.diagnosis.for_author(hints))

    def with_failures(self, failures: Sequence[PlacedFailure], *, placed: bool = True) -> Self:
        """The same with these kinds of failures. If it isn't `placed`, the first one was before all
        games and positions."""
        if not failures:
            return self
        (failure, place), others = (failures[0].failure, failures[0].place), tuple(failures[1:])
        place = place if placed else ""
        return replace(self, failure=failure, place=place, other_failures=others)

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


def _missed(note: str, cases: Sequence[CaseResult]) -> Iterator[Aim]:
    """Cases with the same kind of note that aren't passed: a few one by one, many in a line. What a
    case has raised is explained elsewhere."""
    if len(cases) > _MOST_ALIKE:
        names = f"{cases[0].name} and {len(cases) - 1} more"
        yield Aim(names, 0, reached=False, note="" if cases[0].status == "raised" else note)
        return
    for case in cases:
        yield Aim(case.name, 0, reached=False, note="" if case.status == "raised" else case.note)


def placed_failures(
    noun: str, failures: Iterable[tuple[int, Failure]], untried: Sequence[int] = ()
) -> tuple[PlacedFailure, ...]:
    """The first failure of each kind in `failures`, which happened in the games or positions with
    these numbers, with all its places. The last failure kept the `untried` ones from being tried.

    `noun` says what is numbered: `game`.
    """
    first: dict[str, Failure] = {}
    numbers: dict[str, list[int]] = {}
    key = ""
    for number, failure in failures:
        key = kind(failure)
        if key not in first and len(first) >= MOST_KINDS:
            key, failure = "", Failure("failed in other ways, too")  # noqa: PLW2901
        first.setdefault(key, failure)
        numbers.setdefault(key, []).append(number)
    places = {each: numbered(noun, found) for each, found in numbers.items()}
    if untried and first:
        were = "was" if len(untried) == 1 else "were"
        places[key] += f" ({numbered(noun, untried)} {were} not tried)"
    return tuple(PlacedFailure(failure, places[each]) for each, failure in first.items())


def kind(failure: Failure) -> str:
    """The part of the message that equal failures share: without the legal actions, the options of
    a class and the value that was returned."""
    common = failure.message.partition("; legal actions:")[0]
    common = common.partition("can't be built: its __init__")[0]
    common = re.sub(r"^returned .*\): return", "return", common)
    return re.sub(r" returned .* (\(.*\); it must return a number)", r" \1", common)


def numbered(noun: str, numbers: Sequence[int]) -> str:
    """`game 3`, `games 1-4, 7 and 9-12`: the `numbers` go up."""
    runs = [
        [number for _, number in run]
        for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    ]
    texts = [f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    listed = " and ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))
    return f"{noun} {listed}" if len(numbers) == 1 else f"{noun}s {listed}"


@dataclass(frozen=True)
class Conclusion:
    """What several tests of one search say together, for all that was observed in them."""

    diagnosis: Diagnosis | None = None
    test: int = 1
    """The number of the test that shows it: the one with the example."""
    outcomes: tuple[Outcome, ...] = ()
    """The outcomes that have changed."""
    failure: Failure | None = None
    """Why there is no diagnosis; it isn't the submission's."""


OUTCOMES: JsonForm[Outcome] = JsonForm(Outcome, "outcome")
CONCLUSIONS: JsonForm[Conclusion] = JsonForm(Conclusion, "conclusion")


def with_conclusion(
    outcomes: Mapping[int, Outcome], conclusion: Conclusion, *, is_hidden: bool
) -> dict[int, Outcome]:
    """The outcomes of a question's tests, by number, with `conclusion`. If it `is_hidden`, it knows
    what hidden tests have observed, and nothing of it gets to a visible one."""
    changed = dict(outcomes)
    for outcome in conclusion.outcomes:
        if outcome.is_hidden == is_hidden:
            changed[outcome.number] = outcome
    shown = [each for each in changed.values() if each.is_hidden == is_hidden]
    first = next((each for each in shown if each.number == conclusion.test), shown[0])
    if conclusion.failure:
        failures = (*first.other_failures, PlacedFailure(conclusion.failure, ""))
        first = replace(first, other_failures=failures)
    if diagnosis := conclusion.diagnosis:
        said = (diagnosis.verdict, diagnosis.findings, diagnosis.remarks)
        others = [each.diagnosis for each in changed.values() if each.diagnosis]
        known = [(each.verdict, each.findings, each.remarks) for each in others]
        if not (is_hidden and said in known):
            first = replace(first, diagnosis=diagnosis)
    return {**changed, first.number: first}


Rule = Literal["sum", "all", "partial", "weighted", "count", "unknown"]
"""`sum` adds up the points of the tests; see `points_by` for the others."""
_TEXTS: Mapping[Rule, str] = {
    "sum": "",
    "all": "all tests must pass",
    "partial": "partial credit, or nothing if a test fails",
    "weighted": "the points of the tests that pass",
    "count": "a point for each test that passes",
    "unknown": "no points: the class of the question is unknown",
}


def rule_text(rule: Rule, extra: float) -> str:
    """What `rule` says, for reports; "" if points simply add up."""
    if not extra:
        return _TEXTS[rule]
    if rule == "sum":
        return f"{worth(extra)} extra"
    return f"{_TEXTS[rule]}; {worth(extra)} extra for full points"


def points_by(rule: Rule, possible: float, extra: float, cases: Sequence[CaseResult]) -> float:
    """The points for these `cases`, all those of a question that is worth `possible` points, by a
    `rule` other than `sum`.

    An exception in any case costs all points. By the rule `all`, `extra` points come on top.
    """
    if not cases or any(case.status == "raised" for case in cases):
        return 0
    all_pass = all(case.passed for case in cases)
    earned = sum(case.earned for case in cases)
    match rule:
        case "all":
            return possible + extra if all_pass else 0
        case "partial":
            return earned if all_pass else 0
        case "count":
            return earned + sum(case.passed for case in cases)
        case "weighted":
            weights = int(sum(case.weight or 0 for case in cases if case.passed))
            # A case without a weight must pass, but only for full points.
            lacks_required = any(case.weight is None and not case.passed for case in cases)
            return earned + (0 if weights == possible and lacks_required else weights)
        case _:
            return 0


def amount(points: float) -> str:
    """`2`, `2.5`, `0.33`."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def full(points: float, extra: float = 0) -> str:
    """The points that a question is worth: `4`, with an extra point `4 + 1`, as a bonus `+1`."""
    if not extra:
        return amount(points)
    return f"{amount(points)} + {amount(extra)}" if points else f"+{amount(extra)}"


def worth(points: float, extra: float = 0) -> str:
    """`1 point`, `2.5 points`, `4 + 1 points`."""
    number = full(points, extra)
    return f"{number} point" if number == "1" else f"{number} points"


def score(points: float, possible: float, *, is_passed: bool) -> str:
    """`2 / 5`; of a test without points of its own, whether it is passed: `✓` or `✗`."""
    if not possible:
        return "✓" if is_passed else "✗"
    return f"{amount(points)} / {amount(possible)}"


def total(points: float, possible: float) -> str:
    """`5 of 25 points`; with only bonus points to have, `2 points extra`."""
    if points and not possible:
        return f"{worth(points)} extra"
    return f"{amount(points)} of {worth(possible)}"


def counted(number: float, noun: str) -> str:
    """`1 win`, `2 wins`."""
    return f"{number:g} {noun}" if number == 1 else f"{number:g} {noun}s"
