import json
import re
from math import inf, isnan, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.grading import submission
from helpers.sandbox_levels import at_each_level
from pacgrid import Action
from pacgrid.autograder.model.schema import SubmissionLimits
from pacgrid.autograder.worker.messages import (
    ACTED_FORMAT,
    ACTED_VALUE_FORMAT,
    pack_acted,
    pack_expand,
)
from pacgrid.autograder.worker_client.client import SubmissionError, WorkerClient
from pacgrid.autograder.worker_client.replies import (
    Acted,
    Expand,
    Failed,
    Reply,
    read_reply,
    stable_text,
)

FAILED = {"kind": "failed", "message": "", "frames": ""}
VALUE = {Action.NORTH: 1.5, Action.STOP: -inf}

numbers = st.integers(0, (1 << 32) - 1)
floats = st.floats(allow_nan=False)
actions = st.sampled_from(Action)


def read(message: dict[str, object]) -> Reply:
    return read_reply(json.dumps(message).encode())


@given(
    actions, st.none() | st.integers(0, (1 << 53) - 1), numbers, st.dictionaries(actions, floats)
)
def test_an_action_is_read_as_it_was_written(action, nodes, used, values):
    assert read_reply(pack_acted(action, nodes, used, values)) == Acted(action, nodes, values, used)


@given(numbers, actions, numbers)
def test_a_request_for_a_successor_is_read_as_it_was_written(state, action, used):
    assert read_reply(pack_expand(state, action, used)) == Expand(state, action, used)


SHORT = [pack_acted(Action.EAST, 3, 2, VALUE), pack_expand(7, Action.WEST, 9)]
ACTED = ACTED_FORMAT.pack(b"A", 0, -1, 0)


@given(st.sampled_from(SHORT), st.data())
def test_any_other_bytes_are_refused_or_are_a_reply_of_possible_numbers(message, data):
    """Parts of messages, longer ones, and some with other bytes."""
    cut = message[: data.draw(st.integers(0, len(message)))]
    reply: Any = None
    try:
        reply = read_reply(cut + data.draw(st.binary(max_size=30)))
    except ValueError:
        return
    if isinstance(reply, Acted):
        assert reply.nodes is None or 0 <= reply.nodes < 1 << 53
        assert isinstance(reply.action, Action)
        assert set(reply.values) <= set(Action)
        assert not any(map(isnan, reply.values.values()))
    if isinstance(reply, Expand):
        assert isinstance(reply.action, Action)


@pytest.mark.parametrize(
    "data",
    [
        *(wrong for message in SHORT for wrong in (message[:-1], message + b"\0")),
        b"",
        b"\xff",
        b"[" * 10_000,
        pack_expand(1, Action.STOP, 1)[:-1] + b"\5",
        *(ACTED_FORMAT.pack(b"A", *n, 0) for n in ((5, 0), (0, -2), (0, 1 << 53))),
        ACTED + ACTED_VALUE_FORMAT.pack(5, 1),
        ACTED + ACTED_VALUE_FORMAT.pack(0, nan),
        ACTED + ACTED_VALUE_FORMAT.pack(0, 1) * 2,
    ],
)
def test_impossible_numbers_and_anything_but_json_are_refused(data):
    with pytest.raises(ValueError):  # noqa: PT011, struct and pydantic word it
        read_reply(data)


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "winner"},
        {"kind": "acted", "action": "north", "nodes": 3, "values": {}},
        {"kind": "done", "score": 1000},
        {"kind": "loaded", "agents": 7},
        FAILED | {"message": "x" * 5000},
        *(
            {"kind": "loaded", **names}
            for name in ("", " ", "A B", "A\n", "A.B", "<b>", "A" * 99, "\ud800")
            for names in (
                *({"agents": {name: {}}}, {"agents": {"A": {"options": [name]}}}),
                *({"similar": {"A": name}}, {"functions": [name]}),
            )
        ),
    ],
)
def test_any_other_message_and_names_that_no_class_can_have_are_refused(message):
    with pytest.raises(ValueError):  # noqa: PT011, pydantic words it
        read(message)


def test_control_characters_are_replaced_and_messages_are_joined_into_one_line():
    evil = "\x1b[31m\u202eevil"
    reply = read(FAILED | {"message": evil, "frames": f"{evil}\r\nline 2"})
    assert isinstance(reply, Failed)
    assert reply.message == "\ufffd[31m\ufffdevil"
    assert reply.frames == "\ufffd[31m\ufffdevil\nline 2"
    for end in ("\n", "\r\n", "\x0b", "\x85", "\u2028"):
        reply = read(FAILED | {"message": f"one{end}two{end}"})
        assert isinstance(reply, Failed)
        assert reply.message == "one two"


FOLDER = "/var/a.b/tmp/pacgrid-work-abc_12xy____/work"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<Node object at 0x7f3a5e10>, <f at 0x00A1>", "<Node object at 0x…>, <f at 0x…>"),
        ("Thread 0x00007f (most recent call first)", "Thread 0x… (most recent call first)"),
        ("0x7f3a5e10 is a number", "0x7f3a5e10 is a number"),
        (f'File "{FOLDER}/submission/deep/agent.py", line 3', 'File "deep/agent.py", line 3'),
        (f"{FOLDER}/pacgrid/state.py:7", "pacgrid/state.py:7"),
        (f"in {FOLDER}/submission", "in ."),
        (f"open({FOLDER}/worker-x_y1/data.json)", "open(/tmp/data.json)"),
        ("cut at /tmp/pacgrid-work-ab", "cut at ."),
        (
            'File "/submission/agent.py", "/library/pacgrid/state.py"',
            'File "agent.py", "pacgrid/state.py"',
        ),
        ("my/submission/agent.py, /submissions/x, /submission.txt", None),
        (r"C:\Users\me\Temp\pacgrid-work-a1\work\submission\agent.py", "agent.py"),
    ],
)
def test_folders_and_addresses_of_a_run_are_left_out(text, shown):
    assert stable_text(text) == (shown or text)


SHOWS_ITSELF = """
import os, tempfile, traceback
print(os.getcwd(), __file__, object(), tempfile.gettempdir(), flush=True)
try: os.listdir(__file__ + "/nowhere")
except OSError: traceback.print_exc()
raise ValueError(f"{object()} in {__file__}")
"""


@at_each_level
def test_what_a_submission_says_of_itself_is_the_same_at_each_level(level):
    with (
        submission(SHOWS_ITSELF).written() as main,
        WorkerClient(main, SubmissionLimits(), level) as worker,
    ):
        with pytest.raises(SubmissionError) as failed:
            worker.load()
        marks = r" +[~^]+\n"  # below a line, where it failed; each Python has its own
        assert re.sub(marks, "", worker.printed) == (
            ". agent.py <object object at 0x…> /tmp\n"
            "Traceback (most recent call last):\n"
            '  File "agent.py", line 4, in <module>\n'
            '    try: os.listdir(__file__ + "/nowhere")\n'
            "NotADirectoryError: [Errno 20] Not a directory: 'agent.py/nowhere'\n"
        )
    assert failed.value.failure.message == (
        "can't be imported: ValueError: <object object at 0x…> in agent.py "
        "(agent.py, line 6, in <module>)"
    )
