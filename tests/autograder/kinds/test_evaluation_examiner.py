"""Reports on evaluations, asked here or in a worker."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from random import Random
from typing import cast

import pytest

from helpers.grading import loaded, question_tests, write
from helpers.searching import Evaluate, EvaluationClient, remote
from pacgrid import Layout, Limits, State, play
from pacgrid.agents.evaluation import LinearEvaluation
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.autograder.diagnosis import evaluation_warnings as warnings
from pacgrid.autograder.diagnosis.changed_positions import PositionChange
from pacgrid.autograder.kinds.games import Games
from pacgrid.autograder.kinds.kind import Part
from pacgrid.autograder.kinds.remote_players import examine
from pacgrid.autograder.model.diagnosis import EvaluationReport, Finding, merged
from pacgrid.autograder.model.outcome import OUTCOMES
from pacgrid.autograder.worker_client.client import WorkerClient
from pacgrid.common import concurrency


class Client(EvaluationClient):
    """A client that can start another worker, with a new evaluation."""

    def __init__(
        self, function: Evaluate, seconds: float = 0.0, renew: Callable[[], Evaluate] | None = None
    ) -> None:
        super().__init__(function, seconds)
        self._renew = renew or (lambda: function)

    @contextmanager
    def fresh(self) -> Iterator["Client"]:
        yield Client(self._renew())


def report(client: Client, layout: str = "small") -> EvaluationReport:
    """On the evaluation of `client`, after a random game."""
    board = Layout.load(layout)
    agents = [RandomAgent() for _ in range(len(board.ghosts) + 1)]
    states = list(play(board, agents, seed=1, limits=Limits(rounds=60)).states())
    evaluation = remote(client)
    evaluation.value(states[0])
    evaluation.fetch()
    found = examine(cast("WorkerClient", client), "evaluate", states, evaluation)
    assert found
    return found


def near(state: State, *ghosts: int) -> float:
    """How many of the active `ghosts` are at most 2 steps away."""
    chosen = [state.ghosts[number] for number in ghosts]
    away = [state.maze.distance(state.pacman, each.position) for each in chosen if not each.scared]
    return sum(steps <= 2 for steps in away)


def food(state: State) -> float:
    return state.maze.nearest(state.pacman, state.food)


def ghost(state: State, *, scared: bool = False) -> float:
    """The steps to the nearest active ghost; or, if it may be `scared`, to the nearest one."""
    ghosts = [each for each in state.ghosts if scared or not each.scared]
    return min((state.maze.distance(state.pacman, g.position) for g in ghosts), default=99)


def careful(state: State) -> float:
    return state.score - food(state) - near(state, 0, 1)


def towards_ghosts(state: State) -> float:
    return state.score - food(state) + (1 / ghost(state) if ghost(state) > 1 else -400)


def sane(state: State) -> float:
    return state.score - food(state) - 100 * near(state, *range(len(state.ghosts)))


def fails_in_the_west(state: State) -> float:
    if state.pacman[0] < 8:
        raise ValueError("no west")
    return sane(state)


rng = Random(1)
WRONG: dict[str, tuple[Evaluate, list[Finding]]] = {
    "constant": (lambda _: 7, [warnings.CONSTANT]),
    "score": (lambda state: state.score, [warnings.BLIND_TO_GHOSTS, warnings.BLIND_TO_FOOD]),
    "blind": (lambda state: state.score - food(state), [warnings.BLIND_TO_GHOSTS]),
    "first": (lambda s: s.score - food(s) - near(s, 0), [warnings.BLIND_TO_GHOSTS]),
    "second": (lambda s: s.score - food(s) - near(s, 1), [warnings.BLIND_TO_GHOSTS]),
    "no food": (lambda state: state.score - near(state, 0, 1), [warnings.BLIND_TO_FOOD]),
    "infinite": (lambda s: -inf if near(s, 0, 1) else sane(s), [warnings.INFINITE]),
    "random": (lambda state: sane(state) + rng.random(), [warnings.UNSTABLE]),
    "fails": (fails_in_the_west, [warnings.FAILS]),
    "towards ghosts": (towards_ghosts, [warnings.LIKES_GHOSTS]),
    "far food": (lambda s: s.score + food(s) - near(s, 0, 1), [warnings.LIKES_FAR_FOOD]),
    "much food": (lambda s: careful(s) + len(s.food), [warnings.LIKES_MUCH_FOOD]),
    "all food": (lambda s: careful(s) + 20 * len(s.food), [warnings.LEAVES_FOOD]),
    "low score": (
        lambda s: careful(s) - 2 * s.score,
        [warnings.LEAVES_FOOD, warnings.LIKES_LOW_SCORE],
    ),
    "flees": (lambda s: s.score - food(s) + ghost(s, scared=True), [warnings.FLEES_SCARED]),
    "huge loss": (lambda s: sane(s) - 600, [warnings.BELOW_LOSS]),
    "unequal": (lambda s: s.score - food(s) - near(s, 0) - 2 * near(s, 1), [warnings.ORDER]),
}


@pytest.mark.parametrize(("evaluate", "findings"), WRONG.values(), ids=WRONG)
def test_what_is_odd_is_named_with_a_position(evaluate, findings):
    found = sorted(report(Client(evaluate)).warnings, key=lambda warning: -warning.cost)
    assert [warning.finding for warning in found] == findings
    assert all(State.parse(drawn) for warning in found for drawn in warning.positions)
    assert all(warning.evidence and warning.positions for warning in found)


@pytest.mark.parametrize("evaluate", [sane, *map(LinearEvaluation, ("linear", "cautious"))])
@pytest.mark.parametrize("layout", ["small", "trap", "arena"])
def test_a_sane_evaluation_gets_no_warning(evaluate, layout):
    client = Client(evaluate)
    assert not report(client, layout).warnings
    assert client.asked.total() < 600


@pytest.mark.parametrize("layout", ["small", "arena"])
def test_learned_weights_are_not_accused(layout):
    assert all(w.is_remark for w in report(Client(LinearEvaluation("learned")), layout).warnings)


def test_a_report_says_what_each_change_does_to_the_value():
    senses = {sense.change: sense.sign for sense in report(Client(sane)).senses}
    assert senses == {
        PositionChange.SCORE: "higher",
        PositionChange.EATING: "higher",
        PositionChange.NEAR_FOOD: "higher",
        PositionChange.FOOD_LEFT: "the same",
        PositionChange.GHOST_BESIDE: "lower",
        PositionChange.GHOST: "varies",
        PositionChange.SCARED_GHOST: "the same",
    }


def test_a_sign_is_odd_only_if_it_is_so_in_the_pairs_of_all_tests():
    towards, _ = WRONG["towards ghosts"]
    odd, usual = report(Client(towards)), report(Client(sane))
    assert warnings.LIKES_GHOSTS in [w.finding for w in merged([odd, odd, odd]).warnings]
    assert not merged([odd, usual]).warnings
    blind = report(Client(WRONG["blind"][0]))
    assert [w.is_remark for w in blind.as_remarks.warnings] == [True], "if the test is passed"
    (both,) = merged([blind.as_remarks, blind]).warnings
    assert not both.is_remark


def remembering() -> Evaluate:
    """An evaluation with a cache whose key leaves out the ghosts."""
    known: dict[object, float] = {}

    def evaluate(state: State) -> float:
        return known.setdefault((state.pacman, state.food.mask), sane(state))

    return evaluate


def following() -> Evaluate:
    """An evaluation that keeps the first position."""
    first: list[State] = []

    def evaluate(state: State) -> float:
        first.append(state)
        return sane(state) - first[0].score

    return evaluate


@pytest.mark.parametrize("new", [remembering, following])
def test_what_an_evaluation_remembers_shows_in_a_new_process_in_another_order(new):
    found = report(Client(new(), renew=new))
    assert [warning.finding for warning in found.warnings] == [warnings.UNSTABLE]
    assert not found.senses


def by_pairs_of_cells() -> Evaluate:
    """An evaluation with a cache that is right as long as the maze is the same."""
    known: dict[object, float] = {}

    def evaluate(state: State) -> float:
        for cell in state.food:
            known.setdefault((state.pacman, cell), state.maze.distance(state.pacman, cell))
        away = min(known[state.pacman, cell] for cell in state.food)
        return state.score - away - 100 * near(state, 0, 1)

    return evaluate


def test_a_cache_that_is_right_in_one_maze_is_no_mistake():
    found = report(Client(by_pairs_of_cells(), renew=by_pairs_of_cells), "arena")
    assert not found.warnings


def test_a_slow_evaluation_is_named_with_its_time_unless_only_real_time_is_known(monkeypatch):
    (warning,) = report(Client(sane, seconds=0.0123)).warnings
    assert (warning.finding, warning.evidence) == (warnings.SLOW, "about 10 ms of CPU time")
    monkeypatch.setattr(concurrency, "TELLS_CPU_TIME", False)
    assert not report(Client(sane, seconds=0.0123)).warnings


def test_a_report_survives_the_journal(tmp_path):
    (test,) = question_tests("evaluation")
    assert isinstance(test, Games)
    file = write(tmp_path, "def evaluate(state): return state.score")
    with loaded(file) as client:
        result = test.model_copy(update={"games": 2}).run(Part(client, "evaluate", str(file)))
    assert result.evaluation
    assert OUTCOMES.read(OUTCOMES.dump(result)) == result
