"""How the kernel's functions are compiled, and where the result is kept."""

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numba

import pacgrid.action
import pacgrid.state

Number = Any
"""Of some kind of numpy's, as the tables have them: a cell, a pixel, an action, bits."""

_Function = TypeVar("_Function", bound=Callable[..., Any])
_njit: Any = numba.njit
_config: Any = numba.config

_HERE = Path(__file__).parent
_SOURCES = (
    *sorted(_HERE.glob("*.py")),
    *(Path(module.__file__ or "") for module in (pacgrid.action, pacgrid.state)),
)
"""What is compiled, and what it takes numbers from."""


def is_disabled() -> bool:
    """Whether numba was told to compile nothing, by `NUMBA_DISABLE_JIT`."""
    return bool(_config.DISABLE_JIT)


def compiled(function: _Function) -> _Function:
    """Compile what is called as a function of its own, and keep it on disk."""
    # No references are counted, since nothing here makes an array: that is four times as fast.
    return _cached(function, _nrt=False, error_model="numpy")


def inlined(function: _Function) -> _Function:
    """Compile what only compiled code calls, as part of it: the arrays need not be handed over.

    It must not cut arrays: a slice counts its references.
    """
    done: _Function = _njit(forceinline=True, _nrt=False, error_model="numpy")(function)
    return done


def parallel(function: _Function) -> _Function:
    """Compile what runs on all threads, and keep it on disk."""
    return _cached(function, parallel=True)


def _cached(function: _Function, **options: Any) -> _Function:
    """Compile `function`, and keep the result where only the very same sources find it again.

    numba itself looks at the age of a function's own file only; these are made of several.
    Where nothing can be written, nothing is kept.
    """
    before = _config.CACHE_DIR
    try:
        _config.CACHE_DIR = str(_cache_folder(before))
        done: _Function = _njit(cache=True, **options)(function)
    except (OSError, RuntimeError):  # numba's, for "no place to keep it"
        done = _njit(**options)(function)
    finally:
        _config.CACHE_DIR = before
    return done


@lru_cache
def _cache_folder(chosen: str) -> Path:
    """Where compiled code is kept: in the folder that the user has `chosen`, if there is one; else
    beside this file, or where the user's caches are. Raises OSError."""
    digest = hashlib.sha256()
    for source in _SOURCES:
        digest.update(source.read_bytes())
    name = f"numba-{digest.hexdigest()[:16]}"
    places = [Path(chosen)] if chosen else [_HERE / "__pycache__", Path.home() / ".cache/pacgrid"]
    for place in places:
        with suppress(OSError):
            (place / name).mkdir(parents=True, exist_ok=True)
            if os.access(place / name, os.W_OK):
                return place / name
    raise OSError("no place for compiled code")
