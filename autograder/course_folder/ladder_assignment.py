"""A ladder as an assignment, so that decisions and reports treat it as any other."""

from typing import Literal, NoReturn

from ..assignments.assignment import Assignment
from ..assignments.question import Question
from ..kinds.kind import GradedTest, Part
from ..ladder.rules import LadderRules
from ..model.amount import worth
from ..model.markdown import escaped
from ..model.strict_model import Line
from .course_file import LadderPoints

QUESTION = "ladder"
"""The name of the only question."""


class LadderTest(GradedTest):
    """What earns points in a ladder: see `ladder_points`. It isn't run, since the ladder's games
    say what it gets."""

    noun = "games"
    runs_alone = False
    kind: Literal["ladder"] = "ladder"
    about: Line
    """`above reflex`, or `rank`."""
    aim: Line
    """What its points are for."""
    points: float

    @property
    def summary(self) -> str:
        return self.about

    @property
    def possible(self) -> float:
        return self.points

    @property
    def goals(self) -> str:
        return f"{escaped(self.aim)}: {worth(self.points)}"

    def run(self, _: Part, /) -> NoReturn:
        raise TypeError("a ladder's points follow from all of its games")


def ladder_assignment(rules: LadderRules, rule: LadderPoints) -> Assignment:
    """The assignment whose tests are what earns points in a ladder by `rules`, by that `rule`: its
    anchors in their order, then the rank."""
    tests = [
        LadderTest(
            about=f"above {anchor}",
            aim=f"a rating above that of {anchor}, in its role",
            points=points,
        )
        for anchor, points in rule.beats.items()
    ]
    if rule.rank:
        aim = "the share of the other entrants that are rated below"
        tests.append(LadderTest(about="rank", aim=aim, points=rule.rank))
    points = sum(test.points for test in tests)
    question = Question(name=QUESTION, agent="Agent", points=points, tests=[*tests])
    return Assignment(title=rules.title, file=rules.file, limits=rules.limits, questions=[question])
