"""Every mistaken search fails in one of the shipped positions."""

import math
from collections.abc import Callable, Iterator

import pytest

from helpers.searching import LocalSearch
from pacgrid import Action, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.minimax import Minimax
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.kinds.optimal import optimal_actions
from pacgrid.autograder.kinds.positions import Positions
from pacgrid.autograder.kinds.search.search import Search
from pacgrid.autograder.worker_client.connection import SubmissionError

QUESTIONS = {question.name: question for question in Assignment.load().questions}

Backup = Callable[[State, list[float]], float]


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def minimax(state: State, values: list[float]) -> float:
    return min(values) if state.to_move else max(values)


def expectimax(state: State, values: list[float]) -> float:
    return mean(values) if state.to_move else max(values)


def one_min_layer(state: State, values: list[float]) -> float:
    return min(values) if state.to_move == 1 else max(values)


def one_chance_layer(state: State, values: list[float]) -> float:
    return mean(values) if state.to_move == 1 else max(values)


def only_max(_: State, values: list[float]) -> float:
    return max(values)


def adds_up(state: State, values: list[float]) -> float:
    return sum(values) if state.to_move else max(values)


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


def whole_numbers(state: State, values: list[float]) -> float:
    return sum(values) // len(values) if state.to_move else max(values)


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
