"""Bits of words, by the processor's own instructions."""

from collections.abc import Callable
from typing import Any

from numba import extending, types
from numba.core import cgutils

from pacgrid.kernel.jit import Number

_intrinsic: Any = extending.intrinsic
_SIGNATURE = types.uint64(types.uint64)


def _bit_count(_context: Any, _bits: Any) -> tuple[Any, Callable[..., Any]]:
    return _SIGNATURE, lambda _context, builder, _signature, words: builder.ctpop(*words)


def _lowest_bit(_context: Any, _bits: Any) -> tuple[Any, Callable[..., Any]]:
    never_zero = cgutils.true_bit
    return _SIGNATURE, lambda _context, builder, _signature, words: builder.cttz(*words, never_zero)


bit_count: Callable[[Number], Number] = _intrinsic(_bit_count)
"""How many bits of a 64-bit word are set."""

lowest_bit: Callable[[Number], Number] = _intrinsic(_lowest_bit)
"""The number of the lowest bit that is set in a 64-bit word, which isn't 0."""
