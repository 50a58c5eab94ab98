"""A pool of arrays: what a caller drops is used again, what he holds never changes."""

import copy
import pickle
import warnings
from collections.abc import Callable
from threading import Thread
from typing import Any

import numpy as np
import pytest

from pacgrid.kernel.arrays import NEXT_STEP, PLANES, BatchShape
from pacgrid.kernel.observations import KEPT, PlanesPool

SHAPE = (3, 7, 4)


def new_pool() -> PlanesPool:
    return PlanesPool(
        BatchShape(3, 0, 2, 2, PLANES, NEXT_STEP, np.dtype(np.uint8), all_controlled=False)
    )


def take(pool: PlanesPool) -> np.ndarray[Any, Any]:
    return pool.take()[0]


Held = Callable[[Any], Any]


def memory(array: np.ndarray[Any, Any]) -> int:
    return array.__array_interface__["data"][0]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "held",
    [
        lambda array: array,
        lambda array: array[1:, 0],
        lambda array: array.reshape(2, 42)[0].T,
        lambda array: {"nested": [array[0]]},
        memoryview,
        lambda array: array.ravel().view(np.int8),
        iter,
        lambda array: np.lib.stride_tricks.as_strided(array, (2,), (1,)),
        np.from_dlpack,
        lambda array: [array[0] for _ in range(3)][-1],
    ],
)
def test_held_memory_is_never_given_again(held: Held) -> None:
    pool = new_pool()
    array = take(pool)
    owner, kept = memory(array), held(array)
    del array
    others = [take(pool) for _ in range(3 * KEPT)]
    assert owner not in map(memory, others)
    assert len({*map(memory, others)}) == 3 * KEPT
    assert kept is not None


def test_dropped_memory_is_used_again() -> None:
    pool = new_pool()
    current = take(pool)
    seen = {memory(current)}
    for _ in range(20):
        current = take(pool)  # the last one is dropped when this one is there
        assert (current.shape, current.dtype) == (SHAPE, np.uint8)
        seen.add(memory(current))
    assert len(seen) == 2


def test_what_another_thread_holds_is_not_given_again() -> None:
    pool = new_pool()
    kept: list[Any] = []
    thread = Thread(target=lambda: kept.append(take(pool)[0]))
    thread.start()
    thread.join()
    assert not any(np.shares_memory(take(pool), kept[0]) for _ in range(3))
    owner = memory(kept.pop())
    assert memory(take(pool)) == owner


def test_a_caller_may_change_the_array_itself() -> None:
    pool = new_pool()
    array = take(pool)
    owner = memory(array)
    array.setflags(write=False)
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        array.shape = (84,)
    del array
    again = take(pool)
    assert (memory(again), again.shape, again.flags.writeable) == (owner, SHAPE, True)


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))]
)
def test_a_copy_shares_no_memory(copied: Callable[[PlanesPool], PlanesPool]) -> None:
    pool = new_pool()
    take(pool)
    other = copied(pool)
    assert not np.shares_memory(take(pool), take(other))
