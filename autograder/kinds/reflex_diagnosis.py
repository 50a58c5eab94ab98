"""Asks a reflex agent what shows its mistake, or what it doesn't take into account."""

from collections.abc import Mapping, Sequence
from math import isfinite
from types import MappingProxyType
from typing import NamedTuple

from pacgrid.action import Action
from pacgrid.state import State

from ..diagnosis.danger import danger_of
from ..diagnosis.reflex import ReflexAnswers, WrongChoice
from ..diagnosis.state_search import exact_values
from ..model.diagnosis import Counterexample, Diagnosis, RootValue, Verdict
from ..model.strict_model import Option
from ..worker_client.connection import SubmissionError
from .choices import ChoiceTest
from .kind import Part

_ROUNDING = 1e-6
"""Averages that differ by less are equal."""
MOST_SECONDS = 10
"""CPU time after which a slow agent isn't asked any more."""


class WrongAnswer(NamedTuple):
    """An action that is not one of the best in a position of a test."""

    number: int
    state: State
    chosen: Action
    best: tuple[Action, ...]
    values: Mapping[Action, float]
    """As the agent reports them."""


def positions_diagnosis(
    test: ChoiceTest, part: Part, wrong: Sequence[WrongAnswer]
) -> Diagnosis | None:
    """What is wrong with the class that has made these `wrong` choices in the positions of `test`,
    or worth knowing about it if there are none. None if it can't be asked."""
    try:
        answers = _answers(test.agent_options, part)
    except (SubmissionError, TimeoutError):
        return None
    if not wrong:
        return Diagnosis(
            Verdict.RIGHT, test.size, test.size, remarks=answers.remarks, subject="agent"
        )
    mistake = answers.mistake([each.best for each in wrong])
    size, first = test.size, wrong[0]
    if mistake and mistake.example:
        example = _counterexample(mistake.example)
    else:
        choice = WrongChoice(first.state, first.chosen)
        example = _counterexample(choice, f"position {first.number}", test, first.values)
    return Diagnosis(
        verdict=mistake.verdict if mistake else Verdict.UNEXPLAINED,
        asked=size,
        right=size - len(wrong),
        findings=mistake.findings if mistake else (),
        remarks=() if mistake else answers.remarks,
        counterexample=example,
        subject="agent",
        evidence=mistake.evidence if mistake else "",
    )


def games_diagnosis(options: Mapping[str, Option], part: Part) -> Diagnosis | None:
    """What is wrong with the class that has lost points in games, built with these `options`. None
    if no known mistake explains it, if it can't be asked, or if it looks ahead."""
    if "depth" in options:
        return None
    try:
        mistake = _answers(options, part).mistake()
    except (SubmissionError, TimeoutError):
        return None
    if not mistake:
        return None
    return Diagnosis(
        verdict=mistake.verdict,
        asked=0,
        right=0,
        findings=mistake.findings,
        counterexample=_counterexample(mistake.example) if mistake.example else None,
        subject="agent",
        evidence=mistake.evidence,
    )


def _answers(options: Mapping[str, Option], part: Part) -> ReflexAnswers:
    """Raises SubmissionError, or TimeoutError for a slow agent."""
    client = part.client
    began = client.cpu_seconds

    def ask(state: State, seed: int) -> Action | None:
        if client.cpu_seconds - began > MOST_SECONDS:
            raise TimeoutError
        client.build(part.answer, options)
        client.start(state, seed)
        try:
            return client.act([]).action
        except SubmissionError as error:
            if error.failure.message.startswith("returned Action."):
                return None
            raise

    return ReflexAnswers.of(ask)


def _counterexample(
    wrong: WrongChoice,
    name: str = "",
    test: ChoiceTest | None = None,
    observed: Mapping[Action, float] = MappingProxyType({}),
) -> Counterexample:
    """The position in which the agent chose wrongly; with its `name`, one of the `test`, in which
    it reports the `observed` values."""
    search, depth = (test.search, test.depth) if test else ("minimax", 1)
    values = exact_values(wrong.state, search, depth)
    highest = max(values.values())
    return Counterexample(
        name=name,
        drawing=str(wrong.state),
        is_tree=False,
        search=search,
        depth=depth,
        evaluation="score",
        best=tuple(action for action, value in values.items() if value >= highest - _ROUNDING),
        chosen=wrong.chosen,
        values=tuple(RootValue(a, value, _finite(observed.get(a))) for a, value in values.items()),
        events=(),
        states=(),
        difference=danger_of(wrong.state, wrong.chosen),
    )


def _finite(value: float | None) -> float | None:
    return value if value is not None and isfinite(value) else None
