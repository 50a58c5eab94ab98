from collections.abc import Callable
from functools import partial
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from helpers.diagnoses import TREE
from pacgrid.autograder.diagnosis.observation import Observation, observe
from pacgrid.autograder.diagnosis.packed_observations import short_hash, values, visited
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.reference import RightAlphaBeta, RightExpectimax, RightMinimax

PROBES = (Probe("tree 1", TREE, "minimax", 1), Probe("tree 2", TREE, "minimax", 2))


def asked(kind: Callable[..., Any], **options: Any) -> list[Observation]:
    return [observe(each, partial(kind, depth=each.depth, **options)) for each in PROBES]


class Renamed(RightMinimax):
    """The same with another name."""


def backwards(state: Any) -> list[Any]:
    return [*reversed(state.legal_actions())]


def test_the_order_of_visits_tells_searches_apart_but_not_names():
    kinds = [RightMinimax, RightAlphaBeta]
    marks = {visited(asked(kind)) for kind in kinds}
    marks.add(visited(asked(RightMinimax, order=backwards)))
    assert len(marks) == 3
    assert visited(asked(Renamed)) == visited(asked(RightMinimax))
    assert values(asked(Renamed)) == values(asked(RightMinimax))


def test_values_tell_searches_apart_that_visit_the_same_states():
    minimax, expectimax = asked(RightMinimax), asked(RightExpectimax)
    assert visited(minimax) == visited(expectimax)
    assert values(minimax) != values(expectimax)


def test_nothing_observed_has_no_fingerprint():
    assert visited([]) == values([]) == short_hash([]) == short_hash(["", []]) == ""


@given(st.lists(st.text(max_size=3), max_size=4), st.lists(st.text(max_size=3), max_size=4))
def test_equal_parts_have_equal_hashes_and_others_have_others(one, other):
    differ = any(one) and any(other) and one != other
    assert (short_hash(one) != short_hash(other)) == (differ or any(one) != any(other))
    assert len(short_hash(one)) == 16 * any(one)
