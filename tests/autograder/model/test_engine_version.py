import re

from pacgrid.autograder.model import engine_version as engine_module
from pacgrid.autograder.model.engine_version import engine_version, sources

SOURCES = list(sources())


def test_the_engine_version_is_readable_and_has_a_hash():
    assert re.fullmatch(r"pacgrid [\d.]+ on Python 3\.\d+ \([0-9a-f]{12}\)", engine_version())


def test_every_source_that_can_change_a_grade_counts_once_and_in_order():
    names = [name for name, _ in sources()]
    assert {
        *(
            "pacgrid/state.py",
            "pacgrid.agents/random_ghost.py",
            "pacgrid.autograder/batch/grader.py",
        ),
        *("pacgrid.autograder/worker/service.py", "pacgrid.autograder/sandbox/level.py"),
    } <= set(names)
    assert len(set(names)) == len(names)
    for package in ("pacgrid/", "pacgrid.agents/", "pacgrid.autograder/"):
        of_package = [name for name in names if name.startswith(package)]
        assert of_package == sorted(of_package)


def test_code_that_only_shows_games_or_trains_agents_does_not_count():
    assert not [name for name, _ in sources() if re.search("/(cli|view|envs)/", name)]


def test_any_changed_byte_is_another_engine_version(monkeypatch):
    changed = [
        (name, content + b" " * (number == 7)) for number, (name, content) in enumerate(SOURCES)
    ]
    before = engine_version()
    monkeypatch.setattr(engine_module, "sources", lambda: iter(changed))
    assert engine_version.__wrapped__() != before
