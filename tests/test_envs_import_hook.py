"""Word is left for a library that is not imported yet, and is never in the way of its import."""

import importlib
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

from pacgrid.envs.import_hook import Waiter, when_imported

NAME = "a_library_that_comes_later"


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A library that can be imported; afterwards everything is as it was."""
    path = tmp_path / f"{NAME}.py"
    path.write_text("LOADED = True\n")
    monkeypatch.syspath_prepend(tmp_path)
    finders = sys.meta_path[:]
    yield path
    sys.meta_path[:] = finders
    sys.modules.pop(NAME, None)


def waiters() -> int:
    return sum(isinstance(each, Waiter) and each.library == NAME for each in sys.meta_path)


def counted() -> tuple[list[bool], Callable[[], None]]:
    """Whether the library was loaded, each time that the function was called."""
    calls: list[bool] = []
    return calls, lambda: calls.append(getattr(sys.modules[NAME], "LOADED", False))


def test_it_is_done_when_the_library_is_loaded_and_never_again(library: Path) -> None:
    calls, do = counted()
    when_imported(NAME, do)
    when_imported(NAME, do)
    assert (calls, waiters()) == ([], 1)
    module = importlib.import_module(NAME)
    assert (calls, waiters()) == ([True], 0)
    importlib.reload(module)
    assert calls == [True]


def test_it_is_done_at_once_where_the_library_is_there(library: Path) -> None:
    importlib.import_module(NAME)
    calls, do = counted()
    when_imported(NAME, do)
    assert (calls, waiters()) == ([True], 0)


def test_the_library_is_what_it_would_have_been(library: Path) -> None:
    when_imported(NAME, lambda: None)
    module = importlib.import_module(NAME)
    assert module.__spec__ is not None
    assert type(module.__loader__) is type(module.__spec__.loader) is SourceFileLoader


def test_to_look_for_a_library_is_not_to_import_it(library: Path) -> None:
    calls, do = counted()
    when_imported(NAME, do)
    spec = find_spec(NAME)
    assert spec is not None
    assert spec.loader is not None
    assert spec.loader.get_source(NAME) == "LOADED = True\n"  # type: ignore[attr-defined]
    assert (calls, waiters()) == ([], 1)
    importlib.import_module(NAME)
    assert calls == [True]


def test_an_error_is_a_warning_and_the_import_goes_on(library: Path) -> None:
    def fail() -> None:
        raise ZeroDivisionError("ours")

    when_imported(NAME, fail)
    with pytest.warns(UserWarning, match=rf"could not prepare {NAME}: ZeroDivisionError\('ours'\)"):
        assert importlib.import_module(NAME).LOADED
    with pytest.warns(UserWarning, match="could not prepare"):
        when_imported(NAME, fail)


def test_a_library_that_fails_to_load_may_be_imported_again(library: Path) -> None:
    calls, do = counted()
    when_imported(NAME, do)
    library.write_text("1 / 0\n")
    with pytest.raises(ZeroDivisionError):
        importlib.import_module(NAME)
    assert (calls, waiters()) == ([], 1)
    library.write_text("LOADED = True  # now\n")
    importlib.invalidate_caches()
    importlib.import_module(NAME)
    assert calls == [True]


def test_a_library_that_is_nowhere_is_not_found() -> None:
    waiter = Waiter("no_such_library", lambda: None)
    sys.meta_path.insert(0, waiter)
    try:
        with pytest.raises(ModuleNotFoundError, match="no_such_library"):
            importlib.import_module("no_such_library")
    finally:
        sys.meta_path.remove(waiter)


def test_a_loader_of_the_oldest_kind_is_left_alone(library: Path) -> None:
    class Finder:
        def find_spec(self, name: str, path: object, target: object) -> ModuleSpec | None:
            return ModuleSpec(name, self) if name == NAME else None  # type: ignore[arg-type]

        def load_module(self, name: str) -> ModuleType:
            raise NotImplementedError

    finder = Finder()
    sys.meta_path.insert(0, finder)  # type: ignore[arg-type]
    when_imported(NAME, lambda: None)
    spec = find_spec(NAME)
    assert spec is not None
    assert spec.loader is finder
