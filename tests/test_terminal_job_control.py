"""Signals to a program that fills the terminal."""

import signal
import threading

import pytest

from pacgrid.render.terminal.job_control import noted_signals, raise_if_ended

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "SIGTSTP"), reason="these signals are there on Unix only"
)


def test_signals_are_noted_and_nothing_else_happens() -> None:
    before = signal.getsignal(signal.SIGTSTP)
    with noted_signals() as noted:
        signal.raise_signal(signal.SIGTSTP)
        signal.raise_signal(signal.SIGCONT)
        assert noted == {"SIGTSTP", "SIGCONT"}
        raise_if_ended(noted)
    assert signal.getsignal(signal.SIGTSTP) is before


def test_an_order_to_end_is_carried_out_later() -> None:
    with noted_signals() as noted:
        signal.raise_signal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt):
        raise_if_ended(noted)


def test_a_second_hang_up_does_nothing() -> None:
    before = signal.getsignal(signal.SIGHUP)
    with noted_signals():
        signal.raise_signal(signal.SIGHUP)
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    signal.signal(signal.SIGHUP, before)


def test_nor_does_one_that_comes_later_than_the_terminal_goes() -> None:
    before = signal.getsignal(signal.SIGHUP)
    with pytest.raises(OSError, match="gone"), noted_signals():
        raise OSError("gone")
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    signal.signal(signal.SIGHUP, before)


def test_what_was_ignored_still_is(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with noted_signals() as noted:
        signal.raise_signal(signal.SIGHUP)
        assert not noted
    signal.signal(signal.SIGHUP, before)


def test_other_threads_note_nothing() -> None:
    found: list[set[str]] = []

    def work() -> None:
        with noted_signals() as noted:
            found.append(noted)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [set()]
