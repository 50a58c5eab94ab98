"""A test that asks questions on trees, which students answer in a file."""

import json
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from pacgrid.common.sanitize import one_line
from pacgrid.quizzes.generator import DIFFICULTIES, generate
from pacgrid.quizzes.quiz import quiz
from pacgrid.quizzes.quiz_question import QuizQuestion

from ...model.amount import worth
from ...model.outcome import Outcome
from ...model.strict_model import errors_as_invalid, invalid
from ...submissions.members import caseless
from ...submissions.submission import Submission
from ..kind import GradedTest, Part
from .answers_file import read_answers
from .marked_answers import MarkedAnswers
from .quiz_fields import ExerciseTree, KindName, SharedPoints, UtilityName

MOST_QUESTIONS = 20
"""Of each kind."""
_NOTE = (
    "Write each answer between its quotes. An empty answer counts as wrong; where there is nothing"
    " to name, write none. An answer that can't be read costs only its own points."
)


class Exercise(GradedTest):
    """Questions on trees: on fresh ones, or on the `trees` that it names."""

    noun: ClassVar[str] = "exercises"
    reads_answers: ClassVar[bool] = True
    keeps_seed: ClassVar[bool] = True

    kind: Literal["exercise"]
    ask: Annotated[list[KindName], Field(min_length=1)]
    """The kinds of questions. All of them are asked on each of the `trees`; of fresh trees, each
    has its own."""
    trees: list[ExerciseTree] = Field(default_factory=list)
    difficulty: Annotated[int, Field(ge=1, le=len(DIFFICULTIES))] = 2
    """Of fresh trees."""
    count: Annotated[int, Field(ge=1, le=MOST_QUESTIONS)] = 1
    """How many fresh trees each kind is asked on."""
    seed: Annotated[int, Field(ge=0)] = 0
    """From which fresh trees are drawn. A loaded assignment has a large one: see
    `with_hidden_seeds`."""
    individual: bool = False
    """Whether each student has other trees, which follow from their identifier."""
    pruning: Literal["book", "strict"] = "book"
    utility: UtilityName = ""
    points: SharedPoints
    """Shared equally by all parts; or by kind, and then shared by the parts of that kind."""

    @property
    def summary(self) -> str:
        kinds = " and ".join(filter(None, [", ".join(self.ask[:-1]), self.ask[-1]]))
        where = f"{len(self.trees)} trees" if self.trees[1:] else "a tree" if self.trees else ""
        return f"questions on {where or 'fresh trees'}: {kinds}"

    @property
    def possible(self) -> float:
        if isinstance(self.points, dict):
            return float(sum(map(Fraction, self.points.values())))
        return self.points

    @property
    def goals(self) -> str:
        if not isinstance(self.points, dict):
            return f"{worth(self.points)}, shared equally by all answers"
        shares = ", ".join(f"{kind} {worth(points)}" for kind, points in self.points.items())
        return f"{shares}; the answers of each kind share its points equally"

    @property
    def notes(self) -> tuple[str, ...]:
        return (_NOTE,)

    @property
    def own_seed(self) -> int | None:
        return None if self.trees else self.seed

    @property
    def seeded_by(self) -> list[object]:
        return [self.ask, self.difficulty, self.pruning, self.utility]

    @property
    def is_individual(self) -> bool:
        return self.individual

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if len({*self.ask}) < len(self.ask):
            raise invalid("ask names a kind twice; for more questions of a kind, raise count")
        if isinstance(self.points, dict) and {*self.points} != {*self.ask}:
            raise invalid(f"points must name exactly the kinds in ask: {', '.join(self.ask)}")
        fresh = {"difficulty", "count", "seed", "individual"} & self.model_fields_set
        if self.trees and fresh:
            raise invalid(f"{min(fresh)} is for fresh trees; remove it, or trees")
        with errors_as_invalid():
            self.questions()
        return self

    def questions(self, identifier: str = "") -> tuple[QuizQuestion, ...]:
        """What it asks the student with that identifier: the same in every run, and on every
        machine."""
        utility = self.utility or None
        with_utility = "certainty_equivalent"
        if utility and with_utility not in self.ask:
            raise invalid(f"utility is for {with_utility}, which isn't asked; remove it")
        if self.trees:
            asked = [quiz(t, self.ask, pruning=self.pruning, utility=utility) for t in self.trees]
        else:
            seed = self._seed_of(identifier)
            asked = [
                generate(
                    kind,
                    difficulty=self.difficulty,
                    seed=seed,
                    count=self.count,
                    pruning=self.pruning,
                    utility=utility if kind == with_utility else None,
                )
                for kind in self.ask
            ]
        return tuple(question for each in asked for question in each.questions)

    def _seed_of(self, identifier: str) -> int:
        """The seed of the student's own trees, if they are individual."""
        if not self.individual:
            return self.seed
        text = json.dumps([self.seed, caseless(one_line(identifier).strip())])
        return int.from_bytes(sha256(text.encode()).digest()[:8])

    def run(self, _: Part, /) -> Outcome:
        raise TypeError("an exercise has no code to run")

    def checked(self, submission: Submission, file: str, /) -> Outcome:
        written = read_answers(submission.answers(file) or b"")
        questions = self.questions(submission.identifier)
        marked = MarkedAnswers(questions, self._worths(questions), written, file)
        return marked.outcome(self.description, self.possible)

    def _worths(self, questions: Sequence[QuizQuestion]) -> list[Fraction]:
        """For each question, the points of each of its parts."""
        parts = Counter[str]()
        for each in questions:
            parts[each.kind] += len(each.parts)
        if isinstance(self.points, dict):
            return [Fraction(self.points[each.kind]) / parts[each.kind] for each in questions]
        return [Fraction(self.points) / parts.total()] * len(questions)
