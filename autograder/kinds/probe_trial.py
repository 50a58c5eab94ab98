"""A test of a search that is observed: what it asks, what it chooses, and which mistake explains
that."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path

from pacgrid.agent import why_illegal
from pacgrid.common.failure import Failure

from ..diagnosis.catalogue import known_mistakes
from ..diagnosis.diagnose import diagnose, searches_right
from ..diagnosis.observation import Decision, Observation
from ..diagnosis.probe import Probe
from ..diagnosis.truth import truth_of
from ..model.diagnosis import Diagnosis
from ..model.fault import explained
from ..model.outcome import Outcome
from ..model.placed_failure import placed_failures
from ..model.strict_model import Option
from ..worker_client.client import SubmissionError, WorkerClient
from ..worker_client.replies import Acted
from .drawing import with_path
from .probe_server import ProbeServer
from .probes import probes
from .search import Search

ASKED_AGAIN = 4
"""How many right probes, and how many wrong ones, are asked once more."""
MOST_ASKED_AGAIN = 2_000
"""A probe about which an agent asked more questions isn't repeated."""


def run(
    test: Search, client: WorkerClient, answer: str, on_game: Callable[[], None] = lambda: None
) -> Outcome:
    """Asks the class `answer` of the loaded submission about all probes of `test`, a new instance
    each; calls `on_game` after each."""
    examiner = _Examiner(test, client, answer)
    observations: list[Observation] = []
    for probe in probes(test):
        asked = replace(probe, scores_finished=client.is_course_file)
        observations.append(examiner.observe(asked, seed=0))
        on_game()
        if examiner.is_gone or not examiner.is_built:
            break
    if not examiner.is_built:
        failure = observations[0].decisions[0].failure
        return Outcome(test.description, "not tried", 0, test.points, failure=failure)
    repeated = () if examiner.is_gone else to_repeat(observations)
    again = [examiner.observe(each.probe, seed=1) for each in repeated]
    mistakes = known_mistakes(test.search, [Path(file) for file in test.mistakes])

    def explain() -> Diagnosis:
        return diagnose(observations, mistakes, pruning=test.pruning, again=again)

    outcome = explained(_outcome(test, observations), diagnosis=explain)
    return _accused(outcome, test, observations)


class _Examiner:
    """Asks instances of the class `answer` about probes."""

    def __init__(self, test: Search, client: WorkerClient, answer: str) -> None:
        self._test = test
        self._client = client
        self._answer = answer
        self._server = ProbeServer(test.nodes, client)
        self.is_built = False
        """Whether there was an instance."""
        self.is_gone = False
        """Whether the worker has ended."""

    def observe(self, probe: Probe, seed: int) -> Observation:
        """Asks a new instance about `probe`."""
        client, server, agents = self._client, self._server, probe.root.num_agents
        first = server.start(probe)
        decisions: list[Decision] = []
        try:
            client.build(self._answer, self._options(probe), observed=True)
            self.is_built = True
            client.start_probe(first, agents, seed, server.answer)
            while True:
                decisions.append(self._decision(client.act([], server.answer)))
                if (action := decisions[-1].chosen) is None or len(decisions) == probe.moves:
                    break
                if (root := probe.after(decisions[-1].root, action)) is None:
                    break
                client.continue_probe(server.next_move(probe, root), agents)
        except SubmissionError as error:
            decisions.append(Decision(server.log, None, failure=error.failure))
            self.is_gone = error.gone
        return Observation(probe, tuple(decisions))

    def _options(self, probe: Probe) -> dict[str, Option]:
        options = self._test.agent_options
        return {**options, **({"depth": probe.depth} if "depth" in options else {})}

    def _decision(self, acted: Acted) -> Decision:
        log = self._server.log
        root = log.nodes[0].state
        if objection := why_illegal(acted.action, root):  # type: ignore[arg-type] # or a tree
            return Decision(log, None, failure=Failure(objection))
        values = {action: value for action, value in acted.values.items() if isfinite(value)}
        return Decision(log, acted.action, values)


def to_repeat(observations: Sequence[Observation]) -> list[Observation]:
    """The smallest observations in which the agent was right, and in which it was wrong."""
    small = [each for each in observations if _asked(each) <= MOST_ASKED_AGAIN]
    by_size = sorted(small, key=_asked)
    right = [each for each in by_size if _is_optimal(each)]
    wrong = [each for each in by_size if not _is_optimal(each)]
    return [*right[:ASKED_AGAIN], *wrong[:ASKED_AGAIN]]


def _asked(observation: Observation) -> int:
    """How many questions the agent asked."""
    return sum(len(each.log.events) for each in observation.decisions)


def _is_optimal(observation: Observation) -> bool:
    return all(
        decision.chosen in truth_of(observation.probe, decision.root).best
        for decision in observation.decisions
    )


def _unpruned_nodes(observation: Observation) -> int:
    """How many successors the right search asks for without pruning."""
    probe = observation.probe
    return sum(truth_of(probe, each.root).size - 1 for each in observation.decisions)


def _outcome(test: Search, observations: Sequence[Observation]) -> Outcome:
    """What its choices earn."""
    right = sum(map(_is_optimal, observations))
    last = zip(test.numbers, (each.decisions[-1] for each in observations), strict=False)
    failed = [(n, with_path(each.failure, each)) for n, each in last if each.failure]
    parts = [f"right in {right} of {test.size}"]
    if failed:
        parts.append(f"failed in {len(failed)}")
    unasked = test.numbers[len(observations) :]
    failures = placed_failures("position", failed, unasked)
    return Outcome(
        test.description,
        ", ".join(parts),
        test.earned(right),
        test.points,
        failure=failures[0].failure if failures else None,
        place=failures[0].place if failures else "",
        other_failures=failures[1:],
        nodes=sum(len(each.generated) for o in observations for each in o.decisions),
        unpruned_nodes=None if failed else sum(map(_unpruned_nodes, observations)),
    )


def _accused(outcome: Outcome, test: Search, observations: Sequence[Observation]) -> Outcome:
    """`outcome`, with fewer points if all choices are right but the search is accused."""
    if not (outcome.diagnosis and outcome.diagnosis.accuses):
        return outcome
    if sum(map(_is_optimal, observations)) < test.size:
        return outcome
    wrong = sum(not searches_right(each) for each in observations)
    result = f"{outcome.result}, searched wrongly in {wrong}"
    return replace(outcome, result=result, points=test.earned(test.size - wrong))
