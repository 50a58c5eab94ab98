"""Asks a submission's search about probes, and records what it does."""

from collections.abc import Mapping, Sequence

from pacgrid.agent import why_illegal
from pacgrid.common.failure import Failure

from ...diagnosis.observation import Decision, Observation
from ...diagnosis.path import Path
from ...diagnosis.probe import Probe
from ...diagnosis.truth import truth_of
from ...model.strict_model import Option
from ...worker_client.connection import SubmissionError
from ...worker_client.replies import Acted
from ..kind import Part
from .probe_server import ProbeServer

ASKED_AGAIN = 4
"""How many right probes, and how many wrong ones, are asked once more."""
MOST_ASKED_AGAIN = 2_000
"""A probe about which an agent asked more questions isn't repeated."""


class Examiner:
    """Asks instances of a class about probes. They are built with the `agent_options`, and may ask
    for so many `nodes` in each move."""

    def __init__(self, part: Part, agent_options: Mapping[str, Option], nodes: int) -> None:
        self._client = part.client
        self._answer = part.answer
        self._agent_options = agent_options
        self._server = ProbeServer(nodes, part.client)
        self.is_built = False
        """Whether there was an instance."""
        self.is_gone = False
        """Whether the worker has ended."""

    @property
    def is_course_file(self) -> bool:
        """Whether the submission is written for another course's game."""
        return self._client.is_course_file

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
                acted = client.act([], server.answer)
                returned = server.in_log(client.returned())
                decisions.append(self._decision(acted, returned))
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
        options = self._agent_options
        return {**options, **({"depth": probe.depth} if "depth" in options else {})}

    def _decision(self, acted: Acted, returned: Mapping[Path, float]) -> Decision:
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
    """How many questions the agent asked."""
    return sum(len(each.log.events) for each in observation.decisions)


def is_optimal(observation: Observation) -> bool:
    """Whether all its choices are among the best."""
    return all(
        decision.chosen in truth_of(observation.probe, decision.root).best
        for decision in observation.decisions
    )


def unpruned_nodes(observation: Observation) -> int:
    """How many successors the right search asks for without pruning."""
    probe = observation.probe
    return sum(truth_of(probe, each.root).size - 1 for each in observation.decisions)
