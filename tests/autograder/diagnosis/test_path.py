"""Equal paths are one object, for as long as anyone has it."""

import gc
from concurrent.futures import ThreadPoolExecutor
from weakref import ref

from hypothesis import given
from hypothesis import strategies as st

from pacgrid.action import Action
from pacgrid.autograder.diagnosis.path import ROOT, path_to

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
