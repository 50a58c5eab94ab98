"""The real program in a pseudo-terminal, ended and stopped in every way that can be caught."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.processes import PATIENCE

pytest.importorskip("termios", reason="pseudo-terminals are there on Unix only")
import pty
import termios

pytestmark = pytest.mark.slow

PLAY = (sys.executable, "-m", "pacgrid", "play", "reflex", "-l", "medium", "--view", "terminal")
OPEN, CLOSE = b"\x1b[?1049h", b"\x1b[?1049l"
SHELL = """
import os, signal, subprocess, sys
terminal = os.open(sys.argv[1], os.O_RDWR)  # it controls this session now
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
for number in (signal.SIGINT, signal.SIGHUP):  # whoever runs the tests may ignore them
    signal.signal(number, signal.SIG_DFL)
game = subprocess.Popen(sys.argv[2:], stdin=terminal, stdout=terminal, stderr=terminal,
                        process_group=0)
os.tcsetpgrp(terminal, game.pid)
print(game.pid, flush=True)
status = os.waitpid(game.pid, os.WUNTRACED)[1]
while os.WIFSTOPPED(status):
    print("stopped", flush=True)
    sys.stdin.readline()
    os.tcsetpgrp(terminal, game.pid)
    os.killpg(game.pid, signal.SIGCONT)
    status = os.waitpid(game.pid, os.WUNTRACED)[1]
print(os.waitstatus_to_exitcode(status), flush=True)
"""
"""What a shell with job control does with a command."""


class Terminal:
    """A terminal of our own, with a shell that runs the program in the foreground."""

    def __init__(self, folder: Path) -> None:
        self.keyboard, self.screen = pty.openpty()
        termios.tcsetwinsize(self.screen, (24, 80))
        self.modes = termios.tcgetattr(self.screen)
        self.shown = b""
        self.shell = subprocess.Popen(
            [sys.executable, "-c", SHELL, os.ttyname(self.screen), *PLAY],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color"},
            cwd=folder,
            text=True,
        )

    def wait_for(self, text: bytes) -> None:
        """Until `text` is shown, after what was waited for before."""
        while text not in self.shown:
            assert select.select([self.keyboard], [], [], PATIENCE)[0], f"waited for {text!r}"
            self.shown += os.read(self.keyboard, 65536)
        self.shown = self.shown.partition(text)[2]

    def press(self, keys: bytes) -> None:
        os.write(self.keyboard, keys)

    def shell_says(self) -> str:
        """The next line of the shell: the process, then `stopped` or the exit code."""
        return self.shell.stdout.readline().strip()

    @property
    def is_restored(self) -> bool:
        return termios.tcgetattr(self.screen) == self.modes


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    made = Terminal(tmp_path)
    yield made
    made.shell.kill()
    made.shell.communicate()
    os.close(made.screen)
    os.close(made.keyboard)


@pytest.mark.parametrize(
    ("keys", "number", "code"),
    [
        (b"q", None, 0),
        (b"\x03", None, 130),
        (b"", signal.SIGTERM, 128 + signal.SIGTERM),
        (b"", signal.SIGHUP, 128 + signal.SIGHUP),
    ],
)
def test_the_terminal_is_restored_however_the_program_ends(
    terminal: Terminal, keys: bytes, number: int | None, code: int
) -> None:
    process = int(terminal.shell_says())
    terminal.wait_for(b"Round")
    assert not terminal.is_restored
    if number:
        os.kill(process, number)
    terminal.press(keys)
    terminal.wait_for(CLOSE)
    assert terminal.shell_says() == str(code)
    assert terminal.is_restored


def test_ctrl_z_gives_the_terminal_back_until_the_program_goes_on(terminal: Terminal) -> None:
    terminal.shell_says()
    terminal.wait_for(b"Round")
    terminal.press(b"\x1a")
    terminal.wait_for(CLOSE)
    assert terminal.shell_says() == "stopped"
    assert terminal.is_restored
    print(file=terminal.shell.stdin, flush=True)
    terminal.wait_for(OPEN)
    terminal.wait_for(b"Round")
    terminal.press(b"q")
    assert terminal.shell_says() == "0"
    assert terminal.is_restored
