"""Which mistakes may have been made together."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, islice
from math import inf

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
            ranked = sorted(range(len(together)), key=together.__getitem__)
            thirds = [n for n in ranked if self._fit_all(n, pair)]
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
    def _left(self) -> list[list[int]]:
        """For each mistake: what it leaves unexplained, see `_left_below`."""
        left = (self._left_below(Hypothesis.of(each), inf) for each in self.mistakes)
        return [each for each in left if each is not None]

    def _left_below(self, hypothesis: Hypothesis, limit: float) -> list[int] | None:
        """What it leaves unexplained of the choices, values and states of each part, by weight;
        None if that isn't less than `limit` in all."""
        left: list[int] = []
        for part in self._sample:
            weights = _weights(misfit(hypothesis.mutant, part))
            left += weights
            limit -= sum(weights)
            if limit <= 0:
                return None
        return left

    def _together(self, left: Sequence[int]) -> list[int]:
        """For each mistake: what it may leave unexplained, together with others that leave that.
        One may explain the choices, and another the states."""
        return [sum(map(min, left, other)) for other in self._left]

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
    def _best_pairs(self) -> list[tuple[tuple[int, int], list[int]]]:
        """Those that explain most, and what they leave unexplained."""
        best: list[tuple[tuple[int, int], list[int]]] = []
        for pair in self._ranked_pairs[:_PAIRS_TRIED]:
            hypothesis = Hypothesis(tuple(self.mistakes[each] for each in pair))
            limit = inf if len(best) < _PAIRS_KEPT else sum(best[-1][1])
            if hypothesis.can_be_built:
                left = self._left_below(hypothesis, limit)
                if left is not None:
                    best.append((pair, left))
                    best = sorted(best, key=lambda each: sum(each[1]))[:_PAIRS_KEPT]
        return best

    def _fit_all(self, one: int, others: Iterable[int]) -> bool:
        return all(self._fit(one, other) for other in others)

    def _fit(self, one: int, other: int) -> bool:
        return can_be_made_together(self.mistakes[one], self.mistakes[other])


def _weights(left: Misfit) -> list[int]:
    return [CHOICE * left.choices, CHOICE * left.values, left.states]


def _is_odd(evidence: Evidence) -> bool:
    """Whether the right search doesn't explain it."""
    search = evidence.observations[0].probe.search
    return misfit(RIGHT_SEARCHES[search], evidence) != Misfit()
