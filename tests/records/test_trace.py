import copy
import pickle
import re
from random import Random

import pytest

from pacgrid import Action, IllegalMoveError, Layout, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.minimax import Minimax
from pacgrid.records.thought import Trace, TracedState

CORRIDOR = State.parse("%%%%%%%\n%P . 1%\n%%%%%%%")
CHASE = """
%%%%%%%%
%.  1o.%
%.%%.% %
%..32 P%
%%%%%%%%
"""


@pytest.mark.parametrize("name", ["pocket", "small", "medium"])
def test_a_traced_state_follows_the_same_rules(name: str) -> None:
    rng = Random(1)
    for _ in range(5):
        state = State.initial(Layout.load(name))
        traced = Trace(state).root
        while not state.is_terminal:
            assert traced == state
            assert state == traced
            assert hash(traced) == hash(state)
            assert isinstance(traced, TracedState)
            assert traced.legal_actions() == state.legal_actions()
            assert (str(traced), repr(traced)) == (str(state), repr(state))
            action = rng.choice(state.legal_actions())
            state, traced = state.successor(action), traced.successor(action)
        assert traced == state
        assert (traced.is_win, traced.is_loss) == (state.is_win, state.is_loss)


def test_the_cells_and_the_depths_of_successors_are_counted() -> None:
    trace = Trace(CORRIDOR)
    east = trace.root.successor(Action.EAST)
    trace.root.successor(Action.STOP)
    east.successor(Action.WEST).successor(Action.EAST)
    trace.root.successor(Action.EAST)
    assert list(trace.expanded.items()) == [((2, 1), 3), ((1, 1), 1), ((3, 1), 1)]
    assert trace.depths == (3, 1, 1)


@pytest.mark.parametrize("ghost", [1, 2, 3])
def test_a_ghosts_search_counts_its_own_cells(ghost: int) -> None:
    state = State.parse(f"{CHASE}to move: ghost {ghost}")
    trace = Trace(state)
    expected: dict[tuple[float, float], int] = {}
    level, traced = [state], [trace.root]
    for _ in range(4):  # after its own moves, and after those of others
        traced = [s.successor(a) for s in traced for a in s.legal_actions()]  # type: ignore[misc]
        level = [s.successor(a) for s in level for a in s.legal_actions()]
        for after in level:
            at = after.ghosts[ghost - 1].position
            expected[at] = expected.get(at, 0) + 1
    assert trace.expanded == expected


@pytest.mark.parametrize(("direction", "cell"), [(Action.WEST, (4, 1)), (Action.EAST, (5, 1))])
def test_a_ghost_between_two_cells_counts_for_the_one_it_would_snap_to(
    direction: Action, cell: tuple[int, int]
) -> None:
    board = "%%%%%%%%\n%P .1  %\n%%%%%%%%\nto move: ghost 1"
    trace = Trace(State.parse(f"{board}\nghost 1: {direction}, scared 9, home (4, 1)"))
    after = trace.root.successor(direction)
    assert after.ghosts[0].position[0] % 1 == 0.5
    assert list(trace.expanded) == [cell]


def test_every_successor_of_a_search_is_counted() -> None:
    nodes = []
    for kind in (Minimax, AlphaBeta):
        agent, trace = kind(depth=2, evaluation="score"), Trace(State.parse(CHASE))
        agent.act(trace.root)
        assert sum(trace.depths) == agent.report.nodes
        nodes.append(agent.report.nodes)
    assert nodes[1] < nodes[0]


def test_a_closed_trace_records_nothing_and_its_states_return_plain_successors() -> None:
    trace, later = Trace(CORRIDOR), Trace(CORRIDOR)
    kept = {trace.root: trace.root.successor(Action.EAST)}
    trace.close()
    after = kept[later.root].successor(Action.WEST)
    assert type(after) is State
    assert after == CORRIDOR.successor(Action.EAST).successor(Action.WEST)
    assert (trace.depths, trace.expanded) == ((1,), {(2, 1): 1})
    assert later.depths == (), "states of an earlier trace don't count"


def test_copies_are_traced_and_pickles_are_plain_states() -> None:
    trace = Trace(CORRIDOR)
    for copied in (copy.copy(trace.root), copy.deepcopy(trace.root)):
        copied.successor(Action.EAST)
    assert trace.depths == (2,)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        sent = pickle.loads(pickle.dumps(trace.root, protocol))
        assert type(sent) is State
        assert sent == CORRIDOR


def test_an_illegal_move_raises_the_same_error_and_is_not_counted() -> None:
    trace = Trace(CORRIDOR)
    with pytest.raises(IllegalMoveError) as plain:
        CORRIDOR.successor(Action.NORTH)
    with pytest.raises(IllegalMoveError, match=f"^{re.escape(str(plain.value))}$"):
        trace.root.successor(Action.NORTH)
    assert trace.depths == ()


def test_a_state_parsed_by_an_agent_is_not_traced() -> None:
    drawn = type(Trace(CORRIDOR).root).parse(str(CORRIDOR))
    assert drawn == CORRIDOR
    assert drawn.successor(Action.EAST) == CORRIDOR.successor(Action.EAST)
