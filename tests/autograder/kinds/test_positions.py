"""Every mistaken search fails in one of the shipped positions."""

import math
from collections.abc import Callable, Iterator
from functools import partial
from statistics import fmean

import pytest

from helpers.grading import GOES_WEST, loaded, question_tests, worker, write
from helpers.searching import LocalSearch
from pacgrid import Action, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.minimax import Minimax
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.kinds.kind import Part
from pacgrid.autograder.kinds.positions import ChoiceTest, Positions, Tally, optimal_actions
from pacgrid.autograder.kinds.search import Search
from pacgrid.autograder.worker_client.client import SubmissionError
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


file, client = worker(AGENTS)


def positions(*states: State, **changes: object) -> Positions:
    (test,) = (test for test in question_tests("reflex") if isinstance(test, Positions))
    return test.model_copy(update={"positions": list(states or [WEST]), **changes})


def test_optimal_choices_in_all_positions_give_the_points(client):
    outcome = positions().run(Part(client, "Reflex"))
    assert outcome.test == "the best action in 1 position, 1 round ahead"
    assert (outcome.result, outcome.points) == ("optimal in 1 of 1", 1)
    assert (outcome.advice, outcome.failure, outcome.nodes) == ("", None, None)
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
    outcome = positions(options={"depth": 2}).run(Part(client, "Reflex"))
    assert (outcome.result, outcome.points) == ("not tried", 0)
    unbuilt = "Reflex can't be built: its __init__ must accept depth"
    assert outcome.failure.message.startswith(unbuilt)


def test_a_worker_that_dies_loses_the_remaining_positions(tmp_path):
    with loaded(write(tmp_path, AGENTS)) as client:
        outcome = positions(WEST, WEST, partial=True).run(Part(client, "Dies"))
    assert (outcome.points, outcome.place) == (0, "position 1 (position 2 was not tried)")
    assert outcome.failure.message == "its process exited: exit code 1"
    assert outcome.failure.position.startswith("in this position:\n%%%%%%\n%.P1 %\n")


QUESTIONS = {question.name: question for question in Assignment.load().questions}

Backup = Callable[[State, list[float]], float]


def ghosts_take(value: Callable[[list[float]], float], *, all_of_them: bool = True) -> Backup:
    """Pac-Man maximizes, and the ghosts, or only the first one, take this value."""

    def backup(state: State, values: list[float]) -> float:
        is_ghost = state.to_move > 0 if all_of_them else state.to_move == 1
        return value(values) if is_ghost else max(values)

    return backup


minimax, expectimax = ghosts_take(min), ghosts_take(fmean)


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


def searched_as(
    state: State, test: Choices, *, rounds: int = 0, plies: int = 0, backup: Backup | None = None
) -> set[Action]:
    """What a search may choose that looks so many more rounds or plies ahead than it should."""
    right = expectimax if test.search == "expectimax" else minimax
    return best(state, (test.depth + rounds) * state.num_agents + plies, backup or right)


def right_actions(state: State, test: Choices) -> tuple[Action, ...]:
    return optimal_actions(state, test.search, test.depth)


@pytest.mark.parametrize("name", ["reflex", "minimax", "alpha_beta", "expectimax"])
@pytest.mark.slow
def test_optimal_actions_are_those_of_a_plain_search(name):
    for state, test in searched(name):
        assert set(right_actions(state, test)) == searched_as(state, test)
        assert searched_as(state, test) != set(state.legal_actions())


def never_stops(state: State, test: Choices) -> set[Action]:
    backup = expectimax if test.search == "expectimax" else minimax
    return best(state, test.depth * state.num_agents, backup, stops=False)


MISTAKES: dict[str, Callable[[State, Choices], set[Action]]] = {
    "greedy": lambda s, t: searched_as(s, t, rounds=-t.depth, plies=1),
    "a round too few": partial(searched_as, rounds=-1),
    "a round too many": partial(searched_as, rounds=1),
    "a ply too few": partial(searched_as, plies=-1),
    "a ply too many": partial(searched_as, plies=1),
    "plies for rounds": lambda s, t: searched_as(s, t, rounds=-t.depth, plies=t.depth),
    "never stops": never_stops,
    "ghosts that help": partial(searched_as, backup=ghosts_take(max)),
    "one MIN layer": partial(searched_as, backup=ghosts_take(min, all_of_them=False)),
}
OF_EXPECTIMAX = MISTAKES | {
    "one chance layer": partial(searched_as, backup=ghosts_take(fmean, all_of_them=False)),
    "the worst": partial(searched_as, backup=minimax),
    "the sum": partial(searched_as, backup=ghosts_take(sum)),
}
OF_MINIMAX = MISTAKES | {"the average": partial(searched_as, backup=expectimax)}
OF_EACH = {"minimax": OF_MINIMAX, "alpha_beta": OF_MINIMAX, "expectimax": OF_EXPECTIMAX}


@pytest.mark.parametrize("name", OF_EACH)
@pytest.mark.slow
def test_a_mistake_shows_in_some_position_however_ties_are_broken(name):
    for mistake, wrong in OF_EACH[name].items():
        assert any(
            wrong(state, test).isdisjoint(right_actions(state, test))
            for state, test in searched(name)
            if not (mistake == "a round too few" and test.depth == 1)
        ), mistake


@pytest.mark.parametrize("choose", [min, max])
@pytest.mark.slow
def test_rounded_averages_show_whichever_of_equal_actions_is_chosen(choose):
    rounds_down = ghosts_take(lambda values: sum(values) // len(values))
    assert any(
        choose(searched_as(state, test, backup=rounds_down), key=list(Action).index)
        not in right_actions(state, test)
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
        if bounded(state, test.depth * state.num_agents, order) not in right_actions(state, test)
    ]
    assert len(wrong) >= 3


(PRUNING,) = (t for t in QUESTIONS["alpha_beta"].tests if isinstance(t, Search) and t.depth > 5)
"""The test whose budget requires pruning."""


def test_pruning_is_tested_where_a_single_action_is_best():
    assert [len(right_actions(state, PRUNING)) for state in PRUNING.positions] == [1, 1, 1]


def expanded(kind: type[AlphaBeta | Minimax], state: State, test: Search) -> int:
    """The number of successors that our own search asks for, as the grader counts them."""
    search = LocalSearch(test.nodes)
    kind(depth=test.depth, evaluation="score").act(search.start(state))  # type: ignore[arg-type]
    return search.count()


@pytest.mark.parametrize("state", PRUNING.positions)
@pytest.mark.slow
def test_the_budget_suffices_only_with_pruning(state):
    assert expanded(AlphaBeta, state, PRUNING) < PRUNING.nodes
    with pytest.raises(SubmissionError, match="asked for more than 30,000 successors"):
        expanded(Minimax, state, PRUNING)


def test_every_other_budget_suffices_without_pruning():
    for name in OF_EACH:
        for state, test in searched(name):
            assert expanded(Minimax, state, test) < test.nodes / 2


def test_all_actions_that_tie_for_the_best_are_optimal():
    state = State.parse("%%%%%%%\n%. P .%\n%%%%%%%")
    assert optimal_actions(state, "minimax", 2) == (Action.EAST, Action.WEST)


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
