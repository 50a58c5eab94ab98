"""The page of statistics: of one assignment, or of all assignments of a course."""

from collections.abc import Sequence

from ..template import template
from .facts import AssignmentFacts
from .ladder_facts import LadderFacts, LadderView
from .people import name_key, people
from .views import AssignmentView


def statistics_page(
    assignments: Sequence[AssignmentFacts],
    ladders: Sequence[LadderFacts] = (),
    *,
    is_anonymous: bool = False,
) -> str:
    """For staff: one self-contained page, which works without a network and without scripts.

    If it `is_anonymous`, it can be shown to students: it doesn't say who somebody is, by a name,
    an identifier, a section or a time, and says nothing of hidden tests but what points say.
    """
    views = [AssignmentView(facts, is_anonymous=is_anonymous) for facts in assignments]
    rows = people(assignments)
    titles = [facts.title for facts in assignments] + [ladder.title for ladder in ladders]
    return template("statistics.html.j2")(
        title=titles[0] if len(titles) == 1 else "The course",
        views=views,
        ladders=[LadderView(each) for each in ladders],
        people=sorted(rows, key=lambda row: row.number) if is_anonymous else rows,
        heads=(
            [(q.name, q.full) for q in assignments[0].questions]
            if len(assignments) == 1
            else [(facts.title, facts.points) for facts in assignments]
        ),
        sections=[] if is_anonymous else sorted({r.section for r in rows} - {""}, key=name_key),
        has_hidden_tests=any(facts.has_hidden_tests for facts in assignments),
        has_counted=any(row.counted.text != row.total.text for row in rows),
        has_submitted=any(row.submitted for row in rows) and not is_anonymous,
        has_late=any(row.days_late for row in rows),
        has_marks=any(row.marks for row in rows),
        is_anonymous=is_anonymous,
    )
