"""What keys do."""

import pytest

from helpers.shows import eastward
from pacgrid.session.commands import HELP, KEYS, OVERLAY_KEYS, Command, obey
from pacgrid.session.keyboard import STEERING
from pacgrid.session.player import Player


@pytest.fixture
def player() -> Player:
    """One that has seen a game of four rounds to its end."""
    it = Player(eastward(), speed=1, patience=None)
    while not it.over:
        it.advance(1)
    return it


@pytest.mark.parametrize(
    ("keys", "ply"),
    [
        (["left"], 3),
        (["<", ","], 2),
        (["home"], 0),
        (["home", ">", "."], 2),
        (["home", "end"], 4),
        (["left", "right"], 4),
    ],
)
def test_keys_go_back_and_forth(player: Player, keys: list[str], ply: int) -> None:
    for key in keys:
        assert obey(player, KEYS[key])
        for _ in range(10):
            player.advance(0.05)
    assert (player.after, player.paused) == (ply, True)


def test_keys_change_speed_and_pause(player: Player) -> None:
    obey(player, KEYS["+"])
    assert player.speed == 1.25
    obey(player, KEYS["-"])
    assert player.speed == 1
    player.go_to(1)
    for paused in (False, True):
        obey(player, KEYS[" "])
        assert player.paused is paused


def test_other_commands_are_left_to_the_view(player: Player) -> None:
    assert not obey(player, Command.TAKE_OVER)
    assert not obey(player, Command.QUIT)


def test_no_letter_that_steers_does_anything_else() -> None:
    letters = {key for key in STEERING if len(key) == 1}
    assert letters.isdisjoint(KEYS.keys() | OVERLAY_KEYS.keys())


def test_help_tells_of_every_command_and_overlay() -> None:
    told = " ".join(keys for keys, _ in HELP).lower()
    names = {"left": "←", "right": "→", " ": "space", "escape": "esc"}
    for command in Command:
        keys = [key for key, does in KEYS.items() if does is command]
        assert any(names.get(key, key) in told for key in keys), command
    for key, overlay in OVERLAY_KEYS.items():
        assert (key, f"show {overlay.meaning}") in HELP
