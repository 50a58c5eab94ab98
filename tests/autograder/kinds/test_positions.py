"""Every mistaken search fails in one of the shipped positions."""

import math
from collections.abc import Callable, Iterator

import pytest

from helpers.grading import GOES_WEST, loaded, question_tests, write
from helpers.searching import LocalSearch
from pacgrid import Action, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.minimax import Minimax
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.kinds.kind import Part
from pacgrid.autograder.kinds.positions import ChoiceTest, Positions, Tally, optimal_actions
from pacgrid.autograder.kinds.search import Search
from pacgrid.autograder.worker_client.client import SubmissionError, WorkerClient
from pacgrid.autograder.worker_client.replies import Acted

AGENTS = f"""{GOES_WEST}
class Stops(Agent):
    def act(self, state):
        return Action.STOP

class FailsWithFoodInTheEast(Reflex):
    def act(self, state):
        1 / len([x for x, _ in state.food if x < 2])
        return super().act(state)

class Dies(Agent):
    def act(self, state):
        import os
        os._exit(1)
"""
WEST, EAST = State.parse("%%%%%%\n%.P1 %\n%%%%%%"), State.parse("%%%%%%\n% 1P.%\n%%%%%%")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerClient]:
    with loaded(write(tmp_path_factory.mktemp("agents"), AGENTS)) as client:
        yield client


def positions(*states: State, **changes: object) -> Positions:
    (test,) = (test for test in question_tests("reflex") if isinstance(test, Positions))
    return test.model_copy(update={"positions": list(states or [WEST]), **changes})


def test_optimal_choices_in_all_positions_give_the_points(client):
    outcome = positions().run(Part(client, "Reflex"))
    assert outcome.test == "the best action in 1 position, 1 round ahead"
    assert (outcome.result, outcome.points) == ("optimal in 1 of 1", 1)
    assert (outcome.advice, outcome.failure, outcome.nodes) == ("", None, None)


def test_a_wrong_choice_is_shown_with_its_position(client):
    outcome = positions().run(Part(client, "Stops"))
    assert (outcome.points, outcome.result) == (0, "optimal in 0 of 1")
    assert outcome.advice.startswith("position 1: chose stop, best is west\n")


@pytest.mark.parametrize(("partial", "points"), [(False, 0), (True, 1.5)])
def test_some_optimal_choices_give_points_only_in_a_partial_test(client, partial, points):
    test = positions(WEST, WEST, EAST, WEST, partial=partial, points=2)
    outcome = test.run(Part(client, "Reflex"))
    assert (outcome.points, outcome.result) == (points, "optimal in 3 of 4")
    assert outcome.advice.startswith("position 3: ")


def test_an_agent_that_fails_is_tried_in_the_next_position(client):
    outcome = positions(EAST, WEST, partial=True).run(Part(client, "FailsWithFoodInTheEast"))
    assert (outcome.points, outcome.place) == (0.5, "position 1")
    assert outcome.result == "failed in position 1 of 2, optimal in 1"
    assert outcome.failure.message.startswith("ZeroDivisionError")


def test_an_agent_that_cannot_be_built_is_not_tried(client):
    outcome = positions(options={"depth": 2}).run(Part(client, "Reflex"))
    assert (outcome.result, outcome.points) == ("not tried", 0)
    assert outcome.failure.message.startswith(
        "Reflex can't be built: its __init__ must accept depth"
    )


def test_a_worker_that_dies_loses_the_remaining_positions(tmp_path):
    with loaded(write(tmp_path, AGENTS)) as client:
        outcome = positions(WEST, WEST, partial=True).run(Part(client, "Dies"))
    assert (outcome.points, outcome.place) == (0, "position 1 (position 2 was not tried)")
    assert outcome.failure.message == "its process exited: exit code 1"
    assert outcome.failure.position.startswith("in this position:\n%%%%%%\n%.P1 %\n")


QUESTIONS = {question.name: question for question in Assignment.load().questions}

Backup = Callable[[State, list[float]], float]


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def ghosts_take(value: Callable[[list[float]], float], *, all_of_them: bool = True) -> Backup:
    """Pac-Man maximizes, and the ghosts, or only the first one, take this value."""

    def backup(state: State, values: list[float]) -> float:
        is_ghost = state.to_move > 0 if all_of_them else state.to_move == 1
        return value(values) if is_ghost else max(values)

    return backup


minimax, expectimax = ghosts_take(min), ghosts_take(mean)
one_min_layer = ghosts_take(min, all_of_them=False)
one_chance_layer = ghosts_take(mean, all_of_them=False)
only_max, adds_up = ghosts_take(max), ghosts_take(sum)
whole_numbers = ghosts_take(lambda values: sum(values) // len(values))


def best(state: State, plies: int, backup: Backup, *, stops: bool = True) -> set[Action]:
    """The actions that a search with this `backup` may choose, however it breaks ties."""

    def value(state: State, plies: int) -> float:
        if state.is_terminal or plies == 0:
            return state.score
        return backup(state, [value(state.successor(a), plies - 1) for a in state.legal_actions()])

    actions = [a for a in state.legal_actions() if stops or a is not Action.STOP]
    values = {action: value(state.successor(action), plies - 1) for action in actions}
    return {action for action in actions if values[action] >= max(values.values()) - 1e-6}


Choices = Positions | Search


def searched(name: str) -> Iterator[tuple[State, Choices]]:
    """The positions of the question that are shallow enough for a plain search."""
    for test in QUESTIONS[name].tests:
        if isinstance(test, Choices) and test.depth < 5:
            yield from ((state, test) for state in test.positions)


def backup_of(test: Choices) -> Backup:
    return expectimax if test.search == "expectimax" else minimax


@pytest.mark.parametrize("name", ["reflex", "minimax", "alpha_beta", "expectimax"])
@pytest.mark.slow
def test_optimal_actions_are_those_of_a_plain_search(name):
    for state, test in searched(name):
        plain = best(state, test.depth * state.num_agents, backup_of(test))
        assert set(optimal_actions(state, test.search, test.depth)) == plain
        assert plain != set(state.legal_actions())


MISTAKES: dict[str, Callable[[State, Choices], set[Action]]] = {
    "greedy": lambda s, t: best(s, 1, backup_of(t)),
    "a round too few": lambda s, t: best(s, (t.depth - 1) * s.num_agents, backup_of(t)),
    "a round too many": lambda s, t: best(s, (t.depth + 1) * s.num_agents, backup_of(t)),
    "a ply too few": lambda s, t: best(s, t.depth * s.num_agents - 1, backup_of(t)),
    "a ply too many": lambda s, t: best(s, t.depth * s.num_agents + 1, backup_of(t)),
    "plies for rounds": lambda s, t: best(s, t.depth, backup_of(t)),
    "never stops": lambda s, t: best(s, t.depth * s.num_agents, backup_of(t), stops=False),
    "ghosts that help": lambda s, t: best(s, t.depth * s.num_agents, only_max),
    "one MIN layer": lambda s, t: best(s, t.depth * s.num_agents, one_min_layer),
    "one chance layer": lambda s, t: best(s, t.depth * s.num_agents, one_chance_layer),
    "the worst": lambda s, t: best(s, t.depth * s.num_agents, minimax),
    "the average": lambda s, t: best(s, t.depth * s.num_agents, expectimax),
    "the sum": lambda s, t: best(s, t.depth * s.num_agents, adds_up),
}
OF_ALL = (
    *("greedy", "a round too few", "a round too many"),
    *("a ply too few", "a ply too many", "plies for rounds"),
)
OF_MINIMAX = (*OF_ALL, "never stops", "ghosts that help", "one MIN layer", "the average")
OF_EXPECTIMAX = (
    *(*OF_ALL, "never stops", "ghosts that help"),
    *("one MIN layer", "one chance layer", "the worst", "the sum"),
)


@pytest.mark.parametrize(
    ("name", "mistake"),
    [("minimax", mistake) for mistake in OF_MINIMAX]
    + [("alpha_beta", mistake) for mistake in OF_MINIMAX]
    + [("expectimax", mistake) for mistake in OF_EXPECTIMAX],
)
@pytest.mark.slow
def test_a_mistake_shows_in_some_position_however_ties_are_broken(name, mistake):
    wrong = MISTAKES[mistake]
    assert any(
        wrong(state, test).isdisjoint(optimal_actions(state, test.search, test.depth))
        for state, test in searched(name)
        if not (mistake == "a round too few" and test.depth == 1)
    )


@pytest.mark.parametrize("choose", [min, max])
@pytest.mark.slow
def test_rounded_averages_show_whichever_of_equal_actions_is_chosen(choose):
    assert any(
        choose(best(state, test.depth * state.num_agents, whole_numbers), key=list(Action).index)
        not in optimal_actions(state, test.search, test.depth)
        for state, test in searched("expectimax")
    )


def bounded(state: State, plies: int, order: slice) -> Action:
    """The choice of a search that prunes on equality and takes the last of equal actions."""

    def value(state: State, plies: int, alpha: float, beta: float) -> float:
        if state.is_terminal or plies == 0:
            return state.score
        found = -math.inf if state.to_move == 0 else math.inf
        for action in state.legal_actions()[order]:
            deeper = value(state.successor(action), plies - 1, alpha, beta)
            if state.to_move == 0:
                alpha = max(alpha, found := max(found, deeper))
            else:
                beta = min(beta, found := min(found, deeper))
            if alpha >= beta:
                break
        return found

    highest, chosen = -math.inf, Action.STOP
    for action in state.legal_actions()[order]:
        found = value(state.successor(action), plies - 1, highest, math.inf)
        if found >= highest:
            highest, chosen = found, action
    return chosen


@pytest.mark.parametrize("order", [slice(None), slice(None, None, -1)])
@pytest.mark.slow
def test_pruning_on_equality_shows_in_some_positions(order):
    wrong = [
        state
        for state, test in searched("alpha_beta")
        if bounded(state, test.depth * state.num_agents, order)
        not in optimal_actions(state, test.search, test.depth)
    ]
    assert len(wrong) >= 3


def pruning() -> Search:
    """The test whose budget requires pruning."""
    (test,) = (t for t in QUESTIONS["alpha_beta"].tests if isinstance(t, Search) and t.depth > 5)
    return test


def test_pruning_is_tested_where_a_single_action_is_best():
    test = pruning()
    best_actions = [optimal_actions(state, test.search, test.depth) for state in test.positions]
    assert [len(actions) for actions in best_actions] == [1, 1, 1]


def expanded(kind: type[AlphaBeta | Minimax], state: State, test: Search) -> int:
    """The number of successors that our own search asks for, as the grader counts them."""
    search = LocalSearch(test.nodes)
    kind(depth=test.depth, evaluation="score").act(search.start(state))  # type: ignore[arg-type]
    return search.count()


@pytest.mark.parametrize("number", range(3))
@pytest.mark.slow
def test_the_budget_suffices_only_with_pruning(number):
    test = pruning()
    state = test.positions[number]
    assert expanded(AlphaBeta, state, test) < test.nodes
    with pytest.raises(SubmissionError, match="asked for more than 30,000 successors"):
        expanded(Minimax, state, test)


def test_every_other_budget_suffices_without_pruning():
    for name in ("minimax", "alpha_beta", "expectimax"):
        for test in QUESTIONS[name].tests:
            if isinstance(test, Search) and test.depth < 5:
                for state in test.positions:
                    assert expanded(Minimax, state, test) < test.nodes / 2


def test_all_actions_that_tie_for_the_best_are_optimal():
    state = State.parse("%%%%%%%\n%. P .%\n%%%%%%%")
    assert optimal_actions(state, "minimax", 2) == (Action.EAST, Action.WEST)


WEST = State.parse("%%%%%%\n%.P1 %\n%%%%%%")


def test_a_wrong_choice_in_a_large_search_gets_the_right_values():
    test = question_tests("minimax")[0]
    assert isinstance(test, ChoiceTest)
    tally = Tally(test.model_copy(update={"positions": [WEST] * 4}))
    for number in (2, 3, 4):
        tally.count(number, WEST, Acted(Action.STOP, None, {Action.STOP: 3.5}))
    assert tally.outcome().advice.splitlines() == [
        "position 2: chose stop, best is west",
        "the right values: east -501, west 509, stop -501",
        "the values it found: stop 3.5",
        *("%%%%%%", "%.P1 %", "%%%%%%", "ghost 1: (3, 1) stop, home (3, 1)"),
        "also wrong in positions 3-4",
    ]
