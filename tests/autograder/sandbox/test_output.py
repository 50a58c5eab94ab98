import os
from collections.abc import Iterator
from contextlib import contextmanager

from hypothesis import given
from hypothesis import strategies as st

from helpers.processes import until
from pacgrid.autograder.sandbox.output import SHOWN_BYTES, Output


@contextmanager
def output(limit: int = 1 << 20) -> Iterator[tuple[Output, int]]:
    """An output that is read, and a descriptor to print to."""
    opened = Output(limit)
    end = os.dup(opened.writing_end.fileno())
    opened.follow()
    try:
        yield opened, end
    finally:
        os.close(end)
        opened.close()


@given(st.lists(st.binary(max_size=3000), max_size=8), st.integers(1, 12))
def test_what_was_printed_is_there_at_once_and_the_middle_and_the_end_of_much_are_left_out(
    parts, limit_kb
):
    limit = limit_kb << 10
    with output(limit) as (opened, end):
        printed = b""
        for part in parts:
            os.write(end, part)
            printed += part
            kept = printed[:limit]
            if omitted := max(0, len(kept) - 2 * SHOWN_BYTES):
                note = f"\n… {omitted} bytes omitted …\n".encode()
                kept = kept[:SHOWN_BYTES] + note + kept[-SHOWN_BYTES:]
            if len(printed) > limit:
                kept += f"\n… cut off after {limit_kb} KiB …\n".encode()
            assert opened.text() == kept.decode(errors="replace")


def test_a_worker_that_prints_much_is_never_kept_waiting():
    with output(1024) as (opened, end):
        for _ in range(100):
            os.write(end, bytes(1 << 16))  # would block for ever if nobody read
        assert opened.text().endswith("… cut off after 1 KiB …\n")


def test_an_output_that_its_worker_has_closed_can_still_be_read_and_one_never_followed_be_closed():
    opened = Output(1 << 10)
    opened.writing_end.write(b"last words")
    opened.follow()
    until(lambda: not opened._thread.is_alive())
    for _ in range(2):
        assert opened.text() == "last words"
        opened.close()
    Output(1).close()
