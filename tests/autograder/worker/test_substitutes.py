import importlib
import sys

import pytest

from pacgrid.autograder.worker.substitutes import InMemoryImporter


@pytest.fixture
def importer(monkeypatch) -> InMemoryImporter:
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    return InMemoryImporter()


def test_a_provided_module_is_imported_from_its_source_and_may_import_others(importer):
    importer.add("provided_one", "class Wise:\n    answer = 42\n")
    importer.add("provided_two", "from .provided_one import Wise\n")
    module = importlib.import_module("pacgrid.agents.provided_two")
    assert module.Wise.answer == 42
    assert module.Wise.__module__ == "pacgrid.agents.provided_one"


def test_other_modules_are_not_found(importer):
    importer.add("provided_one", "answer = 42\n")
    for name in ("pacgrid.agents.provided_other", "provided_one", "pacgrid.provided_one"):
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module(name)


def test_it_replaces_no_module_that_has_a_file(importer):
    importer.add("random_ghost", "raise AssertionError\n")
    sys.modules.pop("pacgrid.agents.random_ghost", None)
    module = importlib.import_module("pacgrid.agents.random_ghost")
    assert module.__file__.endswith("random_ghost.py")
