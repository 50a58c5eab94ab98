import importlib
import sys

import pytest

from pacgrid.autograder.worker.in_memory_importer import InMemoryImporter


@pytest.fixture
def lending(monkeypatch) -> InMemoryImporter:
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    return InMemoryImporter()


def test_what_was_lent_is_imported_from_its_text(lending):
    lending.add("lent_one", "class Wise:\n    answer = 42\n")
    module = importlib.import_module("pacgrid.agents.lent_one")
    assert module.Wise.answer == 42
    assert module.Wise.__module__ == "pacgrid.agents.lent_one"


def test_what_was_lent_may_import_what_was_lent(lending):
    lending.add("lent_one", "answer = 42\n")
    lending.add("lent_two", "from .lent_one import answer\n")
    assert importlib.import_module("pacgrid.agents.lent_two").answer == 42


def test_what_was_not_lent_is_not_there(lending):
    lending.add("lent_one", "answer = 42\n")
    for name in ("pacgrid.agents.lent_other", "lent_one", "pacgrid.lent_one"):
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module(name)


def test_it_passes_for_no_module_that_has_a_file(lending):
    lending.add("random_ghost", "raise AssertionError\n")
    sys.modules.pop("pacgrid.agents.random_ghost", None)
    module = importlib.import_module("pacgrid.agents.random_ghost")
    assert module.__file__
    assert module.__file__.endswith("random_ghost.py")
