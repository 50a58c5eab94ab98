"""Keys by what a terminal sends for them."""

import pytest

from pacgrid.view.keys import NoKeyboardError, key_names, pressed_keys


@pytest.mark.parametrize(
    ("sent", "names"),
    [
        ("\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]),
        ("\x1bOA", ["up"]),
        ("wW.q", ["w", "w", ".", "q"]),
        ("\x1b[3~x\x1b[1;5Q", ["x"]),
        ("\x1b", []),
    ],
)
def test_keys_are_named(sent: str, names: list[str]) -> None:
    assert key_names(sent) == names


def test_without_a_terminal_there_is_no_keyboard() -> None:
    with pytest.raises(NoKeyboardError, match="--pacman"), pressed_keys():
        pass
