"""Games played in several processes."""

import os
import signal
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import TypeVar

from pacgrid.errors import PacgridError

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


class ProcessError(PacgridError):
    """A process that ended before its game."""


def in_processes(
    function: Callable[[Item], Outcome], items: Collection[Item], jobs: int
) -> Iterator[tuple[Item, Outcome]]:
    """Each item with `function(item)`, in the order in which they get done.

    One job runs in this process. Raises what `function` raises, or ProcessError.
    """
    jobs = min(jobs, len(items))
    if jobs <= 1:
        yield from ((item, function(item)) for item in items)
        return
    executor = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_prepare)
    try:
        futures = {executor.submit(function, item): item for item in items}
        for future in as_completed(futures):
            yield futures.pop(future), future.result()
    except BaseException as error:
        for process in active_children():  # otherwise they would finish their games
            process.terminate()
        if isinstance(error, BrokenProcessPool):
            raise ProcessError(
                "an agent ended its process; run with --jobs 1 to find out which one"
            ) from None
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _prepare() -> None:
    """Let Ctrl-C end this process silently, since the main process handles it; and end it with the
    main process, even if that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)
