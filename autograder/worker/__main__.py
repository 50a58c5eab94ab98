"""A worker's process: `python -m pacgrid.autograder.worker CHANNEL STACKS`, with the numbers of its
end of the channel, and of the pipe to which it writes its stack when the grader asks."""

import faulthandler
import os
import signal
import site
import sys

from ..sandbox.channel import Descriptor, End, WorkerChannel
from ..sandbox.stack_dumps import SIGNAL
from .service import serve


def main() -> None:
    """Serve the channel until the grader closes it."""
    os.cpu_count = lambda: 1  # as PYTHON_CPU_COUNT has it from Python 3.13 on
    site.setquit()  # submissions may use `exit`, as everywhere
    # The grader may ignore it, and a grade must not depend on that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    stacks, channel = int(sys.argv.pop()), int(sys.argv.pop())
    if SIGNAL:
        faulthandler.register(SIGNAL, stacks, all_threads=False)
    serve(WorkerChannel(_end(channel)))


def _end(number: int) -> End:
    if os.name == "posix":
        return Descriptor(number)
    import socket

    return socket.socket(fileno=number)


main()
