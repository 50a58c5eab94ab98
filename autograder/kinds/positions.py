"""Tests of single positions: `positions`, which a submission sees as in a game, and what they share
with tests of a search."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import isfinite
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import Field

from pacgrid.action import Action
from pacgrid.common.failure import Failure
from pacgrid.state import State
from pacgrid.tree.reference_search import exact_values, state_search
from pacgrid.tree.watched_state import ROOT

from ..diagnosis.observation import Decision
from ..diagnosis.reflex_mistakes import ReflexMistake, WrongChoice, danger_of, reflex_mistake
from ..diagnosis.search_task import path_words
from ..model.diagnosis import Counterexample, Diagnosis, RootValue, SearchName, Verdict
from ..model.fault import explained
from ..model.outcome import Outcome, counted, numbered, placed_failures, worth
from ..model.schema import Identifier, Option, Points
from ..worker_client.client import SubmissionError
from ..worker_client.replies import Acted
from .kind import GradedTest, Part, Position

_ROUNDING = 1e-6
"""Averages that differ by less are equal: they may have been summed in another order."""


class ChoiceTest(GradedTest):
    """Positions; in each, the submission must choose an optimal action, which the shipped `search`
    finds."""

    search: SearchName
    depth: Annotated[int, Field(ge=1)]
    points: Points
    partial: bool = False
    """Whether some of the positions earn a share of the points."""

    @property
    def possible(self) -> float:
        return self.points

    @property
    @abstractmethod
    def parts(self) -> Mapping[str, int]:
        """How many positions of which sort it has: `{"position": 3, "tree": 2}`."""

    @property
    def summary(self) -> str:
        asked = " and ".join(counted(count, sort) for sort, count in self.parts.items() if count)
        return f"the best action in {asked}, {counted(self.depth, 'round')} ahead"

    @property
    def full_size(self) -> int:
        return sum(self.parts.values())

    @property
    def goals(self) -> str:
        each = ", a share for each" if self.partial else ""
        several = f" in each of {self.size} {self.positions_noun}{each}" if self.size > 1 else ""
        return f"the best action{several}{self.conditions}: {worth(self.points)}"

    @property
    def positions_noun(self) -> str:
        return self.noun

    @property
    def conditions(self) -> str:
        """What else the points need."""
        return ""

    def earned(self, correct: int) -> float:
        """The points for `correct` correct positions."""
        if self.partial:
            return self.points * correct / self.size
        return self.points if correct == self.size else 0

    def tally(
        self, positions: Sequence[State], part: Part, choose: Callable[[State], Acted]
    ) -> "Tally":
        """Builds the class for each of the `positions`, which are those to try, and has it `choose`
        there."""
        tally = Tally(self)
        for number, state in zip(self.numbers, positions, strict=True):
            try:
                part.client.build(part.answer, self.agent_options)
            except SubmissionError as error:
                tally.fail(number, error, None)
                break
            try:
                tally.count(number, state, choose(state))
            except SubmissionError as error:
                tally.fail(number, error, state)
                if error.gone:
                    break
        return tally


class Positions(ChoiceTest):
    """Drawn positions that the submission sees completely, as in a game. The reference search uses
    the score as its evaluation."""

    kind: Literal["positions"]
    positions: Annotated[list[Position], Field(min_length=1)]
    options: dict[Identifier, Option] = Field(default_factory=dict)

    @property
    def parts(self) -> Mapping[str, int]:
        return {"position": len(self.positions)}

    @property
    def agent_options(self) -> dict[str, Option]:
        return dict(self.options)

    def shortened(self, most: int, /) -> Self:
        return self.model_copy(update={"positions": self.positions[:most]})

    def run(self, part: Part, /) -> Outcome:
        """Has the class choose in each position."""

        def choose(state: State) -> Acted:
            part.client.start(state, seed=0)
            return part.client.act([])

        tally = self.tally([self.positions[number - 1] for number in self.numbers], part, choose)
        outcome = tally.outcome()
        if outcome.failure:
            return outcome
        return explained(outcome, diagnosis=lambda: self._diagnosis(part, tally.wrong))

    def _diagnosis(self, part: Part, wrong: "Sequence[WrongAnswer]") -> Diagnosis | None:
        """What is wrong with the class that has made these `wrong` choices. None if there are none,
        or if it can't be asked."""
        if not wrong:
            return None
        try:
            mistake = _mistake(self.agent_options, part, [each.best for each in wrong])
        except (SubmissionError, TimeoutError):
            return None
        found = diagnosis_of(mistake or ReflexMistake(Verdict.UNEXPLAINED, (), ""))
        if not found.counterexample:
            first = wrong[0]
            choice, name = WrongChoice(first.state, first.chosen), f"position {first.number}"
            example = counterexample(choice, self.search, self.depth, name, first.values)
            found = replace(found, counterexample=example)
        return replace(found, asked=self.size, right=self.size - len(wrong))


@lru_cache(maxsize=1024)
def optimal_actions(state: State, search: SearchName, depth: int) -> tuple[Action, ...]:
    """All optimal actions of Pac-Man, looking `depth` rounds ahead.

    Ghosts are optimal opponents (`minimax` and `alpha_beta`, which agree), or choose uniformly
    (`expectimax`). The evaluation is the score.
    """
    searcher = state_search("alpha_beta" if search == "minimax" else search, depth, "score")
    return _best_of(searcher.action_values(state))


def _best_of(values: Mapping[Action, float]) -> tuple[Action, ...]:
    highest = max(values.values())
    return tuple(action for action, value in values.items() if value >= highest - _ROUNDING)


class WrongAnswer(NamedTuple):
    """An action that is not one of the best in a position of a test."""

    number: int
    state: State
    chosen: Action
    best: tuple[Action, ...]
    values: Mapping[Action, float]


class Tally:
    """Counts the optimal choices in the positions of a test."""

    def __init__(self, test: ChoiceTest) -> None:
        self._test = test
        self._optimal = 0
        self._failures: list[tuple[int, Failure]] = []
        self._tried = 0
        self.wrong: list[WrongAnswer] = []

    def count(self, number: int, state: State, acted: Acted) -> None:
        """The submission has chosen in position `number`."""
        self._tried = number
        optimal = optimal_actions(state, self._test.search, self._test.depth)
        if acted.action in optimal:
            self._optimal += 1
        else:
            self.wrong.append(WrongAnswer(number, state, acted.action, optimal, acted.values))

    def fail(self, number: int, error: SubmissionError, state: State | None) -> None:
        """The submission has failed in position `number`; in `state`, if it could be built."""
        failure = with_position(error.failure, state) if state else error.failure
        self._failures.append((number, failure))
        self._tried = number if state or self._tried else 0

    def outcome(self, nodes: int | None = None) -> Outcome:
        """The outcome of the test."""
        test, count = self._test, self._test.size
        result = f"optimal in {self._optimal} of {count}"
        if self._failures and not self._tried:
            result, nodes = "not tried", None
        elif self._failures:
            failed = numbered("position", [number for number, _ in self._failures])
            optimal = f", optimal in {self._optimal}" if self._optimal else ""
            result = f"failed in {failed} of {count}{optimal}"
        untried = [number for number in test.numbers if number > self._tried]
        return Outcome(
            test.description,
            result,
            test.earned(self._optimal),
            test.possible,
            advice=self._explanation(*self.wrong) if self.wrong else "",
            nodes=nodes,
        ).with_failures(
            placed_failures("position", self._failures, untried), placed=bool(self._tried)
        )

    def _explanation(self, wrong: WrongAnswer, *others: WrongAnswer) -> str:
        """The first wrong choice, and where the others are."""
        test = self._test
        best = " or ".join(map(str, wrong.best))
        right = exact_values(wrong.state, test.search, test.depth)
        lines = [
            f"position {wrong.number}: chose {wrong.chosen}, best is {best}",
            f"the right values: {_listed(right)}",
        ]
        if wrong.values:
            lines.append(f"the values it found: {_listed(wrong.values)}")
        lines.append(drawing(wrong.state))
        if others:
            lines.append(f"also wrong in {numbered('position', [each.number for each in others])}")
        return "\n".join(lines)


def _listed(values: Mapping[Action, float]) -> str:
    return ", ".join(f"{action} {value:g}" for action, value in values.items())


# Positions as students see them.


def with_position(failure: Failure, state: State) -> Failure:
    """`failure`, which happened when the submission was asked about `state`; if it has no position
    yet, with this one."""
    if failure.position:
        return failure
    return replace(failure, position=f"in this position:\n{drawing(state)}")


def with_path(failure: Failure, decision: Decision) -> Failure:
    """`failure`, which happened in an observed search, with the state it asked about last."""
    log, root = decision.log, decision.root
    last = log.paths[log.events[-1].state] if log.events else ROOT
    after = f"it asked last about the state after {path_words(root, last)}, " if last else ""
    if last and log.nodes[log.events[-1].state].state.is_terminal:
        after += "where the game is over and there are no legal actions, "
    kind, drawn = ("position", drawing(root)) if isinstance(root, State) else ("tree", str(root))
    return replace(failure, position=f"{after}in this {kind}:\n{drawn}")


def drawing(state: State) -> str:
    """`state`, in which Pac-Man is to move, as a student draws it: without the score."""
    lines = str(state).splitlines()
    return "\n".join(line for line in lines if not line.startswith(("score", "to move: Pac-Man")))


def written(state: State) -> str:
    """`state` as a person writes it: without the lines that are the same in every test."""
    default_lines = ("score: 0", "to move: Pac-Man")
    return "".join(f"{line}\n" for line in str(state).splitlines() if line not in default_lines)


# Asking a reflex agent what shows its mistake

MOST_SECONDS = 10
"""CPU time after which a slow agent isn't asked any more."""


def games_diagnosis(options: Mapping[str, Option], part: Part) -> Diagnosis | None:
    """What is wrong with the class that has lost points in games, built with these `options`. None
    if no known mistake explains it, if it can't be asked, or if it looks ahead."""
    if "depth" in options:
        return None
    try:
        mistake = _mistake(options, part)
    except (SubmissionError, TimeoutError):
        return None
    return diagnosis_of(mistake) if mistake else None


def diagnosis_of(mistake: ReflexMistake) -> Diagnosis:
    """The diagnosis that names `mistake`, with its example."""
    return Diagnosis(
        verdict=mistake.verdict,
        asked=0,
        right=0,
        findings=mistake.findings,
        counterexample=counterexample(mistake.example) if mistake.example else None,
        subject="agent",
        evidence=mistake.evidence,
    )


def _mistake(
    options: Mapping[str, Option], part: Part, wrong: Sequence[Sequence[Action]] = ()
) -> ReflexMistake | None:
    """What is wrong with the class with these `options`, which has made `wrong` choices where those
    actions were best. Raises SubmissionError, or TimeoutError for a slow agent."""
    began = part.client.cpu_seconds

    def ask(state: State, seed: int) -> Action | None:
        if part.client.cpu_seconds - began > MOST_SECONDS:
            raise TimeoutError
        part.client.build(part.answer, options)
        part.client.start(state, seed)
        try:
            return part.client.act([]).action
        except SubmissionError as error:
            if error.failure.message.startswith("returned Action."):
                return None
            raise

    return reflex_mistake(ask, wrong)


def counterexample(
    wrong: WrongChoice,
    search: SearchName = "minimax",
    depth: int = 1,
    name: str = "",
    observed: Mapping[Action, float] = MappingProxyType({}),
) -> Counterexample:
    """The position in which the agent chose wrongly, by that search; with its `name` in a test, and
    the values that the agent reports, if it does."""
    values = exact_values(wrong.state, search, depth)
    return Counterexample(
        name=name,
        drawing=str(wrong.state),
        is_tree=False,
        search=search,
        depth=depth,
        evaluation="score",
        best=_best_of(values),
        chosen=wrong.chosen,
        values=tuple(RootValue(a, value, _finite(observed.get(a))) for a, value in values.items()),
        events=(),
        states=(),
        difference=danger_of(wrong.state, wrong.chosen),
    )


def _finite(value: float | None) -> float | None:
    return value if value is not None and isfinite(value) else None
