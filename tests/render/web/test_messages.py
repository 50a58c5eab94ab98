"""What browsers send."""

import json
from typing import Any

import pytest

from pacgrid.render.web.messages import LARGEST, read_event


class Listener:
    """A session that writes down what it is told."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.sheets = self

    def press(self, key: str, *, repeated: bool) -> None:
        self.heard.append((key, repeated))

    def seek(self, ply: int) -> None:
        self.heard.append(ply)

    def choose_row(self, row: int) -> None:
        self.heard.append(f"row {row}")

    def choose_tab(self, tab: int) -> None:
        self.heard.append(f"tab {tab}")

    def choose_target(self, number: int) -> None:
        self.heard.append(f"target {number}")


@pytest.mark.parametrize(
    ("message", "heard"),
    [
        ({"press": "left", "repeated": True}, [("left", True)]),
        ({"press": "é", "repeated": False}, [("é", False)]),
        ({"press": " ", "repeated": False}, [(" ", False)]),
        ({"seek": 12}, [12]),
        ({"choose_row": 2}, ["row 2"]),
        ({"choose_tab": 1}, ["tab 1"]),
        ({"choose_target": 0}, ["target 0"]),
    ],
)
def test_events_are_calls_of_the_session(message: Any, heard: list[Any]) -> None:
    listener = Listener()
    read_event(json.dumps(message))(listener)  # type: ignore[arg-type]
    assert listener.heard == heard


@pytest.mark.parametrize(
    "message",
    [
        b'{"seek": 1}',
        "",
        "seek",
        "[]",
        "{}",
        "null",
        "NaN",
        '"press"',
        "{" * 200,
        '{"seek": -1}',
        '{"seek": true}',
        '{"seek": 1.5}',
        '{"seek": "1"}',
        f'{{"seek": {LARGEST}}}',
        '{"seek": 1, "press": "left"}',
        '{"press": "left"}',
        '{"press": "left", "repeated": 1}',
        '{"press": "left", "repeated": true, "more": 1}',
        '{"press": "", "repeated": false}',
        '{"press": "launch", "repeated": false}',
        '{"press": "\\u0007", "repeated": false}',
        '{"press": 1, "repeated": false}',
        '{"choose_row": [0]}',
        '{"choose_target": "0"}',
        '{"paint": 3, "gesture": "click"}',
        '{"advance": 1}',
        '{"__class__": "x"}',
    ],
)
def test_anything_else_is_refused(message: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_event(message)
