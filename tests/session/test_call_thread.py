"""A thread that runs calls one after the other."""

import threading

import pytest

from pacgrid.session.call_thread import CallThread


def test_calls_run_in_order_in_one_other_thread() -> None:
    thread, seen = CallThread(), []
    futures = [thread.submit(lambda n=n: seen.append((n, threading.get_ident()))) for n in range(9)]
    for future in futures:
        future.result()
    assert [number for number, _ in seen] == [*range(9)]
    (ident,) = {ident for _, ident in seen}
    assert ident != threading.get_ident()
    thread.stop()


def test_what_a_call_raises_is_raised_where_its_result_is_asked_for() -> None:
    thread = CallThread()
    future = thread.submit(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        future.result()
    assert thread.submit(lambda: 7).result() == 7
    thread.stop()


def test_calls_run_at_once_where_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    thread = CallThread()
    ident = thread.submit(threading.get_ident)
    assert ident.done()
    assert ident.result() == threading.get_ident()
    assert thread.submit(lambda: 1 // 0).exception()
    thread.stop()
