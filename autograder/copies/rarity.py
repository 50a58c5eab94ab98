"""How much it says that two documents share something."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint64]
"""Sorted, each once."""

COMMON = 64
"""What more documents have, and more than 2 % of all, says nothing."""


class Rarity:
    """The weights of hashes: 1 for what two documents have or one, less for what more have.

    The weight is the square of the inverse document frequency, as in the cosine of two texts.
    """

    def __init__(self, documents: Sequence[Hashes]) -> None:
        everything = np.concatenate([*documents, np.empty(0, np.uint64)])
        self._hashes, self._counts = np.unique(everything, return_counts=True)
        self._documents = len(documents)
        self._most = max(COMMON, self._documents // 50)

    def counts(self, hashes: Hashes) -> NDArray[np.int64]:
        """How many documents have each of these, which some have."""
        return self._counts[np.searchsorted(self._hashes, hashes)]

    def count(self, number: int) -> int:
        """How many documents have that one, which some have."""
        return int(self.counts(np.array([number], np.uint64))[0])

    def weights(self, hashes: Hashes) -> NDArray[np.float64]:
        counts = np.maximum(self.counts(hashes), 2)
        information = np.log1p(self._documents / counts) / np.log1p(self._documents / 2)
        return np.where(counts <= self._most, information**2, 0.0)
