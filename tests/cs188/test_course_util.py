import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.cs188 import stand_ins as util
from pacgrid.cs188.stand_ins import Counter

COUNTERS = st.dictionaries(st.sampled_from("abcd"), st.integers(-5, 5)).map(Counter)
OPERATIONS = st.lists(st.one_of(st.none(), st.tuples(st.integers(0, 5), st.integers(0, 3))))


@given(st.lists(st.integers(0, 5)))
def test_queues_give_back_what_was_pushed_in_their_order(items):
    stack, queue = util.Stack(), util.Queue()
    for pushed in items:
        stack.push(pushed)
        queue.push(pushed)
    assert [stack.pop() for _ in items] == items[::-1]
    assert [queue.pop() for _ in items] == items
    assert stack.isEmpty()
    assert queue.isEmpty()
    with pytest.raises(IndexError):
        queue.pop()


@given(OPERATIONS, st.booleans())
def test_a_priority_queue_gives_the_lowest_first_and_the_first_of_equal_ones(operations, updates):
    queue, model = util.PriorityQueue(), []
    for number, operation in enumerate(operations):
        if operation is None and model:
            model.sort()
            assert queue.pop() == model.pop(0)[2]
        elif operation:
            item, priority = operation
            same = next((entry for entry in sorted(model) if entry[2] == item), None)
            if updates and same:
                model.remove(same)
                model.append((min(same[0], priority), *same[1:]))
            else:
                model.append((priority, number, item))
            (queue.update if updates else queue.push)(item, priority)
        assert queue.isEmpty() == (not model)
    by_function = util.PriorityQueueWithFunction(lambda item: -item)
    for item in (1, 3, 2):
        by_function.push(item)
    assert [by_function.pop() for _ in range(3)] == [3, 2, 1]


@given(COUNTERS, COUNTERS)
def test_counters_are_vectors(one, two):
    keys = {*one, *two}
    pairs = {key: (one.get(key, 0), two.get(key, 0)) for key in keys}
    assert one + two == {key: a + b for key, (a, b) in pairs.items()}
    assert one - two == {key: a - b for key, (a, b) in pairs.items()}
    assert one * two == sum(a * b for a, b in pairs.values())
    assert one.argMax() == max(one, key=one.get, default=None)
    total = one.totalCount()
    scaled = util.normalize(one)
    if total:
        assert sum(scaled.values()) == pytest.approx(1)
        assert one.totalCount() == total
        one.normalize()
    assert scaled == one
    assert type(one.copy()) is type(one + two) is Counter


def test_a_counter_has_every_key_that_it_was_asked_for():
    counter = Counter()
    counter["a"] += 2
    assert (counter["b"], dict(counter)) == (0, {"a": 2, "b": 0})
    counter.incrementAll("abc", 2)
    counter.divideAll(4)
    assert counter == {"a": 1, "b": 0.5, "c": 0.5}
    assert counter.sortedKeys() == ["a", "b", "c"]


def test_drawing_takes_one_number_and_goes_through_sorted_keys():
    weights = Counter({"West": 1, "East": 2, "North": 1})
    random.seed(3)
    numbers = [random.random() for _ in range(30)]
    expected = ["East" if x <= 0.5 else "North" if x <= 0.75 else "West" for x in numbers]
    pairs = [(0.5, "East"), (0.25, "North"), (0.25, "West")]
    for draw in (
        lambda: util.sample(weights),
        lambda: util.chooseFromDistribution(weights),
        lambda: util.chooseFromDistribution(dict(weights)),
        lambda: util.chooseFromDistribution(pairs),
        lambda: util.sample([2, 1, 1], ["East", "North", "West"]),
    ):
        random.seed(3)
        assert [draw() for _ in numbers] == expected
    random.seed(3)
    assert [util.flipCoin(0.5) for _ in numbers] == [x < 0.5 for x in numbers]


def test_small_functions():
    assert util.manhattanDistance((1, 2.5), (3, 0)) == 4.5
    assert util.nearestPoint((1.5, 2.4)) == (2, 2)
    assert [util.sign(x) for x in (-2, 0, 2)] == [-1, 1, 1]
    assert util.matrixAsList([[True, False], [False, True]]) == [(0, 0), (1, 1)]
    assert util.normalize([1, 3]) == [0.25, 0.75]
    assert util.lookup("best", {"best": max}) is max
    assert util.lookup("math.inf", {}) == float("inf")


def test_a_method_that_was_not_written_ends_the_program(capsys):
    with pytest.raises(SystemExit, match="test_a_method") as caught:
        util.raiseNotDefined()
    assert caught.value.code == 1
    assert "test_course_util.py" in capsys.readouterr().out
