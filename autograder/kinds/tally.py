"""Counts the optimal choices in the positions of a test."""

from collections.abc import Callable, Mapping, Sequence

from pacgrid.action import Action
from pacgrid.common.failure import Failure
from pacgrid.state import State

from ..diagnosis.state_search import exact_values
from ..model.outcome import Outcome
from ..model.placed_failure import numbered, placed_failures
from ..worker_client.connection import SubmissionError
from ..worker_client.replies import Acted
from .choices import ChoiceTest
from .drawing import drawing, with_position
from .kind import Part
from .optimal import optimal_actions
from .reflex_diagnosis import WrongAnswer


def tally_choices(
    test: ChoiceTest, positions: Sequence[State], part: Part, choose: Callable[[State], Acted]
) -> "Tally":
    """Builds the class for each of the `positions`, which are those to try in `test`, and has it
    `choose` there."""
    tally = Tally(test)
    for number, state in zip(test.numbers, positions, strict=True):
        try:
            part.client.build(part.answer, test.agent_options)
        except SubmissionError as error:
            tally.fail(number, error, None)
            break
        try:
            tally.count(number, state, choose(state))
        except SubmissionError as error:
            tally.fail(number, error, state)
            if error.gone:
                break
        part.on_game()
    return tally


class Tally:
    """Counts the optimal choices in the positions of a test."""

    def __init__(self, test: ChoiceTest) -> None:
        self._test = test
        self._optimal = 0
        self._advice = ""
        self._failures: list[tuple[int, Failure]] = []
        self._tried = 0
        self.wrong: list[WrongAnswer] = []

    def count(self, number: int, state: State, acted: Acted) -> None:
        """The submission has chosen in position `number`."""
        self._tried = number
        optimal = optimal_actions(state, self._test.search, self._test.depth)
        if acted.action in optimal:
            self._optimal += 1
            return
        self.wrong.append(WrongAnswer(number, state, acted.action, optimal, acted.values))
        if not self._advice:
            self._advice = _explanation(self._test, self.wrong[-1])

    def fail(self, number: int, error: SubmissionError, state: State | None) -> None:
        """The submission has failed in position `number`; in `state`, if it could be built."""
        failure = with_position(error.failure, state) if state else error.failure
        self._failures.append((number, failure))
        self._tried = number if state or self._tried else 0

    def outcome(self, nodes: int | None = None) -> Outcome:
        """The outcome of the test."""
        test, count = self._test, self._test.size
        points = test.earned(self._optimal)
        result = f"optimal in {self._optimal} of {count}"
        if self._failures and not self._tried:
            result, nodes = "not tried", None
        elif self._failures:
            failed = numbered("position", [number for number, _ in self._failures])
            optimal = f", optimal in {self._optimal}" if self._optimal else ""
            result = f"failed in {failed} of {count}{optimal}"
        untried = [number for number in test.numbers if number > self._tried]
        failures = placed_failures("position", self._failures, untried)
        return Outcome(
            test.description,
            result,
            points,
            test.possible,
            failure=failures[0].failure if failures else None,
            place=failures[0].place if failures and self._tried else "",
            other_failures=failures[1:],
            advice=self._advice + self._also_wrong,
            nodes=nodes,
        )

    @property
    def _also_wrong(self) -> str:
        """The other positions where its choice is wrong."""
        others = [choice.number for choice in self.wrong[1:]]
        return f"\nalso wrong in {numbered('position', others)}" if others else ""


def _explanation(test: ChoiceTest, wrong: WrongAnswer) -> str:
    best = " or ".join(map(str, wrong.best))
    lines = [
        f"position {wrong.number}: chose {wrong.chosen}, best is {best}",
        f"the right values: {_listed(exact_values(wrong.state, test.search, test.depth))}",
    ]
    if wrong.values:
        lines.append(f"the values it found: {_listed(wrong.values)}")
    return "\n".join([*lines, drawing(wrong.state)])


def _listed(values: Mapping[Action, float]) -> str:
    return ", ".join(f"{action} {value:g}" for action, value in values.items())
