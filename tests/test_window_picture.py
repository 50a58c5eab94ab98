"""Pictures of one moment."""

import subprocess
import sys
from pathlib import Path

import pytest

from helpers.shows import ROOM, Scripted, eastward
from pacgrid import Action
from pacgrid.render.sdl import pygame
from pacgrid.render.window.picture import moment
from pacgrid.session.game_source import LiveGame
from pacgrid.session.settings import Settings


def test_a_moment_is_the_same_each_time_and_differs_from_the_next() -> None:
    def picture(rounds: int) -> bytes:
        agents = [Scripted([Action.EAST] * 3), Scripted([Action.WEST] * 3)]
        return moment(LiveGame(ROOM, agents), rounds, (640, 400), Settings()).get_buffer().raw

    assert picture(1) == picture(1)
    assert len({picture(rounds) for rounds in (0, 1, 2)}) == 3


def test_after_the_end_it_is_the_last_moment() -> None:
    last, later = (moment(eastward(), rounds, (640, 400), Settings()) for rounds in (4, 100))
    assert last.get_buffer().raw == later.get_buffer().raw


def test_the_timeline_may_know_more_than_is_shown() -> None:
    def picture(ahead: int) -> bytes:
        game = LiveGame(ROOM, [Scripted([]), Scripted([])])
        return moment(game, 1, (640, 400), Settings(), ahead).get_buffer().raw

    assert picture(0) != picture(5)


@pytest.mark.slow
def test_the_command_writes_a_png(tmp_path: Path) -> None:
    out = tmp_path / "picture.png"
    command = [sys.executable, "-W", "error", "-m", "pacgrid.render.window.picture", str(out)]
    done = subprocess.run(
        [
            *command,
            "--layout",
            "training",
            "--rounds",
            "2",
            "--width",
            "700",
            "--overlay",
            "values",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout + done.stderr == ""
    assert pygame.image.load(out).get_size() == (700, 720)
