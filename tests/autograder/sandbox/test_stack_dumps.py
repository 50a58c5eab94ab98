"""The stack of a process, as it writes it when it is asked."""

import faulthandler
import os
import signal
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.autograder.sandbox.stack_dumps import SIGNAL, StackDumps, parsed

DUMP = """Stack (most recent call first):
  File "/submission/my_agent.py", line 12 in search
  File "/submission/my_agent.py", line 7 in act
  File "/library/pacgrid/game.py", line 99 in think
  File "<frozen runpy>", line 198 in _run_module_as_main
"""


def test_a_stack_begins_with_its_outermost_place() -> None:
    assert parsed(DUMP)[1:] == (
        ("/library/pacgrid/game.py", 99, "think"),
        ("/submission/my_agent.py", 7, "act"),
        ("/submission/my_agent.py", 12, "search"),
    )


@given(st.text())
def test_any_other_text_has_no_place(text: str) -> None:
    assert not parsed(text.replace("File", ""))


@pytest.fixture
def dumps() -> Iterator[StackDumps]:
    opened = StackDumps()
    yield opened
    opened.close()


@pytest.mark.skipif(sys.platform == "win32", reason="a process can't be asked by a signal")
class TestAsking:
    def test_a_process_that_is_asked_says_where_it_is(self, dumps: StackDumps) -> None:
        faulthandler.register(SIGNAL, dumps.writing_end.fileno(), all_threads=False)
        try:
            places = dumps.stack(lambda: signal.raise_signal(SIGNAL))
        finally:
            faulthandler.unregister(SIGNAL)
        assert any(place.file == __file__ for place in places)

    def test_what_it_wrote_before_is_left_out(self, dumps: StackDumps) -> None:
        os.write(dumps.writing_end.fileno(), DUMP.encode())
        assert dumps.stack(lambda: None) == ()

    def test_a_process_that_has_ended_or_writes_nonsense_has_none(self, dumps: StackDumps) -> None:
        end = dumps.writing_end.fileno()
        assert dumps.stack(lambda: bool(os.write(end, b"\xff\0" * 9)) and None) == ()
        assert dumps.stack(dumps.writing_end.close) == ()
