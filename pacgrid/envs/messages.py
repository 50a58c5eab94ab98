"""Messages between ghosts.

With `messages=K` a ghost's action is `move + 5 * message`: a move of `pacgrid.Action`, and a
message from 0 to K - 1. All messages of a round arrive when the next one begins, as in the Ms.
Pac-Man vs. Ghosts competition: then every ghost observes the last message of each ghost, its own
too. Pac-Man hears none.
"""

from operator import index

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pacgrid.action import Action

NO_MESSAGE = -1
"""What is heard of a ghost that sent nothing in the last round: when a game starts."""

MAX_MESSAGES = 255
"""Compiled games keep a message in a byte, where 0 is none."""


def checked_messages(messages: object) -> int | None:
    """`messages` itself: how many different ones there are, or None.

    Raises ValueError for anything else, and for more than `MAX_MESSAGES`.
    """
    if messages is None:
        return None
    try:
        count = 0 if isinstance(messages, bool) else index(messages)  # type: ignore[arg-type]
    except TypeError:
        count = 0
    if 2 <= count <= MAX_MESSAGES:
        return count
    raise ValueError(
        f"messages must be the number of different messages, from 2 to {MAX_MESSAGES}, or None, "
        f"not {messages!r}"
    )


def check_sent(sent: ArrayLike, messages: int | None) -> None:
    """Raises ValueError if `sent`, the messages in a snapshot, has some that an environment with
    `messages` can't send."""
    most = int(np.max(sent, initial=NO_MESSAGE))
    if messages is not None and most >= messages:
        raise ValueError(
            f"the snapshot has a message {most}; here messages are 0 to {messages - 1}: use an "
            "environment with the same messages="
        )


def message_of(action: object) -> int:
    """The message in a ghost's action, which must be one of its action space."""
    return index(action) // len(Action)  # type: ignore[arg-type]


def mask_with_messages(mask: NDArray[np.int8], messages: int) -> NDArray[np.int8]:
    """`[..., action]`: a ghost's legal actions, any message with each legal move."""
    return np.tile(mask, messages)
