"""How the kernel's functions are compiled and cached on disk, and what numba lacks: bits of words,
copies of rows, and a clock, as code of the processor's own."""

import ctypes
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from pickle import UnpicklingError
from threading import Timer
from typing import Any, TypeVar

import numba
from llvmlite import binding, ir  # type: ignore[import-untyped]
from numba import extending, types
from numba.core import cgutils
from numba.core.caching import NullCache
from numba.core.compiler_lock import global_compiler_lock
from numba.core.event import Listener, install_listener
from numpy.typing import NDArray

import pacgrid.action
import pacgrid.maze
import pacgrid.state
import pacgrid.surroundings
from pacgrid.common.files import file_lock

Number = Any
"""A numpy integer of any size: a cell, a pixel, an action, bits."""

_Function = TypeVar("_Function", bound=Callable[..., Any])
_njit: Any = numba.njit
_config: Any = numba.config
_types: Any = numba.types

_HERE = Path(__file__).parent
_FEATURES = find_spec("pacgrid.agents.evaluation")  # missing where submissions run
_MODULES = pacgrid.action, pacgrid.maze, pacgrid.state, pacgrid.surroundings
_SOURCES = (
    *sorted(_HERE.glob("*.py")),
    *sorted((_HERE / "search").glob("*.py")),
    *(Path(module.__file__ or "") for module in _MODULES),
    *([Path(_FEATURES.origin)] if _FEATURES and _FEATURES.origin else ()),
)
"""The sources that all compiled code depends on, besides the folder it is in."""


def is_disabled() -> bool:
    """Whether `NUMBA_DISABLE_JIT` switches compilation off."""
    return bool(_config.DISABLE_JIT)


def cache_folder() -> Path | None:
    """Where what is compiled is kept; None if it can't be kept on disk."""
    try:
        return _cache_folder(_config.CACHE_DIR)
    except OSError:
        return None


def compiled(function: _Function) -> _Function:
    """Compile a function that is called from Python or by other functions, and cache it."""
    # Without reference counts it is four times as fast; nothing here creates an array.
    return _cached(function, _nrt=False, nogil=True, error_model="numpy")


def allocating(function: _Function) -> _Function:
    """Compile a function that creates or slices arrays, and cache it."""
    return _cached(function, _nrt=True, nogil=True, error_model="numpy")


def inlined(function: _Function) -> _Function:
    """Compile a function into its callers, which saves passing the arrays.

    It must not slice arrays: slices are reference-counted.
    """
    inlined_function: _Function = _njit(forceinline=True, _nrt=False, error_model="numpy")(function)
    return inlined_function


def inlined_early(function: _Function) -> _Function:
    """The same, but numba copies the function before it infers types. A step then compiles in half
    the time; the rules and the searches run slower, or compile longer, so they are `inlined`."""
    early_function: _Function = _njit(inline="always", _nrt=False, error_model="numpy")(function)
    return early_function


def parallel(function: _Function) -> _Function:
    """Compile a function that runs on several threads, and cache it."""
    return _cached(function, parallel=True)


def _cached(function: _Function, **options: Any) -> _Function:
    """Compile `function`, and cache the result under a digest of the sources that it depends on.

    numba alone checks only the file of the function itself. Where the cache can't be written, the
    function is compiled in each process.
    """
    configured = _config.CACHE_DIR
    try:
        source = Path(function.__code__.co_filename)
        folder = _cache_folder(configured, source.parent)
        _config.CACHE_DIR = str(folder)
        result: _Function = _njit(cache=True, **options)(function)
        if not is_disabled():
            line = function.__code__.co_firstlineno
            name = f"{source.stem}.{function.__name__}-{line}.lock"
            _compile_in_one_process(result, folder / name)
    except (OSError, RuntimeError):  # numba raises these for a cache it can't write
        result = _njit(**options)(function)
    finally:
        _config.CACHE_DIR = configured
    return result


def _compile_in_one_process(dispatcher: Any, lock: Path) -> None:
    """Of several processes that call a function first, let one compile it, and the others wait for
    the result."""
    compile_now = dispatcher.compile

    def compile_once(signature: Any) -> Any:
        # For a plain number in a call, numba would compile the function once more.
        signature = tuple(map(_types.unliteral, signature))
        # numba's lock first, as always: two threads that wait for each other's would wait forever.
        with global_compiler_lock:
            try:
                with file_lock(lock):
                    try:
                        return compile_now(signature)
                    except (EOFError, UnpicklingError):  # the cache was cut off, by a full disk
                        dispatcher._cache.flush()
                        return compile_now(signature)
            except OSError:  # the cache can't be written any more: the disk is full
                dispatcher._cache = NullCache()
                return compile_now(signature)

    dispatcher.compile = compile_once


@lru_cache
def _cache_folder(configured: str, folder: Path = _HERE) -> Path:
    """Where the compiled code of the sources in `folder` is kept: in `NUMBA_CACHE_DIR` if it is
    `configured`, else beside this file, else in the user's cache. Raises OSError if none can be
    written."""
    digest = hashlib.sha256()
    for source in _sources(folder):
        digest.update(source.read_bytes())
    name = f"numba-{digest.hexdigest()[:16]}"
    defaults = [_HERE / "__pycache__"]
    with suppress(RuntimeError):  # a user may have no home
        defaults.append(Path.home() / ".cache/pacgrid")
    for parent in [Path(configured)] if configured else defaults:
        with suppress(OSError):
            (parent / name).mkdir(parents=True, exist_ok=True)
            if os.access(parent / name, os.W_OK):
                return parent / name
    raise OSError("no writable folder for compiled code")


def _sources(folder: Path) -> list[Path]:
    """The sources that compiled code in `folder` depends on. All may use the search."""
    return list(dict.fromkeys((*_SOURCES, *sorted(folder.glob("*.py")))))


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


class _Compiling(Listener):
    """Starts a timer when numba begins to compile something, rather than load it."""

    def __init__(self, timer: Timer) -> None:
        self._timer = timer

    def on_start(self, _event: object) -> None:
        if not self._timer.ident:
            self._timer.start()

    def on_end(self, _event: object) -> None:
        pass


@contextmanager
def notice(subject: str, delay: float = 1.0) -> Iterator[None]:
    """Say on stderr, once, that `subject` is being compiled if the block goes on for more than
    `delay` seconds after it has begun to compile something."""
    advice = "this takes a while, but only the first time"
    if not cache_folder():
        advice = "to compile it only once, set NUMBA_CACHE_DIR to a folder that can be written"
    text = f"pacgrid: compiling {subject}; {advice}"
    timer = Timer(delay, _print_once, (text,))
    timer.daemon = True
    try:
        with install_listener("numba:compile", _Compiling(timer)):
            yield
    finally:
        timer.cancel()


_printed: set[str] = set()


def _print_once(text: str) -> None:
    """Say `text` unless this process has said it."""
    if text not in _printed:
        _printed.add(text)
        over_progress = "\r\x1b[K" if sys.stderr.isatty() else ""  # of the main process
        sys.stderr.write(f"{over_progress}{text}\n")


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


def _prefetch(_context: Any, array: Any, _index: Any) -> tuple[Any, Any]:
    signature = types.void(array, types.intp)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        given = context.make_array(signature.args[0])(context, builder, values[0])
        (stride,) = _llvm.unpack_tuple(builder, given.strides)
        start = builder.bitcast(given.data, _llvm.voidptr_t)
        address = builder.gep(start, [builder.mul(values[1], stride)])
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [_llvm.voidptr_t, number, number, number])
        name = "llvm.prefetch"  # which LLVM completes by the kind of pointer
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        builder.call(function, [address, *map(number, (0, 3, 1))])  # to read, soon, data
        return context.get_dummy_value()

    return signature, generate


prefetch: Callable[[NDArray[Any], Number], None] = _intrinsic(_prefetch)
"""`prefetch(array, index)` lets the processor fetch an item while it does something else."""


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
