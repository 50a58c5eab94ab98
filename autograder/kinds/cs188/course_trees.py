"""The `GraphGameTreeTest`s of a question, as one test."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, Self

from pydantic import Field

from ...model.case_result import CaseResult
from ...model.fault import explained
from ...model.outcome import Outcome
from ...model.placed_failure import placed_failures
from ...model.strict_model import Option
from ..kind import Part
from .course_case import CourseCase
from .course_kind import CourseTest
from .course_position import CoursePosition, TreeCaseError
from .tree_case import TreeCase
from .tree_examiner import TreeExaminer, TreeTrial


class CourseTrees(CourseTest):
    """Game trees that `agent` searches, a new instance each, with `depth` as its only option."""

    noun = "trees"
    kind: Literal["course_trees"] = "course_trees"
    cases: Annotated[list[TreeCase], Field(min_length=1)]

    @classmethod
    def read(cls, case: CourseCase) -> Self:
        """A test with a single tree."""
        tree = TreeCase.read(case)
        try:
            CoursePosition.of(tree)
        except TreeCaseError as error:
            raise case.test.error("successors", str(error)) from None
        return cls(name=case.name, agent=case.class_name("alg"), cases=[tree])

    @property
    def full_size(self) -> int:
        return len(self.cases)

    def only(self, number: int) -> Self:
        title = self.cases[number - 1].name
        return super().only(number).model_copy(update={"title": title})

    def shortened(self, most: int, /) -> Self:
        return self.model_copy(update={"cases": self.cases[:most]})

    def also(self, numbers: Iterable[int]) -> Self:
        test = super().also(numbers)
        return test.model_copy(update={"title": f"{test.size} game trees"})

    @property
    def tried(self) -> list[TreeCase]:
        """The cases to try: those with the `numbers`."""
        return [self.cases[number - 1] for number in self.numbers]

    @property
    def agent_options(self) -> dict[str, Option]:
        return {"depth": self.cases[0].depth}

    @property
    def case_names(self) -> list[str]:
        return [case.name for case in self.cases]

    @property
    def bundle(self) -> tuple[str, ...]:
        """All trees for one agent: a worker takes longer to start than to search them."""
        return ("trees", self.agent)

    def bundled(self, others: Sequence[Self], /) -> Self:
        cases = [case for test in (self, *others) for case in test.cases]
        title = self.name if len(cases) == 1 else f"{len(cases)} game trees"
        return self.model_copy(update={"cases": cases, "title": title})

    def run(self, part: Part, /) -> Outcome:
        """Asks the agent about all trees, a new instance each."""
        examiner = TreeExaminer(part.client, self.agent)
        trials: list[TreeTrial] = []
        for case in self.tried:
            trials.append(examiner.ask(case))
            part.on_game()
            if examiner.is_gone:
                break
        outcome = self._outcome(trials, part.client.printed)
        if len(trials) == self.size and all(trial.result.passed for trial in trials):
            return outcome
        return explained(outcome, diagnosis=lambda: examiner.diagnosis(trials))

    def _outcome(self, trials: Sequence[TreeTrial], printed: str) -> Outcome:
        """What the agent did in the cases that were tried."""
        cases = [trial.result for trial in trials]
        unasked = self.tried[len(trials) :]
        cases += [
            CaseResult(case.name, "not run", "not tried", weight=case.weight) for case in unasked
        ]
        failed = [(n, each.failure) for n, each in zip(self.numbers, trials, strict=False)]
        failures = placed_failures(
            "test case", [(n, each) for n, each in failed if each], self.numbers[len(trials) :]
        )
        wrong = [trial for trial in trials if not (trial.result.passed or trial.failure)]
        passed = sum(case.passed for case in cases)
        result = f"passed {passed} of {self.size}"
        if self.size == 1:
            result = "passed" if passed else cases[0].note if wrong else "not passed"
        return Outcome(
            self.title or self.name,
            result,
            0,
            self.possible,
            cases=tuple(cases),
            failure=failures[0].failure if failures else None,
            place=failures[0].place if failures else "",
            other_failures=failures[1:],
            advice=wrong[0].explanation if wrong else "",
            output=printed,
        )
