"""The `GraphGameTreeTest`s of a question, as one test."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from pacgrid.action import Action
from pacgrid.autograder.kinds.cs188.course_position import TreeCase
from pacgrid.common.failure import Failure
from pacgrid.games.game_setup import GameError

from ...diagnosis.catalogue import known_mistakes
from ...diagnosis.diagnose import diagnose
from ...diagnosis.hypothesis import build
from ...diagnosis.named_position import NamedPosition
from ...diagnosis.observation import Decision, Observation, ObservedTest, decide
from ...diagnosis.probe import Probe
from ...diagnosis.reference import RIGHT_SEARCHES
from ...diagnosis.tree_position import TreePosition
from ...diagnosis.truth import truth_of
from ...model.case_result import CaseResult
from ...model.diagnosis import Diagnosis, Verdict
from ...model.fault import explained
from ...model.outcome import Outcome
from ...model.placed_failure import placed_failures
from ...model.searches import MOST_NODES, SearchName
from ...model.strict_model import Option
from ...worker_client.client import WorkerClient
from ...worker_client.connection import SubmissionError
from ...worker_client.replies import Chosen
from ..kind import Part
from ..search.examiner import to_repeat
from .course_case import CourseCase
from .course_kind import CourseTest, search_of
from .course_player import CoursePlayer
from .course_position import CoursePosition, TreeCaseError, course_probes, further_course_probes
from .explored_states import CourseTreeServer


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

    def _outcome(self, trials: "Sequence[TreeTrial]", printed: str) -> Outcome:
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


_MOST_NAMES = 12
"""How many states a line names."""
_MOST_QUESTIONS = 20_000
"""Of an agent, about generated trees."""
_UNFINISHED = ("AttributeError", "ImportError", "ModuleNotFoundError", "NameError")


@dataclass(frozen=True)
class TreeTrial:
    """What an agent did with the tree of `case`."""

    case: TreeCase
    root: CoursePosition
    observation: Observation
    chosen: Chosen | None = None
    """What it returned, if it returned."""
    failure: Failure | None = None

    @property
    def result(self) -> CaseResult:
        case = self.case
        if self.failure:
            return CaseResult(case.name, "raised", self.failure.message, weight=case.weight)
        note = "; ".join(filter(None, (self._wrong_move, self._wrong_states)))
        return CaseResult(case.name, "failed" if note else "passed", note, weight=case.weight)

    @property
    def explanation(self) -> str:
        """What is wrong, with the author's drawing of the tree."""
        case = self.case
        lines = [f"{case.name}, depth {case.depth}:", *filter(None, [self._wrong_move])]
        if self._wrong_states:
            lines += [f"generated: {_joined(self._decision)}", f"expected:  {case.generated}"]
        return "\n".join([*lines, case.diagram or str(self.root)])

    @cached_property
    def is_solved(self) -> bool:
        """Whether the solution is what the right search does: then a difference is a mistake."""
        best, decision = self._right(self.root)
        choices = [self.root.action_names[action] for action in best]
        return self.case.action in choices and _joined(decision) == self.case.generated

    @cached_property
    def is_drawn(self) -> bool:
        """Whether reports can draw the tree as text that means the same."""
        try:
            drawn = NamedPosition.parse(str(self.root))
        except GameError:
            return False
        right = self._right(self.root)[1]
        return str(drawn) == str(self.root) and self._right(drawn)[1].generated == right.generated

    def _right(self, root: TreePosition) -> tuple[Sequence[Action], Decision]:
        """All best actions at `root`, and what the right search does there."""
        probe = self.observation.probe
        agent = build(RIGHT_SEARCHES[probe.search], probe)
        agent.choices = ()
        decision = decide(agent, probe, root)
        return agent.choices, decision

    @property
    def is_known(self) -> bool:
        """Whether mistakes can explain what the agent did."""
        return self.is_solved and self.is_drawn and not self._is_unfinished

    @property
    def _is_unfinished(self) -> bool:
        """Whether it failed for a reason that has nothing to do with how it searches."""
        message = self.failure.message if self.failure else ""
        return message.startswith(_UNFINISHED) or bool(message and not self._decision.generated)

    @property
    def _decision(self) -> Decision:
        return self.observation.decisions[-1]

    @property
    def _wrong_move(self) -> str:
        if not self.chosen or self.chosen.action == self.case.action:
            return ""
        if not self.chosen.action:
            return f"returned {self.chosen.returned}"
        is_tie = self.is_solved and self._decision.chosen in self._best
        return (
            f"chose {self.chosen.action}, expected {self.case.action}{' (both are best)' * is_tie}"
        )

    @property
    def _best(self) -> Sequence[Action]:
        return truth_of(self.observation.probe, self.root).best

    @property
    def _wrong_states(self) -> str:
        if _joined(self._decision) == self.case.generated:
            return ""
        generated, expected = _states(self._decision), self.case.generated.split()
        extra = [name for name in generated if name not in expected]
        missing = [name for name in expected if name not in generated]
        parts = [f"should not generate {_listed(extra)}"] * bool(extra)
        parts += [f"should generate {_listed(missing)}"] * bool(missing)
        return " but ".join(parts) or f"expected states in another order: {self.case.generated}"


class TreeExaminer:
    """Asks instances of the class `agent` about trees."""

    def __init__(self, client: WorkerClient, agent: str) -> None:
        self._player = CoursePlayer(client, agent)
        self._server = CourseTreeServer(MOST_NODES, client)
        self._search = search_of(agent)
        self.is_gone = False
        """Whether the worker has ended."""
        self._most_asked = 0
        """After so many questions, it isn't asked about more generated trees."""

    def ask(self, case: TreeCase) -> TreeTrial:
        """Asks a new instance about the tree of `case`."""
        root = CoursePosition.of(case)
        probe = Probe(case.name, root, self._search or "minimax", case.depth, scores_finished=True)
        observation, chosen = self._observe(probe)
        if chosen:
            return TreeTrial(case, root, observation, chosen)
        (decision,) = observation.decisions
        failure = decision.failure and self._placed(decision.failure, case)
        return TreeTrial(case, root, observation, failure=failure)

    def diagnosis(self, trials: Sequence[TreeTrial]) -> Diagnosis | None:
        """Which mistake explains what the agent did; None if no search was asked for that is known,
        or it chose right."""
        known = [trial.observation for trial in trials if trial.is_known]
        if not self._search or not known:
            return None
        if all(trial.is_solved for trial in trials):
            self._most_asked = self._server.asked + _MOST_QUESTIONS
            known += self._others(self._search)
        repeated = () if self.is_gone else to_repeat(known)
        again = [self._observe(each.probe)[0] for each in repeated]
        observed = ObservedTest((*known,), (*again,))
        mistakes = known_mistakes(self._search)
        found = diagnose(
            [observed],
            mistakes,
            pruning="strict",
            ask=self._ask_further,
            further=further_course_probes,
        )
        return None if found.verdict is Verdict.RIGHT else found

    def _others(self, search: SearchName) -> Iterator[Observation]:
        """What the agent does with generated trees, which tell mistakes apart that do the same in
        the test cases."""
        for probe in course_probes(search):
            if not (observed := self._ask_further(probe)):
                break
            yield observed

    def _ask_further(self, probe: Probe) -> Observation | None:
        """What it does with a tree that no test case has, unless it has asked too much already."""
        if self.is_gone or self._server.asked > self._most_asked:
            return None
        return self._observe(probe)[0]

    def _observe(self, probe: Probe) -> tuple[Observation, Chosen | None]:
        """What a new instance does with the tree of `probe`, and what it returns, if it returns."""
        root: Any = probe.root
        first = self._server.start(probe)
        try:
            self._player.build({"depth": probe.depth})
            chosen = self._player.search(first, root.num_agents, self._server.answer)
        except SubmissionError as error:
            self.is_gone = error.gone
            decision = Decision(self._server.log, None, failure=error.failure)
            return Observation(probe, (decision,)), None
        names = root.action_names
        if chosen.action in names:
            decision = Decision(self._server.log, Action(names.index(chosen.action)))
        else:
            wrong = Failure(f"returned {chosen.returned}; legal actions: {', '.join(names)}")
            decision = Decision(self._server.log, None, failure=wrong)
        return Observation(probe, (decision,)), chosen

    def _placed(self, failure: Failure, case: TreeCase) -> Failure:
        """`failure`, with the state that the agent asked about last."""
        log = self._server.log
        state: Any = log.nodes[log.events[-1].state if log.events else 0].state
        where = f"in state {state.name} of {case.name}, depth {case.depth}:"
        return replace(failure, position=f"{where}\n{case.diagram or log.nodes[0].state}")


def _states(decision: Decision) -> list[str]:
    """The names of all states that were generated, the first one included."""
    states: Iterable[Any] = (node.state for node in decision.log.nodes)
    return sorted({state.name for state in states})


def _joined(decision: Decision) -> str:
    return " ".join(_states(decision))


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return f"{' '.join(names[:_MOST_NAMES])}{more}"
