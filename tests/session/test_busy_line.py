"""Where an agent is busy."""

import inspect
import threading

from helpers.game_sources import CORRIDOR, Thinker
from pacgrid import State
from pacgrid.session.busy_line import busy_line
from pacgrid.session.call_thread import CallThread


def test_the_line_is_the_innermost_of_its_authors_files() -> None:
    thinker, thread = Thinker(), CallThread()
    thread.submit(lambda: thinker.act(State.initial(CORRIDOR)))
    thinker.thinking.wait()
    first = inspect.getsourcelines(Thinker.act)[1]
    assert busy_line(thinker, thread.number) == f"game_sources.py, line {first + 2}, in act"
    thinker.let_go.set()
    thread.submit(thread.stop).result()


def test_there_is_no_line_for_a_thread_that_has_ended_or_does_something_else() -> None:
    ended = threading.Thread(target=int)
    ended.start()
    ended.join()
    idle = CallThread()
    assert not busy_line(Thinker(), ended.ident or 0)
    assert not busy_line(Thinker(), idle.number)
    assert not busy_line(object(), threading.get_ident())
    idle.stop()
