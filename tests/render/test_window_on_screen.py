"""The whole command with a real window and real keys, on a virtual screen."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from helpers.processes import PATIENCE
from pacgrid import Record
from pacgrid.games.game_setup import Ending

MISSING = [program for program in ("Xvfb", "xdotool") if not shutil.which(program)]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING), reason=f"needs {' and '.join(MISSING)}"),
]

THINKER = """
from pacgrid import Agent
class Thinker(Agent):
    def act(self, state):
        while True:
            pass
"""


@pytest.fixture
def screen() -> Iterator[dict[str, str]]:
    """The environment of a program on a screen of its own."""
    read, write = os.pipe()
    # A number of this process's own: a server that picks a free one may pick the number of one
    # that is just ending, and lose its socket to it.
    own = f":{100 + os.getpid() % 10000}"
    command = ["Xvfb", own, "-displayfd", str(write), "-screen", "0", "1024x768x24"]
    # Without -noreset the server starts anew whenever xdotool, for a moment its only client, leaves
    # it, and drops whoever is just connecting.
    command += ["-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as number:
            display = f":{number.readline().strip()}"
        environment = {**os.environ, "DISPLAY": display}
        environment.pop("SDL_VIDEODRIVER", None)
        environment.pop("WAYLAND_DISPLAY", None)
        try:
            yield environment
        finally:
            server.terminate()


def xdotool(screen: dict[str, str], *words: str) -> str:
    command = ["xdotool", *words]
    return subprocess.run(command, env=screen, capture_output=True, text=True, check=False).stdout


@contextmanager
def running(screen: dict[str, str], *words: str) -> "Iterator[tuple[subprocess.Popen[str], str]]":
    """A Python program, which ends in time or is ended, and the number of its window."""
    with subprocess.Popen(
        [sys.executable, "-W", "error", *words],
        env=screen,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as program:
        watchdog = threading.Timer(PATIENCE, program.kill)
        watchdog.start()
        try:
            found = ""
            while not found and program.poll() is None:
                found = xdotool(screen, "search", "--onlyvisible", "--class", "pacgrid")
                time.sleep(0.1)  # looking again and again would take the processor from the program
            assert found, program.communicate()[0]
            yield program, found.split()[-1]
        finally:
            watchdog.cancel()
            program.kill()


def play_with_keys(screen: dict[str, str], *options: object, key: str) -> str:
    """Run `pacgrid play`, press the keys, over and over until it ends; what it printed."""
    with running(screen, "-m", "pacgrid", "play", *map(str, options)) as (game, _):
        while game.poll() is None:
            xdotool(screen, "key", "--delay", "50", *key.split())
        printed: str = game.communicate()[0]
    assert game.returncode == 0, printed
    return printed


def test_a_person_plays_in_a_window(screen: dict[str, str], tmp_path: Path) -> None:
    layout, saved = tmp_path / "corridor.lay", tmp_path / "game.json"
    layout.write_text("%%%%%%%\n%P....%\n%%%%%%%")
    printed = play_with_keys(screen, "--layout", layout, "--save", saved, key="Right Return")
    result = "Won: 536 points after 4 rounds (corridor, seed 0)"
    assert printed == f"{result}\nWrote {saved}\n"
    assert Record.load(saved).ending is Ending.WON


def test_a_window_closes_while_an_agent_thinks_for_ever(
    screen: dict[str, str], tmp_path: Path
) -> None:
    agent = tmp_path / "thinker.py"
    agent.write_text(THINKER)
    printed = play_with_keys(screen, agent, key="Escape")
    assert "was still thinking (thinker.py, line " in printed
    assert printed.count("\n") == 1


WATCH = """
from pacgrid import Layout
from pacgrid.agent_loader import load_agent
from pacgrid.render.window import Window, pygame
from pacgrid.session.playback import LiveGame
from pacgrid.session.game_session import GameSession
from pacgrid.session.session import Settings

class PrintingWindow(Window):
    def hear(self, event, session):
        super().hear(event, session)
        print(pygame.event.event_name(event.type), flush=True)

agents = [load_agent("reflex"), load_agent("random_ghost")]
session = GameSession(LiveGame(Layout.load("training"), agents), settings=Settings(2))
with PrintingWindow() as window:
    window.show(session)
session.close()
game = session.games[0]
print(*game.agents, game.taken_over, *session.settings.overlays)
"""


def wait_until_heard(event: str, program: "subprocess.Popen[str]") -> None:
    """Until a `PrintingWindow` has done what the next such event asks for."""
    while (line := program.stdout.readline()) != f"{event}\n":
        assert line, f"{event} was not heard"


def test_keys_and_mouse_are_heard(screen: dict[str, str]) -> None:
    """A switch, the start of the timeline by a click, then another agent takes over."""
    with running(screen, "-c", WATCH) as (program, window):
        wait_until_heard("WindowExposed", program)  # it has found its size, and has been painted
        size = xdotool(screen, "getwindowgeometry", "--shell", window)
        shell = dict(line.split("=") for line in size.split())
        width, height = int(shell["WIDTH"]), int(shell["HEIGHT"])
        for x, y in ((width - 20, height - 18), (14, height - 60)):
            xdotool(screen, "mousemove", "--window", window, str(x), str(y), "click", "1")
            wait_until_heard("MouseButtonUp", program)
        for key in ("t", "e", "Return"):
            xdotool(screen, "key", key)
            wait_until_heard("KeyUp", program)
        xdotool(screen, "key", "q")
        printed = program.communicate()[0].splitlines()
    assert printed[-1] == "expected_utility random_ghost 0 features"
