"""Compiling before the first call, and saying so."""

import multiprocessing
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
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
    if not jit.cache_folder():
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
    """Say `text` unless this process has said it, or another one of the same command."""
    if text not in _printed:
        _printed.add(text)
        if not _is_first(text):
            return
        over_progress = "\r\x1b[K" if sys.stderr.isatty() else ""  # of the main process
        sys.stderr.write(f"{over_progress}{text}\n")


def _is_first(text: str) -> bool:
    """Whether no other process of the same command has asked this about `text`. Without a cache,
    each process compiles for itself, and may say so."""
    main = multiprocessing.parent_process()
    name = f"{main.pid if main else os.getpid()} {text}"
    folder = jit.cache_folder()
    if folder is None:
        return True
    try:
        (folder / f"{sha256(name.encode()).hexdigest()[:16]}.said").touch(exist_ok=False)
    except FileExistsError:
        return False
    except OSError:
        return True
    return True
