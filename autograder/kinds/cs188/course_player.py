"""A class of a course file that plays in a worker."""

from collections.abc import Mapping, Sequence

from pacgrid.action import Action
from pacgrid.state import State

from ...model.limits import Budget
from ...model.strict_model import Option
from ...worker.messages import ObservedSummary
from ...worker_client.client import WorkerClient
from ...worker_client.connection import Answer
from ...worker_client.replies import Chosen, Done, Explored
from .explored_states import ExploredStates, ImpossibleStepError

_IN_GAME = "in one game"
"""What a limit is for: that project limits the time of an agent in a game, not that of a move."""


class CoursePlayer:
    """Instances of the class `agent` of the submission that `client` has loaded, one at a time.

    Every method raises SubmissionError if the submission fails, exceeds a limit, or dies.
    """

    def __init__(self, client: WorkerClient, agent: str) -> None:
        self._client = client
        self._agent = agent

    def limit_game(self, seconds: float) -> None:
        """From here on, a game may take the agent so many seconds, and a move just as many."""
        budget = Budget(cpu_seconds=seconds, seconds=seconds)
        self._client.move_budget = self._client.clock.game_budget = budget

    def build(self, options: Mapping[str, Option]) -> None:
        """Creates a new instance."""
        self._client.clock.end_game()
        request = {"do": "course_build", "agent": self._agent, "options": dict(options)}
        self._client.ask(request, Done, self._client.load_budget, "to build the agent")

    def search(self, root: ObservedSummary, agents: int, answer: Answer) -> Chosen:
        """What the instance chooses at `root`, in a game of so many `agents`; `answer` answers its
        questions."""
        self._client.clock.start_game()
        request = {"do": "course_search", "root": [*root, agents]}
        return self._client.ask(request, Chosen, self._client.move_budget, "for a move", answer)

    def start(self, state: State, seed: int) -> None:
        """Starts a game at `state`. `seed` is the agent's own and reveals nothing about ghosts."""
        self._client.clock.start_game()
        request = {"do": "course_start", "state": str(state), "seed": seed}
        self._client.ask(request, Done, self._client.move_budget, _IN_GAME)

    def act(self, played: Sequence[Action]) -> Chosen:
        """The instance's choice, after `played`: the actions since its last choice."""
        request = {"do": "course_act", "played": played}
        return self._client.ask(request, Chosen, self._client.move_budget, _IN_GAME)

    def explore(self, played: Sequence[Action], explored: ExploredStates) -> Chosen:
        """The same. Adds what the instance explored to `explored`, up to its limit."""
        request: dict[str, object] = {"do": "course_explore", "played": played}
        chosen = self._client.ask(request, Chosen, self._client.move_budget, _IN_GAME)
        while not explored.is_too_many:
            request = {"do": "course_explored", "first": explored.steps}
            reply = self._client.ask(request, Explored, self._client.move_budget, _IN_GAME)
            if not reply.steps:
                break
            try:
                explored.add(reply.steps)
            except ImpossibleStepError as error:
                raise self._client.kill(str(error)) from None
        return chosen

    def finish(self, played: Sequence[Action]) -> None:
        """Ends the game."""
        request = {"do": "course_finish", "played": played}
        self._client.ask(request, Done, self._client.move_budget, _IN_GAME)
