"""Which mistakes may have been made together."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, islice
from math import inf

import numpy as np
from numpy.typing import NDArray

from .evidence import Evidence
from .hypothesis import CHOICE, Hypothesis, Misfit, can_be_made_together, misfit
from .mistake import Mistake
from .reference import RIGHT_SEARCHES
from .right_styles import STYLES

_SAMPLE = 12
"""How many observations are looked at to find likely combinations: the smallest ..."""
_MOST_ASKED = 600
"""... with at most so many questions in all, since every mistake is compared with them."""
_MOST_PAIRS = 1_500
_PAIRS_TRIED = 150
"""Of so many, it is looked at how much they explain ..."""
_PAIRS_KEPT = 20
"""... and to so many, a third mistake is added."""
_MOST_THIRDS = 60


@dataclass(frozen=True)
class LikelyCombinations:
    """Combinations of mistakes, the likeliest first: where one explains little, another explains
    much."""

    mistakes: Sequence[Mistake]
    evidence: Evidence

    def pairs(self) -> Iterator[Hypothesis]:
        if not self._sample:  # too large to compare with every mistake
            return
        for pair in self._ranked_pairs:
            yield Hypothesis(tuple(self.mistakes[each] for each in pair))

    def pairs_in_styles(self) -> Iterator[Hypothesis]:
        """The likeliest pairs, of authors who remember values or deepen."""
        if not self._sample:
            return
        for pair, _ in self._best_pairs:
            for style in STYLES[self.mistakes[0].search]:
                yield Hypothesis(tuple(self.mistakes[each] for each in pair), style)

    def triples(self) -> Iterator[Hypothesis]:
        if not self._sample:
            return
        for pair, left in self._best_pairs:
            together = self._together(left)
            thirds = [n for n in np.argsort(together, kind="stable") if self._fit_all(n, pair)]
            for third in thirds[:_MOST_THIRDS]:
                yield Hypothesis(tuple(self.mistakes[each] for each in (*pair, third)))

    @cached_property
    def _sample(self) -> list[Evidence]:
        """The smallest parts that the right search doesn't explain."""
        parts = (self.evidence.with_only([each]) for each in self.evidence.every)
        odd = sorted(filter(_is_odd, parts), key=lambda part: part.size)[:_SAMPLE]
        sizes = accumulate(part.size for part in odd)
        return [part for part, size in zip(odd, sizes, strict=True) if size <= _MOST_ASKED]

    @cached_property
    def _left(self) -> NDArray[np.int64]:
        """For each mistake: what it leaves unexplained of each part, see `_left_by`."""
        return np.stack([self._left_by(Hypothesis.of(each)) for each in self.mistakes])

    def _left_by(self, hypothesis: Hypothesis) -> NDArray[np.int64]:
        """A row for choices, one for values, one for states; by weight."""
        rows = [_weights(misfit(hypothesis.mutant, part)) for part in self._sample]
        return np.array(rows, np.int64).reshape(len(rows), 3)

    def _left_below(self, hypothesis: Hypothesis, limit: float) -> NDArray[np.int64] | None:
        """The same, if it is less than `limit` in all."""
        rows: list[list[int]] = []
        for part in self._sample:
            rows.append(_weights(misfit(hypothesis.mutant, part)))
            limit -= sum(rows[-1])
            if limit <= 0:
                return None
        return np.array(rows, np.int64).reshape(len(rows), 3)

    def _together(self, left: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each mistake: what it may leave unexplained, together with others that leave that.
        One may explain the choices, and another the states."""
        least: NDArray[np.int64] = np.minimum(left, self._left).sum(axis=(1, 2))
        return least

    @cached_property
    def _ranked_pairs(self) -> list[tuple[int, int]]:
        ranked = sorted(
            (weight, one, other)
            for one, left in enumerate(self._left)
            for other, weight in enumerate(self._together(left)[:one])
        )
        pairs = ((one, other) for _, one, other in ranked if self._fit(one, other))
        return list(islice(pairs, _MOST_PAIRS))

    @cached_property
    def _best_pairs(self) -> list[tuple[tuple[int, int], NDArray[np.int64]]]:
        """Those that explain most, and what they leave unexplained."""
        best: list[tuple[tuple[int, int], NDArray[np.int64]]] = []
        for pair in self._ranked_pairs[:_PAIRS_TRIED]:
            hypothesis = Hypothesis(tuple(self.mistakes[each] for each in pair))
            limit = inf if len(best) < _PAIRS_KEPT else int(best[-1][1].sum())
            if hypothesis.can_be_built:
                left = self._left_below(hypothesis, limit)
                if left is not None:
                    best.append((pair, left))
                    best = sorted(best, key=lambda each: int(each[1].sum()))[:_PAIRS_KEPT]
        return best

    def _fit_all(self, one: int, others: Iterable[int]) -> bool:
        return all(self._fit(one, other) for other in others)

    def _fit(self, one: int, other: int) -> bool:
        pair = self.mistakes[one], self.mistakes[other]
        remembers = any(each.variation.is_one_for_all for each in pair)
        return can_be_made_together(*pair) and (remembers or not self.evidence.instability)


def _weights(left: Misfit) -> list[int]:
    return [CHOICE * left.choices, CHOICE * left.values, left.states]


def _is_odd(evidence: Evidence) -> bool:
    """Whether the right search doesn't explain it."""
    search = evidence.observations[0].probe.search
    return misfit(RIGHT_SEARCHES[search], evidence) != Misfit()
