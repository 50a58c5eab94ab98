"""The grader's side of a worker: requests to a submission."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from pacgrid.action import Action
from pacgrid.common.failure import Failure
from pacgrid.cs188.course_file import is_course_file
from pacgrid.state import State

from ..model.limits import SubmissionLimits
from ..sandbox.channel import MAX_BYTES
from ..sandbox.level import Level
from ..sandbox.worker_library import source_of
from ..worker.messages import ACT, FINISH, ObservedSummary, StateSummary, pack_played
from ..worker.position import encode_position
from .connection import Answer, WorkerConnection
from .replies import Acted, Done, Features, Loaded, Returned, Values


class WorkerClient(WorkerConnection):
    """What a submission in a worker can be asked.

    Every method raises SubmissionError if the submission fails, exceeds a limit, or dies.
    """

    def __init__(self, main: Path, limits: SubmissionLimits, level: Level) -> None:
        self.is_course_file = is_course_file(main.read_bytes())
        """Whether the submission is written for the interface of another course's project."""
        super().__init__(main.parent, limits, level)
        self._restart = partial(WorkerClient, main, limits, level)
        self._provided: dict[str, str] = {}
        self._main = self._process.folder / main.name

    @contextmanager
    def fresh(self) -> Iterator["WorkerClient"]:
        """The client of a new worker, which has loaded the file, too, and remembers nothing."""
        with self._restart() as client:
            client.move_budget = self.move_budget
            client.provide(self._provided)
            client.load()
            yield client

    def load(self, agents: Iterable[str] = (), functions: Iterable[str] = ()) -> Loaded:
        """Imports the file. Returns which of the `agents` and `functions` it has, and its other
        agents."""
        request = {
            "do": "load",
            "file": str(self._main),
            "agents": list(agents),
            "functions": list(functions),
        }
        return self.ask(request, Loaded, self.load_budget, "to load")

    def provide(self, sources: Mapping[str, str]) -> None:
        """Makes modules of `pacgrid.agents` importable, given their source code by name."""
        self._provided.update(sources)
        for name, source in sources.items():
            request = {"do": "provide", "name": name, "source": source}
            self.ask(request, Done, self.load_budget, "to load")

    def build(
        self, agent: str, options: Mapping[str, Any], *, observed: bool = False, ghosts: int = 0
    ) -> None:
        """Creates an instance of the file's class `agent`; to play so many `ghosts`, one that plays
        them all if it is a `GhostTeam`, else one for each. If it is `observed`, its evaluation asks
        the grader."""
        # A Searcher that gets a depth but no evaluation uses the linear one.
        evaluation = options.get("evaluation", "linear" if "depth" in options else "score")
        if isinstance(evaluation, str) and evaluation != "score" and not observed:
            self.provide({"evaluation": source_of("evaluation")})
        self.clock.end_game()
        request = {
            "do": "build",
            "agent": agent,
            "options": dict(options),
            "observed": observed,
            "ghosts": ghosts,
        }
        self.ask(request, Done, self.load_budget, "to build the agent")

    def start_evaluation(self, function: str, state: State, seed: int) -> None:
        """Starts a game at `state`, in which the file's `function` is the evaluation. `seed` is the
        submission's own and reveals nothing about ghosts."""
        self.clock.start_game()
        request = {
            "do": "start_evaluation",
            "function": function,
            "state": str(state),
            "seed": seed,
        }
        self.ask(request, Done, self.move_budget, "to start a game")

    def start_move(self) -> None:
        """From here on, all values until the next move count towards the time for one move."""
        self.clock.start_answer()

    def values(self, states: Sequence[State]) -> dict[State, float | Failure]:
        """The values of `states`, positions of the game, by the evaluation. If it fails for one of
        them, the states after that one are left out."""
        values: dict[State, float | Failure] = {}
        for batch in _batches(states):
            positions = [encode_position(state) for state in batch]
            request = {"do": "values", "positions": positions}
            reply = self.ask(request, Values, self.move_budget, "for a move", continues=True)
            missing = len(batch) - len(reply.values)
            if missing < 0 or bool(missing) != bool(reply.failed):
                raise self.kill("sent the grader a wrong number of values")
            values.update(zip(batch, reply.values, strict=False))
            if reply.failed:
                values[batch[len(reply.values)]] = reply.failed.failure
                break
        return values

    def features(self, states: Sequence[State]) -> Features:
        """The submission's weights, and its features in `states`, positions of the game; without
        any if it doesn't name them."""
        request = {"do": "features", "positions": [encode_position(state) for state in states]}
        reply = self.ask(request, Features, self.move_budget, "for the features")
        sizes = {len(row) for row in reply.values}
        if reply.weights and (len(reply.values) != len(states) or sizes != {len(reply.weights)}):
            raise self.kill("sent the grader a wrong number of features")
        return reply

    def weigh(self, feature: str, factor: float) -> None:
        """Sets the weight of `feature` to `factor` times what it was in the file."""
        request = {"do": "weigh", "feature": feature, "factor": factor}
        self.ask(request, Done, self.move_budget, "to set a weight")

    def start(self, state: State, seed: int) -> None:
        """Starts a game at `state`. `seed` is the agent's own and reveals nothing about ghosts."""
        self.clock.start_game()
        request = {"do": "start", "state": str(state), "seed": seed}
        self.ask(request, Done, self.move_budget, "to start a game")

    def start_search(self, root: StateSummary, seed: int) -> None:
        """Starts a search of states that stay here; `root` describes the first one."""
        self.clock.start_game()
        request = {"do": "start_search", "root": root, "seed": seed}
        self.ask(request, Done, self.move_budget, "to start a search")

    def start_probe(self, root: ObservedSummary, agents: int, seed: int, answer: Answer) -> None:
        """Starts a search that is observed, in a game of so many `agents`; `answer` answers its
        questions."""
        self.clock.start_game()
        request = {"do": "start_probe", "root": [*root, agents], "seed": seed}
        self.ask(request, Done, self.move_budget, "to start a search", answer)

    def continue_probe(self, root: ObservedSummary, agents: int) -> None:
        """Has the same agent search `root` next."""
        request = {"do": "continue_probe", "root": [*root, agents]}
        self.ask(request, Done, self.move_budget, "to start a search")

    def act(self, played: Sequence[Action], answer: Answer | None = None) -> Acted:
        """The agent's choice, after `played`: the actions since its last choice. In a search,
        `answer` answers its questions."""
        request = pack_played(ACT, played)
        return self.ask(request, Acted, self.move_budget, "for a move", answer)

    def returned(self) -> dict[int, float]:
        """What functions of the submission returned in the search before, by the handles of the
        states that they got. A submission may forge it."""
        return dict(self.ask({"do": "returned"}, Returned, self.move_budget, "").values)

    def finish(self, played: Sequence[Action]) -> None:
        """Ends the game."""
        request = pack_played(FINISH, played)
        self.ask(request, Done, self.move_budget, "to finish a game")


def _batches(states: Sequence[State]) -> Iterator[Sequence[State]]:
    """`states` in parts that each fit into a message."""
    if states:
        food_and_capsules = len(states[0].maze.positions) // 2  # in hexadecimal
        size = MAX_BYTES // (300 + food_and_capsules)
        for first in range(0, len(states), size):
            yield states[first : first + size]
