import re

from pacgrid.autograder.batch import engine_version as engine_module
from pacgrid.autograder.batch.engine_version import engine_version, sources


def test_the_engine_version_has_words_and_a_hash():
    assert re.fullmatch(r"pacgrid [\d.]+ on Python 3\.\d+ \([0-9a-f]{12}\)", engine_version())


def test_every_source_that_decides_a_grade_is_in_it_once_and_in_order():
    names = [name for name, _ in sources()]
    assert {
        *("pacgrid/state.py", "pacgrid.agents/random_ghost.py", "pacgrid.autograder/grader.py"),
        *("pacgrid.autograder/worker/service.py", "pacgrid.autograder/sandbox/level.py"),
    } <= set(names)
    assert len(set(names)) == len(names)
    for package in ("pacgrid/", "pacgrid.agents/", "pacgrid.autograder/"):
        of_it = [name for name in names if name.startswith(package)]
        assert of_it == sorted(of_it)


def test_what_only_shows_games_or_trains_on_them_has_no_say():
    assert not [name for name, _ in sources() if re.search("/(cli|view|envs)/", name)]


def test_any_changed_byte_makes_another_engine(monkeypatch):
    changed = [(name, content + b" " * (place == 7)) for place, (name, content) in enumerate(FOUND)]
    before = engine_version()
    monkeypatch.setattr(engine_module, "sources", lambda: iter(changed))
    assert engine_version.__wrapped__() != before


FOUND = list(sources())
