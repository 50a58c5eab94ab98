"""The `GraphGameTreeTest`s of a question, as one test."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from pacgrid.action import Action
from pacgrid.common.failure import Failure
from pacgrid.errors import GameError
from pacgrid.games.drawn_tree import Branch, TreeNode
from pacgrid.tree.reference_search import RIGHT_SEARCHES
from pacgrid.tree.watched_state import Recorder

from ...diagnosis.catalogue import known_mistakes
from ...diagnosis.diagnose import diagnose
from ...diagnosis.evidence import truth_of
from ...diagnosis.explanation import further_tasks
from ...diagnosis.hypothesis import build
from ...diagnosis.observation import Decision, Observation, ObservedTest, decide
from ...diagnosis.search_task import NamedPosition, SearchTask, TreePosition
from ...diagnosis.task_generator import generate
from ...model.diagnosis import MOST_NODES, Diagnosis, SearchName, Verdict
from ...model.fault import explained
from ...model.outcome import CaseResult, Outcome, placed_failures
from ...model.schema import Line, Option, StrictModel
from ...worker.messages import QuestionKind, pack_names, pack_no_number, pack_number
from ...worker_client.client import SubmissionError, WorkerClient
from ...worker_client.replies import Chosen
from ..kind import Part
from ..search import TaskServer, to_repeat
from .course_case import CaseFile, CourseCase
from .course_kind import CoursePlayer, CourseTest, search_of

MOST_TREE_NODES = 2_000
"""No tree may have more nodes: a graph with a cycle has no end."""
_MOST_PLIES = 60


class TreeCase(StrictModel):
    """One game tree, and what its solution says.

    Its states are names. A state without successors needn't be won or lost, and two paths may lead
    to the same state. Whose turn it is follows from the agent's own calls only.
    """

    name: Line
    """The name, such as `q2/0-small-tree`."""
    depth: int
    num_agents: int
    start: str
    wins: list[str]
    losses: list[str]
    successors: list[tuple[str, str, str]]
    """State, action, next state, in the order of the file, which is that of the legal actions."""
    evaluation: dict[str, float]
    """The score of each state that has one; of others it raises an exception."""
    diagram: str = ""
    """The author's drawing of the tree, as text."""
    action: str
    """The right action, by the solution."""
    generated: str
    """All states that the right search generates, the start included: sorted, with blanks between
    them."""
    weight: float | None = None
    """What `points` in the file says; only some questions use it."""

    @classmethod
    def read(cls, case: CourseCase) -> Self:
        """The tree in these files. Raises TestCaseError."""
        test, solution = case.test, case.solution
        return cls(
            name=case.name,
            depth=test.number("depth"),
            num_agents=test.number("num_agents", least=1),
            start=test.text("start_state"),
            wins=test.text("win_states").split(),
            losses=test.text("lose_states").split(),
            successors=_successors(test),
            evaluation=_evaluation(test),
            diagram=test.text("diagram", ""),
            action=solution.text("action"),
            generated=solution.text("generated"),
            weight=case.weight,
        )


def _successors(test: CaseFile) -> list[tuple[str, str, str]]:
    successors = []
    for line, offset in test.lines("successors"):
        match line.split():
            case [state, action, after]:
                successors.append((state, action, after))
            case _:
                message = f"{line.strip()!r} is no successor; write: state action next-state"
                raise test.error("successors", message, offset)
    return successors


def _evaluation(test: CaseFile) -> dict[str, float]:
    values = {}
    for line, offset in test.lines("evaluation"):
        try:
            state, value = line.split()
            values[state] = float(value)
        except ValueError:
            message = f"{line.strip()!r} is no evaluation; write: state number"
            raise test.error("evaluation", message, offset) from None
    return values


class TreeCaseError(Exception):
    """A test case whose tree can't be searched."""


class NoValueError(Exception):
    """The test case gives a state no value."""


@dataclass(frozen=True)
class CoursePosition(NamedPosition):
    """A state in that tree, which is named as in its file: won, lost or worth something as the file
    says. The agents move in turn."""

    won: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """The names of all states that are won."""
    lost: frozenset[str] = field(default=frozenset(), compare=False, repr=False)

    @classmethod
    def of(cls, case: "TreeCase") -> Self:
        """The first state of `case`. Raises TreeCaseError."""
        root = _TreeBuilder(case).node(case.start)
        return cls(root, case.num_agents, 0, frozenset(case.wins), frozenset(case.losses))

    @property
    def to_move(self) -> int:
        return self.next_agent

    @property
    def is_terminal(self) -> bool:
        return self.is_win or self.is_loss or not self.tree.branches

    @property
    def is_win(self) -> bool:
        return self.name in self.won

    @property
    def is_loss(self) -> bool:
        return self.name in self.lost

    @property
    def score(self) -> float:
        """Raises NoValueError."""
        return self.evaluate()

    def evaluate(self) -> float:
        """Raises NoValueError."""
        if self.tree.value is None:
            raise NoValueError
        return self.tree.value

    def __hash__(self) -> int:
        return super().__hash__()

    def _after(self, child: TreeNode) -> Self:
        return replace(self, tree=child, next_agent=(self.next_agent + 1) % self.num_agents)


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
            advice=wrong[0].explanation if wrong else "",
            output=printed,
        ).with_failures(failures)


_MOST_NAMES = 12
"""How many states a line names."""
_MOST_QUESTIONS = 20_000
"""An agent may ask so many questions about generated trees."""
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
        task = self.observation.task
        agent = build(RIGHT_SEARCHES[task.search], task)
        agent.choices = ()
        decision = decide(agent, task, root)
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
        return truth_of(self.observation.task, self.root).best

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
        self._most_asked = 0
        """After so many questions, it isn't asked about more generated trees."""

    def ask(self, case: TreeCase) -> TreeTrial:
        """Asks a new instance about the tree of `case`."""
        root = CoursePosition.of(case)
        task = SearchTask(
            case.name, root, self._search or "minimax", case.depth, scores_finished=True
        )
        observation, chosen = self._observe(task)
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
        again = [self._observe(each.task)[0] for each in repeated]
        observed = ObservedTest((*known,), (*again,))
        mistakes = known_mistakes(self._search)
        found = diagnose(
            [observed],
            mistakes,
            pruning="strict",
            ask=self._ask_further,
            further=lambda search: _as_in_a_course(further_tasks(search)),
        )
        return None if found.verdict is Verdict.RIGHT else found

    def _others(self, search: SearchName) -> Iterator[Observation]:
        """What the agent does with generated trees, which tell mistakes apart that do the same in
        the test cases."""
        for task in course_tasks(search):
            if not (observed := self._ask_further(task)):
                break
            yield observed

    def _ask_further(self, task: SearchTask) -> Observation | None:
        """What it does with a tree that no test case has, unless it has asked too much already."""
        if self.is_gone or self._server.asked > self._most_asked:
            return None
        return self._observe(task)[0]

    def _observe(self, task: SearchTask) -> tuple[Observation, Chosen | None]:
        """What a new instance does with the tree of `task`, and what it returns, if it returns."""
        root: Any = task.root
        first = self._server.start(task)
        try:
            self._player.build({"depth": task.depth})
            chosen = self._player.search(first, root.num_agents, self._server.answer)
        except SubmissionError as error:
            self.is_gone = error.gone
            decision = Decision(self._server.log, None, failure=error.failure)
            return Observation(task, (decision,)), None
        names = root.action_names
        if chosen.action in names:
            decision = Decision(self._server.log, Action(names.index(chosen.action)))
        else:
            wrong = Failure(f"returned {chosen.returned}; legal actions: {', '.join(names)}")
            decision = Decision(self._server.log, None, failure=wrong)
        return Observation(task, (decision,)), chosen

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


class _TreeBuilder:
    """Draws the graph of a test case as a tree."""

    def __init__(self, case: "TreeCase") -> None:
        self._case = case
        self._size = 0
        self._successors: dict[str, dict[str, str]] = {}
        for state, action, after in case.successors:
            self._successors.setdefault(state, {})[action] = after

    def node(self, name: str, ply: int = 0) -> TreeNode:
        """The node `name`, and what is below it. Raises TreeCaseError."""
        self._size += 1
        if self._size > MOST_TREE_NODES or ply > _MOST_PLIES:
            most = f"{MOST_TREE_NODES:,} nodes and {_MOST_PLIES} plies"
            raise TreeCaseError(f"its tree has no end, or more than {most}")
        successors = self._successors.get(name, {})
        if len(successors) > len(Action):
            raise TreeCaseError(f"{name} has {len(successors)} actions; {len(Action)} are possible")
        branches = [Branch(action, self.node(to, ply + 1)) for action, to in successors.items()]
        value = self._case.evaluation.get(name)
        agent = ply % self._case.num_agents if branches else 0
        return TreeNode(agent, value, name, tuple(branches))


COUNT = 40
"""How many tasks are generated; some are positions on a board."""
_NAMES = ("North", "East", "South", "West", "Stop")


@lru_cache
def course_tasks(search: SearchName) -> Sequence[SearchTask]:
    """Trees in which known mistakes show, small ones first. They have no names, because no test
    case has them."""
    return tuple(_as_in_a_course(generate(search, COUNT, seed=0)))


def _as_in_a_course(tasks: Iterable[SearchTask]) -> Iterator[SearchTask]:
    for task in tasks:
        if isinstance(root := task.root, TreePosition):
            tree = NamedPosition(_named(root.tree), root.num_agents)
            yield SearchTask("", tree, task.search, task.depth, scores_finished=True)


def _named(tree: TreeNode) -> TreeNode:
    """`tree` with the names that course files know for the actions."""
    branches = (
        Branch(name, _named(branch.child))
        for name, branch in zip(_NAMES, tree.branches, strict=False)
    )
    return replace(tree, branches=tuple(branches))


class CourseTreeServer(TaskServer):
    """Serves trees of `CoursePosition`s. The interface of their searches has a single method for
    the value of a state: its score if the game is over, and else an estimate."""

    def _reply(self, question: int, kind: QuestionKind, log: Recorder, index: int) -> bytes:
        state: Any = log.nodes[index].state
        if kind is QuestionKind.ACTION_NAMES:
            log.legal_actions(index)
            return pack_names(question, state.action_names)
        if kind is not QuestionKind.SCORE:
            return super()._reply(question, kind, log, index)
        value = log.score if state.is_terminal else log.evaluate
        try:
            return pack_number(question, value(index))
        except NoValueError:
            return pack_no_number(question)

    def _number(self, *_: object) -> int:
        return len(self._states)  # no two states that a search generates are equal
