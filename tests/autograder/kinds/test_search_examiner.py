"""Tests of the kind "search": the states that the grader serves, and workers that search them."""

from collections.abc import Callable
from functools import cache
from itertools import cycle
from textwrap import dedent, indent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.grading import NoClient, loaded, question_tests, subclasses, worker, write
from helpers.searching import LocalSearch
from pacgrid import Action, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.autograder.kinds.kind import Part
from pacgrid.autograder.kinds.search import MOST_UNUSED, Search, StateServer
from pacgrid.autograder.sandbox.worker_disk import source_of
from pacgrid.autograder.worker.messages import StateSummary, bits_of, unpack_states
from pacgrid.autograder.worker_client.client import SubmissionError
from pacgrid.autograder.worker_client.replies import Expand
from pacgrid.search import GameState
from pacgrid.tree.search_log import StateProxy, plain

CORRIDOR = "%%%%%%\n%.P1 %\n%%%%%%"
ROOM = "%%%%%%%\n%.   .%\n%  P  %\n%  1  %\n%%%%%%%"


# The states that the grader serves.


def ask(states: StateServer, number: int, action: Action, used: int = 0) -> list[StateSummary]:
    """The successor, and perhaps those of later actions."""
    answered, summaries = unpack_states(states.expand(Expand(number, action, used)))
    assert answered == used
    return [StateSummary(*summary) for summary in summaries]


def started(drawing: str, max_nodes: int = 1000) -> StateServer:
    """A server for a search of that state."""
    states = StateServer(max_nodes, NoClient())
    states.start(State.parse(drawing))
    return states


def test_a_successor_is_the_one_of_the_state_and_is_counted():
    states, after = started(ROOM), State.parse(ROOM).successor(Action.NORTH)
    (summary,) = ask(states, 0, Action.NORTH)
    assert (summary.number, summary.to_move, summary.score) == (1, 1, after.score)
    assert summary.legal == bits_of(after.legal_actions())
    assert states.used == 1


def test_states_have_the_same_number_in_every_search_exactly_if_they_are_equal():
    states = StateServer(1000, NoClient())
    by_number: dict[int, State] = {}
    for drawing in [ROOM.replace("1", " "), CORRIDOR] * 2:
        todo = [(State.parse(drawing), states.start(State.parse(drawing)).number)]
        for state, number in todo:
            assert by_number.setdefault(number, state) == state
            if len(todo) < 40:
                legal = state.legal_actions()
                todo += [(state.successor(a), ask(states, number, a)[0].number) for a in legal]
    assert len(set(by_number.values())) == len(by_number)


def test_a_finished_game_has_no_successors():
    states = started("%%%%%\n%P. %\n%%%%%")
    (won,) = ask(states, 0, Action.EAST)
    assert (won.is_win, won.is_loss, won.legal) == (True, False, 0)
    with pytest.raises(SubmissionError, match="asked for a successor that does not exist"):
        ask(states, won.number, Action.STOP)


@pytest.mark.parametrize(
    ("number", "action"), [(1, Action.STOP), ((1 << 32) - 1, Action.STOP), (0, Action.EAST)]
)
def test_requesting_an_impossible_successor_ends_the_worker(number, action):
    with pytest.raises(SubmissionError, match=r"^asked for a successor that does not e") as caught:
        ask(started(CORRIDOR.replace("P1", "P%")), number, action)
    assert caught.value.gone


def test_exceeding_the_budget_names_it_and_each_search_has_its_own():
    states = started(ROOM, max_nodes=2500)
    for number in range(5000):
        if number == 2500:
            states.start(State.parse(ROOM))
        ask(states, 0, Action.NORTH)
    with pytest.raises(SubmissionError, match=r"^asked for more than 2,500 successors in one sea"):
        ask(states, 0, Action.NORTH)
    assert states.used == 5001


# How many successors a search has used.


class Counted(StateProxy):
    """A state that counts the calls of `successor`, of all its successors too."""

    def __init__(self, state: State, calls: list[Action]) -> None:
        super().__init__(state)
        self.calls = calls

    def successor(self, action: Action) -> "Counted":
        self.calls.append(action)
        return Counted(plain(self).successor(action), self.calls)


def deepens(root: GameState) -> None:
    for depth in (1, 2, 3, 4):
        Minimax(depth=depth, evaluation="score").act(root)


def remembers(root: GameState) -> None:
    @cache
    def value(state: GameState, plies: int) -> float:
        if state.is_terminal or not plies:
            return state.score
        values = [value(state.successor(action), plies - 1) for action in state.legal_actions()]
        return min(values) if state.to_move else max(values)

    value(root, 7)


def goes_by_layers(root: GameState) -> None:
    layer = [root]
    for _ in range(7):
        layer = [state.successor(a) for state in layer for a in state.legal_actions()]


SEARCHES: dict[str, Callable[[GameState], object]] = {
    "minimax": Minimax(depth=4, evaluation="score").act,
    "alpha-beta": AlphaBeta(depth=4, evaluation="score").act,
    "expectimax": Expectimax(depth=4, evaluation="score").act,
    "iterative deepening": deepens,
    "memoised": remembers,
    "breadth first": goes_by_layers,
}
USES_ALL = SEARCHES.keys() - {"alpha-beta", "memoised"}


@pytest.mark.parametrize("name", SEARCHES)
def test_an_honest_search_is_counted_to_the_successor(name):
    state, calls, held = State.parse(ROOM), [], LocalSearch()
    SEARCHES[name](Counted(state, calls))
    SEARCHES[name](held.start(state))
    assert held.count() == len(calls) > 1000
    assert held.server.sent - held.used <= MOST_UNUSED
    if name in USES_ALL:  # which saves messages
        assert len(held.requests) < 0.7 * len(calls)
        assert held.server.sent == held.used


# By number: the state, and how many of its actions to leave out.
orders = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 3)), max_size=200)


def follow(order: list[tuple[int, int]], held: LocalSearch) -> int:
    """Expands states in any order. Returns how many successors it has used."""
    states, calls = [held.start(State.parse(ROOM))], 0
    for number, left_out in order:
        state = states[number % len(states)]
        for action in state.legal_actions()[left_out:]:
            states.append(state.successor(action))
            calls += 1
    return calls


@given(orders)
def test_successors_are_counted_in_any_order(order):
    held = LocalSearch()
    assert follow(order, held) == held.count()


@given(orders, st.lists(st.integers(0, 5000), min_size=1))
def test_a_lie_hides_little(order, claims):
    said = cycle(claims)
    held = LocalSearch(claim=lambda _: next(said))
    minimax = Minimax(depth=2, evaluation="score")
    minimax.act(held.start(State.parse(ROOM)))  # type: ignore[arg-type]
    assert held.server.used >= held.used - min(MOST_UNUSED, held.used // 32)


# Workers that search.

MINIMAX = source_of("minimax")
INIT = """
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

"""
BODIES = {
    "Boards": "return state.pacman",
    "Catches": """
        try: state.successor(Action.NORTH)
        except ValueError: return Action.WEST
    """,
    "GoesNorth": "state.successor(Action.NORTH)",
    "Claims": """
        self.report = Report(nodes=1, values={})
        for _ in range(7): state.successor(Action.WEST)
        return Action.WEST
    """,
    "Remembers": """
        if not hasattr(type(self), "values"): type(self).values = {}
        def value(state, plies):
            if state.is_terminal or not plies:
                return state.score
            if (state, plies) not in self.values:
                values = [value(state.successor(a), plies - 1) for a in state.legal_actions()]
                self.values[state, plies] = (min if state.to_move else max)(values)
            return self.values[state, plies]
        plies = self.depth * state.num_agents - 1
        return max(state.legal_actions(), key=lambda a: value(state.successor(a), plies))
    """,
    "Draws": """
        drawn = random.choice(state.legal_actions())
        for _ in range(random.randrange(50)):
            state.successor(self.rng.choice(state.legal_actions()))
        return drawn
    """,
}


def searchers(bodies: dict[str, str]) -> str:
    """Searchers by name, with these bodies of `act`."""
    acts = {
        name: f"{INIT}    def act(self, state):\n{indent(dedent(body).strip(), ' ' * 8)}"
        for name, body in bodies.items()
    }
    return "import random\nfrom pacgrid import Action, Agent, Report\n" + subclasses("Agent", acts)


def search(*drawings: str, **changes: object) -> Search:
    (test,) = question_tests("minimax")
    assert isinstance(test, Search)
    positions = [State.parse(drawing) for drawing in drawings or [CORRIDOR]]
    return test.model_copy(update={"positions": positions, **changes})


file, client = worker(
    MINIMAX + searchers(BODIES) + searchers({"Narrow": "pass"}).replace("depth, eval", "w, v")
)


def test_an_optimal_search_gets_the_points_and_its_nodes_are_counted(client):
    test = search(CORRIDOR, ROOM)
    outcome = test.counted(Part(client, "Minimax"))
    assert (outcome.result, outcome.points) == ("optimal in 2 of 2", 1)
    assert (outcome.failure, outcome.advice) == (None, "")
    # One for each action, and one for each answer to it, unless the game is over before.
    nodes = 0
    for root in test.positions:
        for state in map(root.successor, root.legal_actions()):
            nodes += 1 + (0 if state.is_terminal else len(state.legal_actions()))
    assert outcome.nodes == nodes
    nodes = search().counted(Part(client, "Minimax")).nodes
    outcome = search(*[CORRIDOR] * 3, nodes=nodes).counted(Part(client, "Minimax"))
    assert (outcome.points, outcome.nodes) == (1, 3 * nodes), "the budget is for each position"


def test_values_that_a_search_keeps_are_right_in_every_later_position(client):
    positions = [CORRIDOR, ROOM, ROOM.replace("%.   .%", "%. . .%"), CORRIDOR, ROOM]
    outcome = search(*positions, depth=2).counted(Part(client, "Remembers"))
    assert outcome.result == "optimal in 5 of 5"


def test_a_search_that_reads_the_board_fails_with_what_the_state_has(client):
    outcome = search().counted(Part(client, "Boards"))
    assert outcome.failure.message.startswith(
        "AttributeError: the state of a search question has no pacman; it has to_move, "
        "num_agents, legal_actions(), successor(action), is_terminal, score; "
    )


def test_an_illegal_action_raises_in_the_authors_own_line(client):
    assert search().counted(Part(client, "Catches")).points == 1
    outcome = search().counted(Part(client, "GoesNorth"))
    assert outcome.failure.message.startswith("ValueError: can't play north; legal is ")
    assert "(agent.py, line " in outcome.failure.message
    assert "state.successor(Action.NORTH)" in outcome.failure.frames


def test_a_search_draws_the_same_numbers_in_every_run(tmp_path):
    file, outcomes = write(tmp_path, MINIMAX + searchers(BODIES)), []
    for _ in range(2):
        with loaded(file) as client:
            outcomes.append(search(*[ROOM] * 4).counted(Part(client, "Draws")))
    assert outcomes[0] == outcomes[1]


def test_exceeding_the_budget_loses_the_remaining_positions(tmp_path):
    with loaded(write(tmp_path, MINIMAX)) as client:
        outcome = search(CORRIDOR, ROOM, nodes=3).counted(Part(client, "Minimax"))
    assert outcome.failure.message == "asked for more than 3 successors in one search"
    assert (outcome.place, outcome.points) == ("position 1 (position 2 was not tried)", 0)
    assert outcome.result == "failed in position 1 of 2"
    assert outcome.nodes == 4
