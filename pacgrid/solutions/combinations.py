"""The states of several ghosts, numbered."""

from collections.abc import Iterable
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

Indices = NDArray[np.int64]


class Combinations:
    """The numbers of all combinations of `ghosts` ghosts, each in one of `states` states.

    States are given by their ranks, counted from 0. With `is_sorted`, combinations that differ only
    in which ghost is where share a number.
    """

    def __init__(self, states: int, ghosts: int, *, is_sorted: bool) -> None:
        self.states = states
        self.ghosts = ghosts
        self.is_sorted = is_sorted
        self.count = comb(states + ghosts - 1, ghosts) if is_sorted else states**ghosts
        """How many there are; it can be more than 64 bits hold."""

    @cached_property
    def terms(self) -> Indices:
        """`[ghost, rank]`: what a ghost adds to the number. Sorted ghosts begin with the greatest
        rank.

        The number of a combination has its ranks as digits. Sorted ghosts are numbered in the
        combinatorial number system (Knuth 7.2.1.3), where ranks may be equal.
        """
        terms = np.zeros((self.ghosts, self.states), np.int64)
        for ghost, after in enumerate(reversed(range(self.ghosts))):
            for rank in range(self.states):
                sorted_term = comb(rank + after, after + 1)
                terms[ghost, rank] = sorted_term if self.is_sorted else rank * self.states**after
        return terms

    def number(self, ranks: Iterable[int]) -> int:
        """The number of one combination."""
        if self.is_sorted:
            ranks = sorted(ranks, reverse=True)
        return sum(int(terms[rank]) for terms, rank in zip(self.terms, ranks, strict=True))

    def numbers(self, ranks: Indices) -> Indices:
        """The numbers of combinations: `ranks[..., ghost]`."""
        if self.is_sorted:
            ranks = np.sort(ranks, axis=-1)[..., ::-1]
        numbers = np.zeros(ranks.shape[:-1], np.int64)
        for ghost, terms in enumerate(self.terms):
            numbers += terms[ranks[..., ghost]]
        return numbers

    def ranks(self, numbers: Indices) -> Indices:
        """`[..., ghost]`: the ranks of combinations."""
        ranks = np.zeros((*numbers.shape, self.ghosts), np.int64)
        for ghost, terms in enumerate(self.terms):
            ranks[..., ghost] = np.searchsorted(terms, numbers, "right") - 1
            numbers = numbers - terms[ranks[..., ghost]]
        return ranks

    def all_ranks(self) -> Indices:
        """`[combination, ghost]`: the ranks of every combination."""
        return self.ranks(np.arange(self.count))
