import json

import pytest

from pacgrid.autograder.worker_replies import Acted, Expand, Failed, Loaded, Reply, read_reply

ACTED = {"kind": "acted", "action": "north", "nodes": 3, "values": {"north": 1.5}}
EXPAND = {"kind": "expand", "state": 12, "action": "stop"}
FAILED = {"kind": "failed", "message": "", "frames": ""}


def read(message: dict[str, object]) -> Reply:
    return read_reply(json.dumps(message).encode())


def test_replies_are_read():
    assert read(ACTED) == Acted(kind="acted", action="north", nodes=3, values={"north": 1.5})
    infinite = {"north": float("-inf")}
    assert read(ACTED | {"values": infinite}) == Acted(**{**ACTED, "values": infinite})
    assert read(EXPAND) == Expand(kind="expand", state=12, action="stop")


@pytest.mark.parametrize("data", [b"", b"\xff", b"[" * 10_000])
def test_anything_but_json_is_refused(data):
    with pytest.raises(ValueError):  # noqa: PT011, pydantic words it
        read_reply(data)


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "winner"},
        {"kind": "done", "score": 1000},
        *(ACTED | {"action": action} for action in ("up", 0)),
        ACTED | {"nodes": "3"},
        ACTED | {"values": {"up": 1}},
        *(EXPAND | {"state": state} for state in (-1, 1.5, True, "0")),
        EXPAND | {"action": "up"},
        EXPAND | {"score": 1000},
        FAILED | {"message": "x" * 5000},
    ],
)
def test_any_other_message_is_refused(message):
    with pytest.raises(ValueError):  # noqa: PT011, pydantic words it
        read(message)


def test_control_characters_are_replaced():
    evil = "\x1b[31m\u202eevil"
    reply = read(FAILED | {"message": evil, "frames": f"{evil}\r\nline 2"})
    assert isinstance(reply, Failed)
    assert reply.message == "\ufffd[31m\ufffdevil"
    assert reply.frames == "\ufffd[31m\ufffdevil\nline 2"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\x0b", "\x85", "\u2028"])
def test_messages_and_names_are_joined_into_one_line(end):
    reply = read(FAILED | {"message": f"one{end}two{end}"})
    assert isinstance(reply, Failed)
    assert reply.message == "one two"
    loaded = read({"kind": "loaded", "agents": {f"A{end}B": {}}})
    assert isinstance(loaded, Loaded)
    assert list(loaded.agents) == ["A B"]
