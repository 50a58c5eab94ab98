"""What numba lacks: bits of words, copies of rows, and a clock, as code of the processor's own."""

import ctypes
import sys
from collections.abc import Callable
from typing import Any

from llvmlite import binding, ir  # type: ignore[import-untyped]
from numba import extending, types
from numba.core import cgutils
from numpy.typing import NDArray

from pacgrid.kernel.jit import Number

_intrinsic: Any = extending.intrinsic
_llvm: Any = cgutils
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


def _copy_rows(_context: Any, source: Any, target: Any, _first: Any, _last: Any) -> tuple[Any, Any]:
    signature = types.void(source, target, types.intp, types.intp)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        arrays = [
            context.make_array(kind)(context, builder, value)
            for kind, value in zip(signature.args[:2], values[:2], strict=True)
        ]
        row = _llvm.unpack_tuple(builder, arrays[0].strides)[0]
        start = builder.mul(values[2], row)
        size = builder.sub(builder.mul(values[3], row), start)
        taken, put = (
            builder.gep(builder.bitcast(array.data, _llvm.voidptr_t), [start]) for array in arrays
        )
        _llvm.raw_memcpy(builder, put, taken, size, 1)
        return context.get_dummy_value()

    return signature, generate


copy_rows: Callable[[NDArray[Any], NDArray[Any], int, int], None] = _intrinsic(_copy_rows)
"""`copy_rows(source, target, first, last)` copies the rows from `first` to `last`, not included.
Both arrays are contiguous, and their rows are of the same size in bytes."""


_SYMBOL = "pacgrid_clock"
_INT64 = ir.IntType(64)
_WINDOWS = sys.platform == "win32"
_MONOTONIC = 6 if sys.platform == "darwin" else 1
"""The number of CLOCK_MONOTONIC."""


def _system_clock() -> Any:
    """Of the operating system: it writes the time to where its last argument points."""
    if _WINDOWS:
        return ctypes.WinDLL("kernel32").QueryPerformanceCounter  # type: ignore[attr-defined,unused-ignore]
    return ctypes.CDLL(None).clock_gettime


# By name, so that compiled code can be kept on disk: the address differs in each process.
binding.add_symbol(_SYMBOL, ctypes.cast(_system_clock(), ctypes.c_void_p).value)


def _ticks(_context: Any) -> tuple[Any, Callable[..., Any]]:
    def generate(_context: Any, builder: Any, _signature: Any, _values: Any) -> Any:
        time = _llvm.alloca_once(builder, _INT64, _INT64(2))
        arguments = [time] if _WINDOWS else [ir.Constant(ir.IntType(32), _MONOTONIC), time]
        kind = ir.FunctionType(ir.IntType(32), [each.type for each in arguments])
        clock = builder.module.globals.get(_SYMBOL) or ir.Function(builder.module, kind, _SYMBOL)
        builder.call(clock, arguments)
        if _WINDOWS:
            return builder.load(time)
        seconds, rest = (builder.load(builder.gep(time, [_INT64(part)])) for part in (0, 1))
        return builder.add(builder.mul(seconds, _INT64(10**9)), rest)

    return types.int64(), generate


ticks: Callable[[], int] = _intrinsic(_ticks)
"""The time since some moment, in units that are always the same on a machine: nanoseconds, but not
on Windows."""
