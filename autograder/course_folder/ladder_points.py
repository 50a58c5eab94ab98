"""The points of a ladder, as grades of an assignment."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pacgrid.common.failure import Failure

from ..course.lateness import exact
from ..ladder.entrant import Entrant
from ..ladder.ladder import PlayedLadder
from ..ladder.table import Rank
from ..ladder.tabulation import Tabulation
from ..model.aim import counted
from ..model.grade import Grade
from ..model.outcome import Outcome
from ..model.question_grade import QuestionGrade
from ..submissions.submission import Submission
from .course_file import LadderPoints
from .ladder_assignment import QUESTION


def ladder_grades(
    ladder: PlayedLadder, rule: LadderPoints, submissions: Sequence[Submission]
) -> list[Grade]:
    """The grade of each of the `submissions`, of which those that are there are the entrants."""
    names = {entrant.name: entrant.name for entrant in ladder.entrants}
    standings = Tabulation(ladder, names, {}).standings.by_name
    entrants = {entrant.name: entrant for entrant in ladder.entrants}
    return [_grade(ladder, rule, one, entrants.get(one.name), standings) for one in submissions]


def _grade(
    ladder: PlayedLadder,
    rule: LadderPoints,
    submission: Submission,
    entrant: Entrant | None,
    standings: Mapping[str, Sequence[Rank]],
) -> Grade:
    plays = bool(entrant and entrant.players)
    problem = submission.problem or (Failure(entrant.problem) if entrant and not plays else None)
    outcomes: tuple[Outcome, ...] = ()
    if entrant and plays:
        outcomes = tuple(
            replace(each, number=number)
            for number, each in enumerate(_outcomes(ladder, rule, entrant, standings), start=1)
        )
    question = QuestionGrade(
        QUESTION, "Agent", float(rule.points), "Agent" if plays else None, outcomes, problem
    )
    return Grade(
        submission.name,
        (question,),
        problem,
        missing=submission.missing,
        student=submission.student,
        identifier=submission.identifier,
        digest=submission.digest,
        sandbox=str(ladder.level),
    )


def _outcomes(
    ladder: PlayedLadder,
    rule: LadderPoints,
    entrant: Entrant,
    standings: Mapping[str, Sequence[Rank]],
) -> Iterator[Outcome]:
    """What `entrant` gets for each anchor, and for its rank. The first one has a forfeit."""
    failure = _forfeit(ladder, entrant)
    for spec, points in rule.beats.items():
        is_above, result = _compared(ladder, entrant.name, spec, standings)
        yield Outcome(f"above {spec}", result, points * is_above, points, failure=failure)
        failure = None
    if rule.rank:
        share, result = _rank(entrant.name, standings)
        points = float(exact(rule.rank) * share)
        yield Outcome("rank", result, points, rule.rank, failure=failure)


def _compared(
    ladder: PlayedLadder, name: str, spec: str, standings: Mapping[str, Sequence[Rank]]
) -> tuple[bool, str]:
    """Whether an entrant is rated above the anchor `spec`, in the anchor's role."""
    anchor, role = next(
        (each, role)
        for each in ladder.entrants
        for role in each.players
        if each.is_anchor and each.spec(role) == spec
    )
    ratings = {rank.name: rank.rating for rank in standings.get(role.value, ())}
    own, other = ratings.get(name), ratings.get(anchor.name)
    if own is None or other is None:
        return False, f"has no rating as {role.label}"
    return own > other, f"rated {own:+.1f} as {role.label}; {spec} {other:+.1f}"


def _rank(name: str, standings: Mapping[str, Sequence[Rank]]) -> tuple[Fraction, str]:
    """The share that an entrant gets for its rank, in both roles or else in its better one."""
    shares = {kind: _share(name, ranks) for kind, ranks in standings.items()}
    both = shares.pop("overall", None)
    return both or max(filter(None, shares.values()), default=(Fraction(0), "has no rank"))


def _share(name: str, ranks: Sequence[Rank]) -> tuple[Fraction, str] | None:
    """The share of the other entrants that are rated below; all if there are no others."""
    ratings = {rank.name: rank.rating for rank in ranks if not rank.is_anchor}
    if (own := ratings.pop(name, None)) is None:
        return None
    below, others = sum(rating < own for rating in ratings.values()), len(ratings)
    share = Fraction(below, others) if others else Fraction(1)
    return share, f"rated above {below} of {counted(others, 'other entrant')}"


def _forfeit(ladder: PlayedLadder, entrant: Entrant) -> Failure | None:
    """Why it forfeited its first game that it did, if any."""
    for pairing, result in ladder.results.items():
        if result.forfeit and pairing.player(result.forfeit) == entrant.name:
            return Failure(f"forfeits games, {result.kind}: {result.reason}")
    return None
