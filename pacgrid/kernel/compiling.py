"""Compiling before the first call, and saying so."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any

import numba

from pacgrid.kernel import jit


def compile_for(function: Any, *arguments: Any) -> None:
    """Compile `function` for these arguments, or load it from the cache."""
    function.compile(tuple(map(numba.typeof, arguments)))


def call(function: Any, subject: str, *arguments: Any) -> Any:
    """Call `function`, which is always called with arguments of the same types; the first time,
    say that `subject` is being compiled if that takes long."""
    if not function.overloads:  # `signatures` would make a list
        with notice(subject):
            compile_for(function, *arguments)
    return function(*arguments)


@contextmanager
def notice(subject: str, delay: float = 1.0) -> Iterator[None]:
    """Say on stderr, once, that `subject` is being compiled if the block takes longer than `delay`
    seconds."""
    advice = "this takes a while, but only the first time"
    if not jit.has_cache():
        advice = "to compile it only once, set NUMBA_CACHE_DIR to a folder that can be written"
    text = f"pacgrid: compiling {subject}; {advice}"
    timer = Timer(delay, _print_once, (text,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


_printed: set[str] = set()


def _print_once(text: str) -> None:
    if text not in _printed:
        _printed.add(text)
        over_progress = "\r\x1b[K" if sys.stderr.isatty() else ""  # of the main process
        sys.stderr.write(f"{over_progress}{text}\n")
