"""A worker's process: `python -m pacgrid.autograder.worker HANDLE`, the handle of its channel."""

import site
import socket
import sys

from pacgrid.autograder.worker.channel import Channel
from pacgrid.autograder.worker.service import serve


def main() -> None:
    """Serve the channel until the grader closes it."""
    site.setquit()  # `exit` is there for a submission as it is everywhere
    serve(Channel(socket.socket(fileno=int(sys.argv.pop()))))


main()
