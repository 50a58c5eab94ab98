import pickle
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import count, repeat
from math import inf, nan
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pacgrid import Action, Report, State
from pacgrid.records.thought import LARGEST, MAX_PLIES, Thought, Trace

N, E, S, W, STOP = Action
CORRIDOR = State.parse("%%%%%%\n%P.. %\n%%%%%%")


class Fails:
    """Whatever is asked of it ends in an exception."""

    def fail(self, *_: object) -> Any:
        raise SystemExit("no")

    __float__ = __iter__ = __str__ = __repr__ = __hash__ = __len__ = __bool__ = fail
    __getattr__ = __eq__ = __lt__ = __gt__ = __index__ = __class_getitem__ = fail


class Liar:
    __class__ = Action  # type: ignore[assignment]


def instance(value: Any) -> Any:
    """An instance of these classes, which stand in parameters because pytest can't look at one."""
    return value() if value in (Fails, Liar) else value


class Endless(Mapping[Any, Any]):
    """A mapping without end."""

    def __init__(self, keys: Iterator[Any]) -> None:
        self.keys_without_end = keys

    def __iter__(self) -> Iterator[Any]:
        return self.keys_without_end

    def __getitem__(self, key: object) -> float:
        return 1

    def __len__(self) -> int:
        return 10**9


class Name(str):
    def __str__(self) -> str:
        raise ValueError


def thought_of(**reported: Any) -> Thought:
    return Thought.of(SimpleNamespace(**reported), None)


def test_a_thought_keeps_the_order_of_the_report_and_numbers_by_name() -> None:
    report = Report(7, {W: 1, N: 2.5}, [W, STOP, E], {"score": 3, "food": -0.5})
    thought = Thought.of(report, None)
    assert thought == Thought({W: 1, N: 2.5}, (W, STOP, E), {"score": 3, "food": -0.5})
    assert list(thought.values) == [W, N]
    assert all(type(value) is float for value in thought.values.values())
    report = Report(
        action_details={"visits": {W: 3, 7: 1, N: "x"}, "x\ny": {E: inf}, "": {E: 1}, "none": {}},
        details={"depth\x07": 5, "bad": nan, 3: 1},
    )
    thought = Thought.of(report, None)
    assert thought.action_details == {"visits": {W: 3}, "x y": {E: LARGEST}}
    assert thought.details == {"depth\ufffd": 5}


def test_a_trace_needs_no_report_and_counts_plies_up_to_a_limit() -> None:
    trace = Trace(CORRIDOR)
    state = trace.root.successor(E).successor(STOP)
    assert Thought.of(None, trace) == Thought(expanded={(2, 1): 2}, depths=(1, 1))
    for _ in range(MAX_PLIES + 1):
        state = state.successor(STOP)
    assert Thought.of(None, trace).depths == (1,) * MAX_PLIES


@pytest.mark.parametrize("report", [None, 7, "thinking", [], {}, Fails, Report(nodes=5), Report])
def test_objects_of_other_types_make_an_empty_thought(report: object) -> None:
    assert Thought.of(instance(report), None).is_empty


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (1, 1.0),
        (True, 1.0),
        (np.float32(0.5), 0.5),
        (np.int64(3), 3.0),
        (np.array(2.0), 2.0),
        (Fraction(1, 4), 0.25),
        (inf, LARGEST),
        (-inf, -LARGEST),
        (2e300, LARGEST),
        (10**400, LARGEST),
        (-(10**400), -LARGEST),
        *((bad, None) for bad in (nan, np.nan, "7", b"7", Name("7"), None, 1j, Fails, [1])),
        (Fraction(10**400), None),
    ],
)
def test_a_number_is_anything_that_float_accepts(value: Any, number: float | None) -> None:
    for attribute, key, other in (("values", N, E), ("features", "f", "g")):
        thought = thought_of(**{attribute: {key: instance(value), other: 1}})
        expected = {other: 1} if number is None else {key: number, other: 1}
        assert getattr(thought, attribute) == expected


def test_only_actions_have_values() -> None:
    odd = {0: 1, "north": 2, Liar(): 3, None: 4, S: 5}
    assert thought_of(values=odd).values == {S: 5}


@pytest.mark.parametrize(
    "value", [5, "north", [1, 2], [(N,)], Fails, repeat(0), object(), [5, 6, Fails], {N}, Endless]
)
def test_values_and_features_that_are_not_mappings_are_left_out(value: Any) -> None:
    parts = ("values", "features", "action_details", "details")
    assert thought_of(**{part: instance(value) for part in parts}).is_empty
    assert thought_of(action_details={"visits": instance(value)}).is_empty


def test_an_endless_report_is_cut_short() -> None:
    names = (f"feature {number}" for number in count())
    thought = thought_of(
        values=Endless(repeat(N)), principal_variation=repeat(E), features=Endless(names)
    )
    assert thought.values == {N: 1}
    assert thought.principal_variation == (E,) * 64
    assert list(thought.features) == [f"feature {number}" for number in range(24)]
    assert thought_of(values=Endless(count())).is_empty


@pytest.mark.parametrize("broken", [None, 0, "north", Fails, Liar, RuntimeError])
def test_a_principal_variation_ends_at_its_first_wrong_action_or_error(broken: Any) -> None:
    def line() -> Iterator[Any]:
        yield from (N, E)
        if broken is RuntimeError:
            raise RuntimeError
        yield from (instance(broken), W)

    assert thought_of(principal_variation=line()).principal_variation == (N, E)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("food", "food"),
        ("two\nlines\tand \x1b[31mred", "two lines and \ufffd[31mred"),
        ("x" * 5000, "x" * 40),
        ("half \ud800 a letter", "half \ufffd a letter"),
        (np.str_("numpy"), "numpy"),
        (Name("own"), "own"),
        ("Größe", "Größe"),
        *((bad, None) for bad in ("", "\n", 7, None, Liar)),
    ],
)
def test_the_name_of_a_feature_is_a_short_printable_line(name: Any, shown: str | None) -> None:
    features = thought_of(features={instance(name): 1}).features
    assert features == ({} if shown is None else {shown: 1})
    assert {type(name) for name in features} <= {str}


def test_trouble_is_one_line() -> None:
    trouble = Thought.of(None, None, "it\nbroke\x07" + "!" * 999).trouble
    assert trouble == "it broke\ufffd" + "!" * 191


def raising(error: type[BaseException]) -> Report:
    class Odd(Report):
        values = property(lambda self: (_ for _ in ()).throw(error), lambda self, value: None)  # type: ignore[assignment]

    return Odd(principal_variation=[N])


def test_a_property_that_fails_does_not_affect_the_others() -> None:
    assert Thought.of(raising(KeyError), None) == Thought(principal_variation=(N,))
    with pytest.raises(KeyboardInterrupt):
        Thought.of(raising(KeyboardInterrupt), None)


@pytest.mark.parametrize(
    "part",
    [
        *({"values": {N: 0.0}}, {"principal_variation": (N,)}, {"depths": (1,)}, {"trouble": "x"}),
        *({"action_details": {"visits": {N: 0.0}}}, {"details": {"hits": 0.0}}),
    ],
)
def test_only_a_thought_without_parts_is_empty(part: dict[str, Any]) -> None:
    assert Thought().is_empty
    assert not Thought(**part).is_empty


def test_a_thought_can_be_hashed_and_pickled() -> None:
    more = {"visits": {N: 1.0}}, {"hits": 2.0}
    thought = Thought({N: 1.0}, (N,), {"f": 2.0}, {(1, 1): 3}, (3,), "x", *more)
    assert pickle.loads(pickle.dumps(thought)) == thought
    assert hash(replace(thought)) == hash(thought)


def test_impossible_parts_are_removed() -> None:
    thought = Thought(
        {N: 9, E: 1, STOP: 0}, (E, E, N, E), {"f": 1}, {(1, 1): 2, (0, 0): 1, (9, 9): 1}
    )
    assert thought.possible_in(CORRIDOR) == Thought({E: 1, STOP: 0}, (E, E), {"f": 1}, {(1, 1): 2})
    visits = {"visits": {N: 9, E: 1}, "gap": {N: 1}}
    assert Thought(action_details=visits).possible_in(CORRIDOR) == Thought(
        action_details={"visits": {E: 1}}
    )
    to_the_end = Thought(principal_variation=(E, E, STOP))
    assert to_the_end.possible_in(CORRIDOR).principal_variation == (E, E)


def test_the_best_actions_are_the_highest_for_pacman_and_the_lowest_for_a_ghost() -> None:
    thought = Thought(values={E: 2, W: -1, STOP: 2})
    assert thought.best(0) == {E, STOP}
    assert thought.best(1) == {W}
    assert Thought().best(0) == frozenset()
