"""A clock for compiled code, which can't call Python's."""

import ctypes
import sys
from collections.abc import Callable
from typing import Any

from llvmlite import binding, ir  # type: ignore[import-untyped]
from numba import extending, types
from numba.core import cgutils

_intrinsic: Any = extending.intrinsic
_llvm: Any = cgutils
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
