"""Which mazes are to learn from, and which to test on."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Literal

from pacgrid.layout_drawing import FLOOR, WALL

Split = Literal["train", "test"]

TEST_SHARE = 4
"""One maze in so many is a test maze."""


def split_of(rows: Sequence[str]) -> Split:
    """What a maze is for, by its walls alone: so no maze is for both, whatever its seed, and
    neither are two with the same walls, or with walls that a mirror or a turn makes the same.

    >>> split_of(["%%%%", "%P.%", "%%%%"]) == split_of(["%%%", "%o%", "%P%", "%%%"])
    True
    """
    walls = ["".join(WALL if mark == WALL else FLOOR for mark in row) for row in rows]
    columns = ["".join(column) for column in zip(*walls, strict=True)]
    images = []
    for image in (walls, columns):
        for turned in (image, image[::-1]):
            images.append("\n".join(turned))
            images.append("\n".join([row[::-1] for row in turned]))
    digest = blake2b(min(images).encode(), digest_size=8).digest()
    return "train" if int.from_bytes(digest) % TEST_SHARE else "test"
