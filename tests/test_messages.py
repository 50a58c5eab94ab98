import json

import pytest

from pacgrid.autograder.messages import Acted, Expand, Failed, Loaded, read_reply

ACTED = {"kind": "acted", "action": "north", "nodes": 3, "values": {"north": 1.5}}


def test_a_reply_is_read():
    reply = read_reply(json.dumps(ACTED).encode())
    assert reply == Acted(kind="acted", action="north", nodes=3, values={"north": 1.5})


def test_a_search_asks_for_a_successor_by_number():
    reply = read_reply(b'{"kind":"expand","state":12,"action":"stop"}')
    assert reply == Expand(kind="expand", state=12, action="stop")


def test_an_infinite_value_is_a_value():
    reply = read_reply(json.dumps(ACTED | {"values": {"north": float("-inf")}}).encode())
    assert isinstance(reply, Acted)
    assert reply.values["north"] == float("-inf")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"[" * 10_000,
        b'{"kind": "winner"}',
        b'{"kind": "done", "score": 1000}',
        json.dumps(ACTED | {"action": "up"}).encode(),
        json.dumps(ACTED | {"action": 0}).encode(),
        b'{"kind": "expand", "state": -1, "action": "stop"}',
        b'{"kind": "expand", "state": 1.5, "action": "stop"}',
        b'{"kind": "expand", "state": true, "action": "stop"}',
        b'{"kind": "expand", "state": "0", "action": "stop"}',
        b'{"kind": "expand", "state": 0, "action": "up"}',
        b'{"kind": "expand", "state": 0, "action": "stop", "score": 1000}',
        json.dumps(ACTED | {"nodes": "3"}).encode(),
        json.dumps(ACTED | {"values": {"up": 1}}).encode(),
        json.dumps({"kind": "failed", "message": "x" * 5000, "frames": ""}).encode(),
    ],
)
def test_anything_else_is_refused(data):
    with pytest.raises(ValueError):  # noqa: PT011, pydantic words it
        read_reply(data)


def test_what_a_terminal_could_initialize_is_taken_out():
    evil = "\x1b[31m\u202eevil"
    data = json.dumps({"kind": "failed", "message": evil, "frames": f"{evil}\r\nline 2"})
    reply = read_reply(data.encode())
    assert isinstance(reply, Failed)
    assert reply.message == "\ufffd[31m\ufffdevil"
    assert reply.frames == "\ufffd[31m\ufffdevil\nline 2"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\x0b", "\x85", "\u2028"])
def test_what_is_to_be_a_line_is_one(end):
    data = json.dumps({"kind": "failed", "message": f"one{end}two{end}", "frames": ""})
    reply = read_reply(data.encode())
    assert isinstance(reply, Failed)
    assert reply.message == "one two"
    data = json.dumps({"kind": "loaded", "agents": {f"A{end}B": {}}})
    loaded = read_reply(data.encode())
    assert isinstance(loaded, Loaded)
    assert list(loaded.agents) == ["A B"]
