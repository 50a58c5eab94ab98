"""Why a student has other points than before."""

from collections.abc import Iterator

from ..batch.grading_version import RecordedGrade
from ..model.grade import Grade
from ..model.outcome import Outcome
from ..submissions.hand_in import join

_CAUSES = {
    "the assignment": "other limits or rules",
    "pacgrid": "another version of Pacgrid",
    "the sandbox": "another sandbox",
}
"""Why an unchanged test has another result, by what has changed."""
_VARIES = "varies from run to run"


def change_reasons(old: RecordedGrade, now: RecordedGrade) -> tuple[str, ...]:
    """What has changed from `old` to `now` that changes points: `another submission`, `changed:
    minimax.2`, `another version of Pacgrid: reflex.1`, `lateness: on time → 2 days late`."""
    return (*_of_tests(old, now), *_of_dates(old, now))


def _of_tests(old: RecordedGrade, now: RecordedGrade) -> Iterator[str]:
    is_same = old.grade.digest == now.grade.digest
    if not is_same:
        yield "another submission"
    before, after = _outcomes(old.grade), _outcomes(now.grade)
    contents, new_contents = old.version.contents, now.version.contents
    found: dict[str, list[str]] = {}
    for name in dict.fromkeys([*before, *after]):
        one, other = before.get(name), after.get(name)
        if _gives(one) == _gives(other):
            continue
        is_known = name in contents and name in new_contents
        if contents and not is_known:
            found.setdefault("new" if name in new_contents else "gone", []).append(name)
        elif is_known and contents[name] != new_contents[name]:
            found.setdefault("changed", []).append(name)
        elif one and other and one.possible != other.possible:
            found.setdefault("worth other points", []).append(name)
        elif is_same and one and other:
            changed = old.version.changes(now.version)
            causes = [_CAUSES[each] for each in changed] or [_VARIES]
            found.setdefault(" or ".join(reversed(causes)), []).append(name)
    yield from (f"{cause}: {join(names)}" for cause, names in found.items())
    for question in now.grade.questions:
        unmet = next((q.unmet for q in old.grade.questions if q.name == question.name), ())
        if unmet != question.unmet:
            waits = f"{join(question.unmet)} isn't" if question.unmet else f"{join(unmet)} is"
            yield f"{question.name}: {waits} complete"


def _gives(outcome: Outcome | None) -> tuple[object, ...]:
    """What the points of its question follow from."""
    if outcome is None:
        return (0,)
    return (outcome.points, *((case.status, case.earned) for case in outcome.cases))


def _of_dates(old: RecordedGrade, now: RecordedGrade) -> Iterator[str]:
    if old.rule != now.rule:
        yield f"lateness: {old.rule or 'no dates'} → {now.rule or 'no dates'}"


def _outcomes(grade: Grade) -> dict[str, Outcome]:
    return {f"{q.name}.{o.number}": o for q in grade.questions for o in q.outcomes}
