"""Programs whose memory has the same addresses in every run.

Python hashes plain objects by their address. With random addresses, an agent that iterates over a
set of objects would play another game in every run.
"""

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

_ADDR_NO_RANDOMIZE = 0x0040000
"""Of personality(2)."""
_ONLY_ASK = 0xFFFFFFFF


@contextmanager
def fixed_addresses() -> Iterator[None]:
    """Programs that this thread starts within the `with` get fixed addresses, where the system
    allows it."""
    if (libc := _libc()) is None:
        yield
        return
    before = libc.personality(_ONLY_ASK)
    libc.personality(before | _ADDR_NO_RANDOMIZE)  # it changes no address of this process
    try:
        yield
    finally:
        libc.personality(before)


def why_random() -> str:
    """Why programs get random addresses here, even within `fixed_addresses()`; "" if they don't."""
    if (libc := _libc()) is None:
        return "fixed addresses need Linux"
    with fixed_addresses():
        is_fixed = libc.personality(_ONLY_ASK) & _ADDR_NO_RANDOMIZE
    return "" if is_fixed else "the container denies the system call personality"


@cache
def _libc() -> Any:
    return ctypes.CDLL(None) if sys.platform == "linux" else None
