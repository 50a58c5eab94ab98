"""Tests of a search: the kind `search`, what several of its tests say together, and the servers
that answer a search's questions and count or record them."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import Annotated, Any, Literal, Self, TypeGuard

from pydantic import Field, model_validator

from pacgrid.agent import why_illegal
from pacgrid.common.failure import Failure
from pacgrid.errors import IllegalMoveError
from pacgrid.state import State
from pacgrid.tree.watched_state import (
    QUESTIONS_PER_SUCCESSOR,
    Recorder,
    TooManyQuestionsError,
    TooManySuccessorsError,
)
from pacgrid.tree.watched_state import Path as StatePath

from ..diagnosis.catalogue import known_mistakes
from ..diagnosis.diagnose import diagnose, searches_right
from ..diagnosis.evidence import Evidence, truth_of
from ..diagnosis.explanation import Ask
from ..diagnosis.observation import Decision, Observation, ObservedTest, packed, unpacked
from ..diagnosis.parts_of_search import PRUNING_LITTLE
from ..diagnosis.repair.repaired_lines import repaired_lines, with_lines
from ..diagnosis.repair.search import Trials
from ..diagnosis.search_task import SearchTask, TreePosition
from ..diagnosis.task_generator import generate, transformed
from ..model.diagnosis import MOST_NODES, Pruning, RepairedLines, Verdict
from ..model.outcome import Conclusion, Outcome, placed_failures
from ..model.schema import Identifier, Option, invalid
from ..worker.messages import (
    ObservedSummary,
    QuestionKind,
    StateSummary,
    bits_of,
    pack_child,
    pack_illegal,
    pack_limit,
    pack_number,
    pack_states,
)
from ..worker_client.client import SubmissionError, WorkerClient
from ..worker_client.replies import Acted, Expand, StateQuestion
from .kind import EvaluationName, GradedTest, Part, Position, Tree
from .positions import ChoiceTest, with_path

MOST_GENERATED = 200
MOST_MOVES = 10

_GENERATED = (
    "Many of the trees and positions are small ones, generated so that common mistakes in a search "
    "show."
)
_OBSERVED = (
    "“Found by a right search” means that the search itself counts: choosing the best action isn't "
    "enough if your search leaves out states that matter, or looks at states that it shouldn't."
)


class Search(ChoiceTest):
    """Positions that the submission can search but not look into: Pac-Man's, and drawn trees.

    The grader keeps the states. The submission gets what every game has
    (`pacgrid.search.GameState`) but no board. If `nodes` is at most `MOST_NODES`, the grader
    observes all that it asks about them, see `TaskServer`. If it is more, the grader
    only counts successors, which is faster, see `StateServer`.
    """

    sees_board = False
    kind: Literal["search"]
    positions: list[Position] = Field(default_factory=list)
    trees: list[Tree] = Field(default_factory=list)
    generate: Annotated[int, Field(ge=0, le=MOST_GENERATED)] = 0
    """How many more trees and positions are generated."""
    seed: Annotated[int, Field(ge=0)] = 0
    """The positions and trees are generated from it. A loaded assignment has a large one for a
    hidden test, whose drawn positions and trees it transforms, too: see `hidden_seeds`."""
    evaluation: EvaluationName = "score"
    """The evaluation of drawn positions. Trees, and what is generated, have their own."""
    moves: Annotated[int, Field(ge=1, le=MOST_MOVES)] = 1
    """How many moves of the same instance are asked for in each drawn position."""
    pruning: Pruning = "either"
    """What alpha-beta may prune."""
    options: dict[Identifier, Option] | None = None
    """The options that the agent is built with; if left out, `depth` and `evaluation`."""
    nodes: Annotated[int, Field(ge=1)] = MOST_NODES
    """The number of successors that the submission may ask for in each position."""

    @property
    def parts(self) -> Mapping[str, int]:
        return {
            "position": len(self.positions),
            "tree": len(self.trees),
            "generated position": self.generate,
        }

    @property
    def positions_noun(self) -> str:
        return "trees and positions" if self.trees or self.generate else self.noun

    @property
    def conditions(self) -> str:
        found = ", found by a right search" if self.is_observed else ""
        return f"{found}, with at most {self.nodes:,} successors each"

    @property
    def notes(self) -> tuple[str, ...]:
        return (_GENERATED,) * bool(self.generate) + (_OBSERVED,) * self.is_observed

    @property
    def own_seed(self) -> int:
        return self.seed

    @property
    def seeded_by(self) -> list[object]:
        return [self.search, self.depth, [*map(str, self.positions)], [*map(str, self.trees)]]

    def shortened(self, most: int, /) -> Self:
        positions = self.positions[:most]
        trees = self.trees[: most - len(positions)]
        generate = min(self.generate, most - len(positions) - len(trees))
        changes = {"positions": positions, "trees": trees, "generate": generate}
        return self.model_copy(update=changes)

    @property
    def is_observed(self) -> bool:
        """Whether the grader observes the search, not only counts successors."""
        return self.nodes <= MOST_NODES

    @property
    def agent_options(self) -> dict[str, Option]:
        if self.options is None:
            return {"depth": self.depth, "evaluation": self.evaluation}
        return dict(self.options)

    @model_validator(mode="after")
    def _has_positions(self) -> Self:
        if not self.size:
            raise invalid("has nothing to search; add positions, trees or generate")
        if self.generate and self.options is not None:
            raise invalid("options don't go with generate, where depths differ; remove one of them")
        if self.search != "alpha_beta" and self.pruning == "strict":
            raise invalid(f"{self.search} doesn't prune; remove pruning")
        simple = (self.trees, self.generate, self.moves - 1, self.evaluation != "score")
        if not self.is_observed and any(simple):
            raise invalid(
                f"with more than {MOST_NODES:,} nodes, there can only be positions, for one move, "
                "with the score as evaluation; lower nodes"
            )
        return self

    @property
    def tasks(self) -> tuple[SearchTask, ...]:
        """What a submission is asked about: positions, trees, and what is generated. They are
        numbered from 1, as in `tree 7`. Hidden ones are transformed by the seed, so that a
        submission can't recognise them."""
        search, depth = self.search, self.depth
        every = [
            *(
                SearchTask("", p, search, depth, self.evaluation, self.moves)
                for p in self.positions
            ),
            *(SearchTask("", tree, search, depth) for tree in self.trees),
            *generate(search, self.generate, self.seed),
        ]
        if self.is_hidden:
            every = [transformed(task, self.seed) for task in every]
        return tuple(
            replace(task, name=f"{task.kind} {number}", test=self.number)
            for number, task in enumerate(every, start=1)
            if number in self.numbers
        )

    def run(self, part: Part, /) -> Outcome:
        return self.observed(part) if self.is_observed else self.counted(part)

    def counted(self, part: Part) -> Outcome:
        """Has the class search in each position, and counts the successors."""
        client = part.client
        server = StateServer(self.nodes, client)

        def choose(state: State) -> Acted:
            client.start_search(server.start(state), seed=0)
            acted = client.act([], server.expand)
            server.count(acted.used)
            return acted

        positions: list[Any] = [task.root for task in self.tasks]
        return self.tally(positions, part, choose).outcome(nodes=server.used)

    def observed(self, part: Part) -> Outcome:
        """Asks the class about all tasks, a new instance each."""
        examiner = Examiner(part, self.agent_options, self.nodes)
        observations: list[Observation] = []
        for task in self.tasks:
            observations.append(examiner.observe(task, seed=0))
            if examiner.is_gone or not examiner.is_built:
                break
        if not examiner.is_built:
            failure = observations[0].decisions[0].failure
            return Outcome(self.description, "not tried", 0, self.points, failure=failure)
        repeated = () if examiner.is_gone else to_repeat(observations)
        again = [examiner.observe(each.task, seed=1) for each in repeated]
        observed = ObservedTest((*observations,), (*again,))
        return replace(self._outcome(observations), observed=packed(observed))

    def _outcome(self, observations: Sequence[Observation]) -> Outcome:
        """What its choices earn."""
        right = sum(map(is_optimal, observations))
        last = zip(self.numbers, (each.decisions[-1] for each in observations), strict=False)
        failed = [(n, with_path(each.failure, each)) for n, each in last if each.failure]
        parts = [f"right in {right} of {self.size}"]
        if failed:
            parts.append(f"failed in {len(failed)}")
        failures = placed_failures("position", failed, self.numbers[len(observations) :])
        return Outcome(
            self.description,
            ", ".join(parts),
            self.earned(right),
            self.points,
            nodes=sum(len(each.generated) for o in observations for each in o.decisions),
            unpruned_nodes=None if failed else sum(map(unpruned_nodes, observations)),
        ).with_failures(failures)

    def accused(self, outcome: Outcome, observations: Sequence[Observation]) -> Outcome:
        """`outcome` with fewer points: all its choices are right, but not how it searches."""
        wrong = sum(not searches_right(each) for each in observations)
        result = f"{outcome.result}, searched wrongly in {wrong}"
        return replace(outcome, result=result, points=self.earned(self.size - wrong))


NO_FILES: Mapping[str, bytes] = MappingProxyType({})
MOST_TRIED = 10
"""Changes to a submission are tried in so many positions of its tests, beside generated ones."""


def is_observed(test: GradedTest) -> TypeGuard[Search]:
    """Whether it is evidence of how a search works."""
    return isinstance(test, Search) and test.is_observed


def concluded(
    tests: Sequence[Search],
    outcomes: Mapping[int, Outcome],
    ask: Ask = lambda _: None,
    *,
    files: Mapping[str, bytes] = NO_FILES,
    trials: Trials | None = None,
) -> Conclusion:
    """What `tests` of one question say together about its search, by their outcomes.

    Args:
        ask: asks it about further tasks.
        files: those of the submission, by their paths from its main file's folder.
        trials: tries changes to them.
    """
    seen = {
        test.number: unpacked(outcomes[test.number].observed, test.tasks)
        for test in tests
        if outcomes[test.number].observed
    }
    tests = [test for test in tests if test.number in seen]
    if not tests:
        return Conclusion()
    strict = any(test.pruning == "strict" for test in tests)
    prunes = tests[0].search == "alpha_beta"
    known = known_mistakes(tests[0].search)
    every = [each for observed in seen.values() for each in observed.observations]
    wrong = [each.task for each in every if not is_optimal(each)]

    @cache
    def lines(*, only_pruning: bool = False) -> RepairedLines | None:
        if not trials:
            return None
        asked, search = wrong[:MOST_TRIED], tests[0].search
        return repaired_lines(files, search, trials, asked, only_pruning=only_pruning)

    def may_be_two() -> bool:
        """Unless a change at one place makes it right, or two that tell what is wrong."""
        found = lines()
        is_known = found and found.lines and (not found.together or len(found.mistakes) > 1)
        return not is_known

    explain = partial(diagnose, pruning="strict" if strict else "either")
    diagnosis = explain([*seen.values()], known, ask=ask, may_be_two=may_be_two)
    # What contradicts another test doesn't count in this one either.
    named = [each for each in known if each.finding in diagnosis.findings]
    findings = {each.finding.mistake: each.finding for each in known}
    if diagnosis.accuses:
        diagnosis = with_lines(diagnosis, lines(), findings)
    elif diagnosis.verdict is Verdict.RIGHT and prunes and not diagnosis.remarks:
        found = lines(only_pruning=True)
        if found and found.lines:
            told = tuple(findings[each] for each in found.mistakes if each in findings)
            diagnosis = replace(diagnosis, remarks=(PRUNING_LITTLE, *told), repair=found)

    def accuses(observed: ObservedTest) -> bool:
        """Whether this test shows a mistake by itself."""
        if not named and Evidence((observed,)).instability:
            return True
        return explain([observed], named or known, together=bool(named)).accuses

    example = diagnosis.counterexample
    changed = tuple(
        test.accused(outcomes[test.number], seen[test.number].observations)
        for test in tests
        # If all its choices are right, it costs points only if it shows a mistake by itself.
        if diagnosis.accuses and sum(map(is_optimal, seen[test.number].observations)) == test.size
        if accuses(seen[test.number])
    )
    return Conclusion(diagnosis, (example and example.test) or tests[0].number, changed)


# Asking a search about positions

ASKED_AGAIN = 4
"""How many right tasks, and how many wrong ones, are asked once more."""
MOST_ASKED_AGAIN = 2_000
"""A task about which an agent asked more questions isn't repeated."""


class Examiner:
    """Asks instances of a class about tasks. They are built with the `agent_options`, and may ask
    for so many `nodes` in each move."""

    def __init__(self, part: Part, agent_options: Mapping[str, Option], nodes: int) -> None:
        self._client = part.client
        self._answer = part.answer
        self._agent_options = agent_options
        self._server = TaskServer(nodes, part.client)
        self.is_built = False
        """Whether there was an instance."""
        self.is_gone = False

    def observe(self, task: SearchTask, seed: int) -> Observation:
        """Asks a new instance about `task`. Course files evaluate finished games, too."""
        task = replace(task, scores_finished=self._client.is_course_file)
        client, server, agents = self._client, self._server, task.root.num_agents
        first = server.start(task)
        decisions: list[Decision] = []
        try:
            options = self._agent_options
            options = {**options, **({"depth": task.depth} if "depth" in options else {})}
            client.build(self._answer, options, observed=True)
            self.is_built = True
            client.start_task(first, agents, seed, server.answer)
            while True:
                acted = client.act([], server.answer)
                returned = server.in_log(client.returned())
                decisions.append(self._decision(acted, returned))
                if (action := decisions[-1].chosen) is None or len(decisions) == task.moves:
                    break
                if (root := task.after(decisions[-1].root, action)) is None:
                    break
                client.continue_task(server.next_move(task, root), agents)
        except SubmissionError as error:
            decisions.append(Decision(server.log, None, failure=error.failure))
            self.is_gone = error.gone
        return Observation(task, tuple(decisions))

    def _decision(self, acted: Acted, returned: Mapping[StatePath, float]) -> Decision:
        log = self._server.log
        root = log.nodes[0].state
        if objection := why_illegal(acted.action, root):  # type: ignore[arg-type] # or a tree
            return Decision(log, None, failure=Failure(objection))
        return Decision(log, acted.action, acted.values, returned)


def to_repeat(observations: Sequence[Observation]) -> list[Observation]:
    """The smallest observations in which the agent was right, and in which it was wrong."""
    small = [each for each in observations if _asked(each) <= MOST_ASKED_AGAIN]
    by_size = sorted(small, key=_asked)
    right = [each for each in by_size if is_optimal(each)]
    wrong = [each for each in by_size if not is_optimal(each)]
    return [*right[:ASKED_AGAIN], *wrong[:ASKED_AGAIN]]


def _asked(observation: Observation) -> int:
    return sum(len(each.log.events) for each in observation.decisions)


def is_optimal(observation: Observation) -> bool:
    """Whether all its choices are among the best."""
    return all(
        decision.chosen in truth_of(observation.task, decision.root).best
        for decision in observation.decisions
    )


def unpruned_nodes(observation: Observation) -> int:
    """How many successors the right search asks for without pruning."""
    task = observation.task
    return sum(truth_of(task, each.root).size - 1 for each in observation.decisions)


MOST_QUESTIONS = 200_000
"""A test asks so many questions at most."""

_NUMBERS = {
    QuestionKind.LEGAL_ACTIONS: lambda log, index: bits_of(log.legal_actions(index)),
    QuestionKind.IS_TERMINAL: Recorder.is_terminal,
    QuestionKind.IS_WIN: Recorder.is_win,
    QuestionKind.IS_LOSS: Recorder.is_loss,
    QuestionKind.SCORE: Recorder.score,
    QuestionKind.EVALUATE: Recorder.evaluate,
}


class TaskServer:
    """Answers the questions of a worker, and records those of each move. Every successor has a
    handle of its own, which stays valid throughout the test: an agent may keep states. Questions
    about states of earlier moves are answered and not recorded.
    """

    def __init__(self, most_nodes: int, client: WorkerClient) -> None:
        self._most_nodes = most_nodes
        self._client = client
        self._logs: list[tuple[Recorder, dict[TreePosition | State, int]]] = []
        """Each move's recorder, and the numbers of the states in its task."""
        self._states: list[tuple[int, int]] = []
        """By handle: the number of the move, and of the state in its recorder."""
        self._is_over_limit = False
        self.asked = 0

    def start(self, task: SearchTask) -> ObservedSummary:
        """Starts a task. Returns the summary of its first state."""
        return self._begin(task, task.root, {})

    def next_move(self, task: SearchTask, root: TreePosition | State) -> ObservedSummary:
        """Goes on with the same task at `root`."""
        return self._begin(task, root, self._logs[-1][1])

    @property
    def log(self) -> Recorder:
        """What was asked for the current move."""
        return self._logs[-1][0]

    def in_log(self, returned: Mapping[int, float]) -> Mapping[StatePath, float]:
        """What was `returned` for states of the current move, by their handles: now by their
        paths. Of equal paths, the last one counts."""
        last = len(self._logs) - 1
        known = sorted(returned.items())
        states = [(self._states[h], v) for h, v in known if 0 <= h < len(self._states)]
        return {self.log.paths[index]: value for (move, index), value in states if move == last}

    def answer(self, question: Expand | StateQuestion) -> bytes:
        """The message that answers `question`. Raises SubmissionError if there is no such state, or
        the search goes on after it has exceeded a limit."""
        if isinstance(question, Expand):
            raise self._client.kill("sent the grader a message of the wrong kind")
        number, kind, handle, action = question
        self.asked += 1
        if self.asked > MOST_QUESTIONS:
            raise self._client.kill(f"asked more than {MOST_QUESTIONS:,} questions in one test")
        if self._is_over_limit:
            raise self._client.kill("went on after it exceeded a limit")
        if handle >= len(self._states):
            raise self._client.kill("asked about a state that does not exist")
        move, index = self._states[handle]
        log, _ = self._logs[move]
        if log is not self.log:
            log.events.clear()
        try:
            if kind is QuestionKind.SUCCESSOR:
                return pack_child(number, self._add(move, log.successor(index, action)))
            return self._reply(number, kind, log, index)
        except (KeyError, ValueError):
            return pack_illegal(number, tuple(log.nodes[index].state.legal_actions()))
        except TooManySuccessorsError:
            most = f"{self._most_nodes:,}"
            return self._limit(number, f"asked for more than {most} successors in one search")
        except TooManyQuestionsError:
            most = f"{QUESTIONS_PER_SUCCESSOR * self._most_nodes:,}"
            return self._limit(number, f"asked more than {most} questions in one search")

    def _reply(self, question: int, kind: QuestionKind, log: Recorder, index: int) -> bytes:
        """The message that answers what isn't about a successor."""
        return pack_number(question, _NUMBERS[kind](log, index))

    def _number(self, state: Any, numbers: dict[TreePosition | State, int]) -> int:
        """The number of `state` in its task; `numbers` are those so far."""
        return numbers.setdefault(state, len(numbers))

    def _begin(
        self, task: SearchTask, root: TreePosition | State, numbers: dict[TreePosition | State, int]
    ) -> ObservedSummary:
        if self._logs:
            self._logs[-1] = (_unrecorded(self.log), self._logs[-1][1])
        self._logs.append((task.recorder(root, self._most_nodes), numbers))
        self._is_over_limit = False
        return self._add(len(self._logs) - 1, 0)

    def _add(self, move: int, index: int) -> ObservedSummary:
        """Gives a state a handle."""
        log, numbers = self._logs[move]
        state: Any = log.nodes[index].state
        self._states.append((move, index))
        number = self._number(state, numbers)
        return ObservedSummary(len(self._states) - 1, number, state.to_move)

    def _limit(self, question: int, reason: str) -> bytes:
        self._is_over_limit = True
        return pack_limit(question, reason)


def _unrecorded(log: Recorder) -> Recorder:
    """A recorder that can answer further questions without changing `log`."""
    other = copy(log)
    other.nodes, other.paths, other.events = [*log.nodes], [*log.paths], []
    return other


MOST_UNUSED = 32
"""The most successors that are sent ahead to a search before it uses them."""
_USED_PER_UNUSED = 32
"""How many successors a search must have used for each that is sent ahead."""


class StateServer:
    """Serves states by number, and counts the successors that searches use. Equal states have the
    same number, in all searches of a worker.

    A message takes longer than the search itself. So a search that uses all successors of a state
    gets them together. It reports how many it has used, and the count for an honest one is exact.
    A submission could report too few; but nothing is sent ahead to a search that would then have
    more than `MOST_UNUSED` successors that it hasn't used, or more than one for 32 that it has.
    That is the most that a lie can hide.
    """

    def __init__(self, max_nodes: int, client: WorkerClient) -> None:
        self._states: list[State] = []
        self._numbers: dict[State, int] = {}
        self._max_nodes = max_nodes
        self._client = client
        self._used_before = 0
        self.sent = 0
        """How many successors the searches have received, including those sent ahead."""
        self.used = 0

    def start(self, root: State) -> StateSummary:
        """Starts a search. Returns the summary of its first state."""
        self._used_before = self.used
        return self._summary(root)

    def expand(self, request: Expand | StateQuestion) -> bytes:
        """The message with the requested successor, and perhaps those of later actions.

        Raises SubmissionError if the search has used too many, or there is no such state or
        successor.
        """
        if isinstance(request, StateQuestion):
            raise self._client.kill("sent the grader a message of the wrong kind")
        self.sent += 1
        self.count(max(request.used, self.used + 1))
        try:
            state = self._states[request.state]
            states = [state.successor(request.action)]
        except (IndexError, IllegalMoveError):
            raise self._client.kill("asked for a successor that does not exist") from None
        legal = state.legal_actions()
        later = legal[legal.index(request.action) + 1 :]
        if later and self._may_have_unused(len(later)):
            states += map(state.successor, later)
            self.sent += len(later)
        return pack_states(request.used, map(self._summary, states))

    def count(self, used: int) -> None:
        """The searches say that they have `used` that many successors.

        Raises SubmissionError if the current one has used too many.
        """
        self.used = max(self.used, min(used, self.sent))
        most = self._used_before + self._max_nodes
        if self.used > most:
            self.used = most + 1  # the one too many
            raise self._client.kill(
                f"asked for more than {self._max_nodes:,} successors in one search"
            )

    def _may_have_unused(self, more: int) -> bool:
        used = self.used - self._used_before
        return self.sent - self.used + more <= min(MOST_UNUSED, used // _USED_PER_UNUSED)

    def _summary(self, state: State) -> StateSummary:
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return StateSummary(
            number,
            state.score,
            0 if state.is_terminal else bits_of(state.legal_actions()),
            state.to_move,
            state.num_agents,
            state.is_win,
            state.is_loss,
        )
