"""Equal paths are one object, for as long as anyone has it."""

import gc
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, takewhile
from weakref import ref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.action import Action
from pacgrid.autograder.diagnosis import search_order as module
from pacgrid.autograder.diagnosis.search_order import DEEP, search_order
from pacgrid.autograder.diagnosis.search_task import TreePosition
from pacgrid.games.drawn_tree import Branch, TreeNode
from pacgrid.tree.search_log import SearchEventKind
from pacgrid.tree.watched_state import ROOT, Path, Recorder, path_to

ACTIONS = st.lists(st.sampled_from(Action), max_size=6)


@given(one=ACTIONS, other=ACTIONS, plies=st.integers(0, 7))
def test_a_path_is_what_a_tuple_of_its_actions_is(
    one: list[Action], other: list[Action], plies: int
) -> None:
    path = path_to(*one)
    assert tuple(path) == tuple(one)
    assert (len(path), bool(path)) == (len(one), bool(one))
    assert (path is path_to(*other)) is (one == other)
    assert path.first(plies) is path_to(*one[:plies])
    assert path.parent is path_to(*one[:-1])
    assert path.then(Action.STOP) is path_to(*one, Action.STOP)
    assert repr(path_to(Action.NORTH, Action.STOP)) == "Path(north, stop)"


def test_paths_that_nobody_has_are_forgotten_however_long_they_are() -> None:
    path = path_to(*[Action.STOP] * 5_000)
    inner, middle = ref(path), ref(path.first(2_500))
    assert len(path.parent) == 4_999
    del path
    gc.collect()
    assert inner() is None
    assert middle() is None


def test_threads_get_the_same_paths() -> None:
    with ThreadPoolExecutor(8) as pool:
        for _ in range(50):
            ends = [*pool.map(lambda _: path_to(*[Action.EAST] * 40), range(8))]
            assert all(end is ends[0] for end in ends)


def test_the_root_is_its_own_parent() -> None:
    assert ROOT.parent is ROOT
    assert not ROOT


Actions = tuple[Action, ...]


def endless() -> TreePosition:
    """A tree that is deep enough for all tests: Pac-Man may go three ways again and again."""
    node = TreeNode(value=1)
    for _ in range(3 * DEEP):
        node = TreeNode(0, 0, "", tuple(Branch(str(a), node) for a in list(Action)[:3]))
    return TreePosition(node, 1)


ROOT_POSITION = endless()


def recorder() -> Recorder:
    return Recorder(ROOT_POSITION, TreePosition.evaluate, most_nodes=5_000)


def expected(log: Recorder) -> Mapping[Actions, Actions]:
    """The definition, with paths as tuples: whenever a search turns to another state, it tries all
    actions on the way down to it. It turns to a state that it doesn't search when it asks about it
    for the last time. Of several passes through a state's actions, the last one counts that tried
    more than half as many as the longest."""
    paths = [tuple(path) for path in log.paths]
    expanded = {path[:-1] for path in paths[1:]}
    turns: list[Actions] = [()]
    for index, (kind, number, _) in enumerate(log.events):
        is_last = all(later.state != number for later in log.events[index + 1 :])
        if kind is SearchEventKind.SUCCESSOR:
            turns.append(paths[number][:-1])
        elif paths[number] not in expanded and is_last:
            turns.append(paths[number])
    tried: dict[Actions, list[Action]] = {}
    for before, after in pairwise(turns):
        same = len([*takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False))])
        for ply in range(same, len(after)):
            tried.setdefault(after[:ply], []).append(after[ply])
    for path in paths[1:]:
        if path[-1] not in tried.setdefault(path[:-1], []):
            tried[path[:-1]].append(path[-1])
    return {path: _last_pass(actions) for path, actions in tried.items()}


def _last_pass(tried: Sequence[Action]) -> Actions:
    passes: list[list[Action]] = [[]]
    for action in tried:
        if action in passes[-1][:-1]:
            passes.append([])
        if action not in passes[-1]:
            passes[-1].append(action)
    most = max(map(len, passes))
    last = [each for each in passes if len(each) > most // 2][-1]
    return tuple(dict.fromkeys([*last, *tried]))


@given(
    steps=st.lists(
        st.tuples(st.integers(0, 30), st.sampled_from([*range(3), "score", "terminal", "legal"])),
        max_size=60,
    )
)
def test_it_is_what_its_definition_says_whatever_a_search_asks(steps) -> None:
    log = recorder()
    for number, question in steps:
        state = number % len(log.nodes)
        match question:
            case int(action):
                log.successor(state, Action(action))
            case "score":
                log.score(state)
            case "terminal":
                log.is_terminal(state)
            case _:
                log.legal_actions(state)
    found = {tuple(path): actions for path, actions in search_order(log).tried.items()}
    assert found == expected(log)


def line(log: Recorder, plies: int) -> list[int]:
    numbers = [0]
    for _ in range(plies):
        numbers.append(log.successor(numbers[-1], Action.NORTH))
    return numbers


def test_below_the_plies_that_anybody_looks_ahead_nothing_is_said() -> None:
    log = recorder()
    line(log, 2 * DEEP)
    assert {len(path) for path in search_order(log).tried} == set(range(DEEP))


@pytest.mark.parametrize("branching", [0, 1, DEEP // 2, DEEP + 1, 2 * DEEP - 1])
def test_to_alternate_between_far_states_takes_few_steps_for_each_question(
    branching: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = 0
    walked = module._steps_down

    def counted(before: Path, after: Path):
        nonlocal steps
        steps += len(before) + len(after) - 2 * len(common(before, after))
        return walked(before, after)

    monkeypatch.setattr(module, "_steps_down", counted)
    log = recorder()
    numbers = line(log, 3 * DEEP - 1)
    sibling = log.successor(numbers[branching], Action.EAST)
    for _ in range(200):
        log.is_terminal(numbers[-1])
        log.is_terminal(sibling)
    search_order(log)
    assert steps <= len(log.events) * (DEEP + 1)


def common(one: Path, other: Path) -> Path:
    while one is not other:
        one, other = (one.parent, other) if len(one) > len(other) else (one, other.parent)
    return one


def test_an_order_is_followed_and_other_states_keep_theirs() -> None:
    log = recorder()
    for action in (Action.SOUTH, Action.NORTH):
        log.score(log.successor(0, action))
    order = search_order(log)
    assert order.tried == {path_to(): (Action.SOUTH, Action.NORTH)}
