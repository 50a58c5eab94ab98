"""A worker's process: `python -m pacgrid.autograder.worker DESCRIPTOR`, its end of the channel."""

import os
import signal
import site
import socket
import sys

from ..sandbox.channel import WorkerChannel
from .service import serve


def main() -> None:
    """Serve the channel until the grader closes it."""
    os.cpu_count = lambda: 1  # as PYTHON_CPU_COUNT has it from Python 3.13 on
    site.setquit()  # submissions may use `exit`, as everywhere
    # The grader may ignore it, and a grade must not depend on that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    serve(WorkerChannel(socket.socket(fileno=int(sys.argv.pop()))))


main()
