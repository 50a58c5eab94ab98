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
from pacgrid.records.thought import LARGEST, MAX_PLIES, Thought
from pacgrid.trace import Trace

N, E, S, W, STOP = Action


class Fails:
    """Whatever is asked of it ends in an exception."""

    def fail(self, *_: object) -> Any:
        raise SystemExit("no")

    __float__ = __iter__ = __str__ = __repr__ = __hash__ = __len__ = __bool__ = fail
    __getattr__ = __eq__ = __lt__ = __gt__ = __index__ = __class_getitem__ = fail


def made(value: Any) -> Any:
    """An instance, where its class stands for it: pytest can't look at one of these."""
    return value() if value in (Fails, Liar) else value


class Endless(Mapping[Any, Any]):
    """A mapping without end."""

    def __init__(self, keys: Iterator[Any]) -> None:
        self.endless = keys

    def __iter__(self) -> Iterator[Any]:
        return self.endless

    def __getitem__(self, key: object) -> float:
        return 1

    def __len__(self) -> int:
        return 10**9


class Liar:
    __class__ = Action  # type: ignore[assignment]


class Name(str):
    def __str__(self) -> str:
        raise ValueError


def test_a_report_is_understood_in_its_own_order() -> None:
    report = Report(7, {W: 1, N: 2.5}, [W, STOP, E], {"score": 3, "food": -0.5})
    thought = Thought.of(report, None)
    assert thought == Thought({W: 1, N: 2.5}, (W, STOP, E), {"score": 3, "food": -0.5})
    assert list(thought.values) == [W, N]
    assert all(type(value) is float for value in thought.values.values())


def test_what_was_seen_is_in_the_thought_without_any_report() -> None:
    trace = Trace(State.parse("%%%%%\n%P..%\n%%%%%"))
    trace.root.successor(E).successor(STOP)
    assert Thought.of(None, trace) == Thought(expanded={(2, 1): 2}, depths=(1, 1))


@pytest.mark.parametrize("report", [None, 7, "thinking", [], {}, Fails, Report(), Report])
def test_what_is_no_report_is_no_thought(report: object) -> None:
    assert Thought.of(made(report), None).is_empty


@pytest.mark.parametrize(
    ("told", "understood"),
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
        (nan, None),
        (np.nan, None),
        ("7", None),
        (b"7", None),
        (Name("7"), None),
        (None, None),
        (1j, None),
        (Fails, None),
        ([1], None),
        (Fraction(10**400), None),
    ],
)
def test_a_number_is_what_python_takes_for_one(told: Any, understood: float | None) -> None:
    expected = {} if understood is None else {N: understood}
    assert Thought.of(Report(values={N: made(told), E: 1}), None).values == {**expected, E: 1}
    named = {} if understood is None else {"f": understood}
    assert Thought.of(Report(features={"f": made(told), "g": 1}), None).features == {
        **named,
        "g": 1,
    }


def test_only_actions_have_values() -> None:
    odd: Any = {0: 1, "north": 2, Liar(): 3, None: 4, S: 5}
    assert Thought.of(Report(values=odd), None).values == {S: 5}


@pytest.mark.parametrize(
    "told", [5, "north", [1, 2], [(N,)], Fails, repeat(0), object(), [5, 6, Fails], {N}, Endless]
)
def test_values_that_are_no_mapping_are_left_out(told: Any) -> None:
    assert Thought.of(SimpleNamespace(values=made(told), features=made(told)), None).is_empty


def test_what_has_no_end_is_cut() -> None:
    names = (f"feature {number}" for number in count())
    report: Any = SimpleNamespace(
        values=Endless(repeat(N)), principal_variation=repeat(E), features=Endless(names)
    )
    thought = Thought.of(report, None)
    assert thought.values == {N: 1}
    assert thought.principal_variation == (E,) * 64
    assert list(thought.features) == [f"feature {number}" for number in range(24)]
    assert Thought.of(SimpleNamespace(values=Endless(count())), None).is_empty


@pytest.mark.parametrize("broken", [None, 0, "north", Fails, Liar])
def test_a_line_ends_where_it_stops_making_sense(broken: Any) -> None:
    assert Thought.of(
        Report(principal_variation=[N, E, made(broken), W]), None
    ).principal_variation == (N, E)


def test_a_line_that_fails_half_way_is_kept_as_far_as_it_came() -> None:
    def failing() -> Iterator[Action]:
        yield from (W, W)
        raise RuntimeError

    assert Thought.of(SimpleNamespace(principal_variation=failing()), None).principal_variation == (
        W,
        W,
    )


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("food", "food"),
        ("two\nlines\tand \x1b[31mred", "two lines and \ufffd[31mred"),
        ("x" * 99, "x" * 40),
        ("x" * 5000, "x" * 40),
        ("half \ud800 a letter", "half \ufffd a letter"),
        (np.str_("numpy"), "numpy"),
        (Name("own"), "own"),
        ("Größe", "Größe"),
    ],
)
def test_a_features_name_is_a_short_printable_line(name: str, shown: str) -> None:
    features = Thought.of(Report(features={name: 1}), None).features
    assert features == {shown: 1}
    assert type(next(iter(features))) is str


@pytest.mark.parametrize("name", ["", "\n", 7, None, Liar])
def test_a_feature_without_a_name_is_left_out(name: Any) -> None:
    assert Thought.of(Report(features={made(name): 1}), None).features == {}


def test_trouble_is_one_line() -> None:
    assert (
        Thought.of(None, None, "it\nbroke\x07" + "!" * 999).trouble == "it broke\ufffd" + "!" * 191
    )


def test_a_property_that_fails_leaves_the_others() -> None:
    class Odd(Report):
        @property
        def values(self) -> Any:  # type: ignore[override]
            raise KeyError

        @values.setter
        def values(self, _: object) -> None: ...

    assert Thought.of(Odd(principal_variation=[N]), None) == Thought(principal_variation=(N,))


def test_a_person_can_interrupt() -> None:
    class Interrupted:
        @property
        def values(self) -> Any:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Thought.of(Interrupted(), None)


def test_only_a_thought_with_nothing_in_it_is_empty() -> None:
    assert Thought().is_empty
    assert Thought.of(Report(nodes=5), None).is_empty
    for kept in (
        {"values": {N: 0.0}},
        {"principal_variation": (N,)},
        {"depths": (1,)},
        {"trouble": "x"},
    ):
        assert not Thought(**kept).is_empty  # type: ignore[arg-type]


def test_a_thought_can_be_hashed_and_sent_to_another_process() -> None:
    thought = Thought({N: 1.0}, (N,), {"f": 2.0}, {(1, 1): 3}, (3,), "x")
    assert pickle.loads(pickle.dumps(thought)) == thought
    assert hash(replace(thought)) == hash(thought)


def test_what_cannot_be_in_a_position_is_taken_out() -> None:
    state = State.parse("%%%%%%\n%P ..%\n%%%%%%")
    thought = Thought(
        {N: 9, E: 1, STOP: 0}, (E, E, N, E), {"f": 1}, {(1, 1): 2, (0, 0): 1, (9, 9): 1}
    )
    assert thought.possible_in(state) == Thought({E: 1, STOP: 0}, (E, E), {"f": 1}, {(1, 1): 2})


def test_a_line_ends_with_the_game() -> None:
    state = State.parse("%%%%%%\n%P.  %\n%%%%%%")
    assert Thought(principal_variation=(E, STOP, STOP)).possible_in(state).principal_variation == (
        E,
    )


def test_only_so_many_plies_are_counted() -> None:
    trace = Trace(State.parse("%%%%%\n%P..%\n%%%%%"))
    state: State = trace.root
    for _ in range(MAX_PLIES + 3):
        state = state.successor(Action.STOP)
    assert Thought.of(None, trace).depths == (1,) * MAX_PLIES


def test_the_best_actions_are_the_highest_for_pacman_and_the_lowest_for_a_ghost() -> None:
    thought = Thought(values={Action.EAST: 2, Action.WEST: -1, Action.STOP: 2})
    assert thought.best(0) == {Action.EAST, Action.STOP}
    assert thought.best(1) == {Action.WEST}
    assert Thought().best(0) == frozenset()
