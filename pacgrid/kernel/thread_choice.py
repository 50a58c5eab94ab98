"""The choice between one thread and several, step by step, in compiled code.

Several are slower when other work keeps the cores busy: threads that wait for each other then wait
for whole time slices, and a step can take a hundred times as long. After `MAX_SLOW` slow steps in a
row one thread plays for a while, longer each time.
"""

import numpy as np

from pacgrid.kernel.jit import Number, compiled
from pacgrid.kernel.tables import StructuredArray

FIRST_PAUSE, LONGEST_PAUSE = 16, 4096
"""Steps on one thread after several were slower."""
MAX_SLOW = 3
"""Slow steps in a row before a pause."""
MEASURE_EVERY = 256
"""Steps between two that measure one thread."""
REMEMBERED = 3
"""Steps on one thread whose times are remembered. The fastest counts: any may have been
disturbed."""

CHOICE = np.dtype(
    [
        ("steps", np.int64),
        ("pause", np.int64),  # steps that one thread still plays
        ("next_pause", np.int64),
        ("slow", np.int64),  # slow steps in a row
        ("measured", np.int64),  # steps on one thread
        ("serial_times", np.float64, REMEMBERED),
    ],
    align=True,
)
"""What is known of the steps so far."""


def new_choice() -> StructuredArray:
    """`[1]`, of `CHOICE`: the choice before the first step."""
    choice = np.zeros(1, CHOICE)
    choice["pause"] = REMEMBERED  # measure one thread first
    choice["next_pause"] = FIRST_PAUSE
    choice["serial_times"] = np.inf
    return choice


@compiled
def takes_several(choices: StructuredArray) -> Number:
    """Whether the next step should take several threads."""
    choice = choices[0]
    choice.steps += 1
    return choice.pause == 0 and choice.steps % MEASURE_EVERY != 0


@compiled
def judge(choices: StructuredArray, several: Number, time: float) -> None:
    """Take note of the time that a step on one thread, or on several, has taken."""
    choice = choices[0]
    times = choice.serial_times
    if not several:
        choice.pause = max(choice.pause - 1, 0)
        times[choice.measured % REMEMBERED] = time
        choice.measured += 1
    elif time <= min(times[0], times[1], times[2]):
        choice.slow = 0
        choice.next_pause = max(choice.next_pause - 1, FIRST_PAUSE)
    else:
        choice.slow += 1
        if choice.slow == MAX_SLOW:
            choice.slow = 0
            choice.pause = choice.next_pause
            choice.next_pause = min(2 * choice.next_pause, LONGEST_PAUSE)
