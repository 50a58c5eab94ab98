"""What a decision of the staff was about when it was made: so it is noticed if that changes."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pydantic import TypeAdapter, ValidationError

from ..model.amount import worth
from ..model.fault import faults_of
from ..model.grade import Grade
from ..model.staff_decision import StaffDecision
from .journal import KEPT, Journal
from .journal_file import checksum


@dataclass(frozen=True)
class ResultBasis:
    """A test, and how a submission did in it."""

    content: str
    """A hash of what it asks."""
    possible: float | None = None
    """What it is worth; None if it wasn't run."""
    points: float | None = None
    """Those that were computed."""
    result: str = ""


@dataclass(frozen=True)
class DecisionBasis:
    """What a decision is about."""

    digest: str
    """The submission's hash."""
    tests: Mapping[str, ResultBasis]
    """By their names, such as `minimax.2`."""

    @classmethod
    def of(
        cls, decision: StaffDecision, grade: Grade, contents: Mapping[str, str]
    ) -> "DecisionBasis":
        """What `decision` about `grade` is about now; the tests ask what has these hashes."""
        tests = {
            name: ResultBasis(content)
            for name, content in contents.items()
            if decision.about in ("", name, name.partition(".")[0])
        }
        for question in grade.questions:
            for outcome in question.outcomes:
                name = f"{question.name}.{outcome.number}"
                if name in tests:
                    failed = f", {outcome.failure.message}" if outcome.failure else ""
                    result = f"{outcome.result}{failed}"
                    tests[name] = replace(
                        tests[name],
                        possible=outcome.possible,
                        points=outcome.computed,
                        result=result,
                    )
        return cls(grade.digest, tests)

    def changes(self, now: "DecisionBasis", contents: Mapping[str, str]) -> Iterator[str]:
        """What is different `now`, in words; `contents` are those of all tests."""
        is_same_submission = self.digest == now.digest
        if not is_same_submission:
            yield "there is another submission"
        if not (self.digest and now.digest):  # nothing was handed in, so no test was run
            return
        moved = {content: name for name, content in contents.items()}
        for name in sorted({*self.tests, *now.tests}):
            before, after = self.tests.get(name), now.tests.get(name)
            test = "the test" if len(self.tests) == len(now.tests) == 1 else name
            if not before or not after:
                yield f"{name} is {'new' if after else 'gone'}"
            elif before.content != after.content:
                number = moved.get(before.content)
                yield f"{test} has changed" + (f": it is {number} now" if number else "")
            elif (
                None not in (before.possible, after.possible) and before.possible != after.possible
            ):
                yield f"{test} is worth {worth(after.possible or 0)} now"
            elif is_same_submission and before != after:
                yield f"{test} has another result: {_result(after)}, and not {_result(before)}"


def _result(test: ResultBasis) -> str:
    if test.points is None:
        return "not run"
    return f"{worth(test.points)} ({test.result})"


_BASIS = TypeAdapter(DecisionBasis)


def checked(grade: Grade, title: str, contents: Mapping[str, str], journal: Journal) -> Grade:
    """`grade` for the assignment called `title`, in which each decision says what has changed about
    what it is about. The `journal` has noted that, with the decision, when it first saw it as it
    stands, decided and confirmed on these days. After a fault of Pacgrid, nothing is noted.

    Raises JournalError.
    """
    if any(faults_of(grade)):
        return grade
    who = grade.identifier or grade.name
    decisions = []
    for one in grade.decisions:
        if one.depends_on_results:
            now = DecisionBasis.of(one, grade, contents)
            key = checksum(
                title, who, one.kind, one.about, str(one.points), one.decided, one.confirmed
            )
            text = json.dumps({"basis": _BASIS.dump_python(now), "decision": one.to_json()})
            before = _read(journal.store(f"{KEPT}{key}", text), journal)
            one = replace(one, changed=tuple(before.changes(now, contents)))  # noqa: PLW2901
        decisions.append(one)
    return replace(grade, decisions=tuple(decisions))


def _read(text: str, journal: Journal) -> DecisionBasis:
    try:
        return _BASIS.validate_python(json.loads(text)["basis"])
    except (ValueError, KeyError, TypeError, ValidationError) as error:
        raise journal.damaged(error) from None
