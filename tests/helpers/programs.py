"""What the programs in `examples/` need to be tested: their folder, and other libraries."""

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def installed(package: str, module: str = "") -> ModuleType:
    """The module of what `pip install package` installs; without it the test is skipped."""
    try:
        return importlib.import_module(module or package.replace("-", "_"))
    except ModuleNotFoundError as error:
        pytest.skip(f"{error.name} is missing: pip install '{package}'")


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imports an example."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return importlib.import_module


@pytest.fixture
def one_thread() -> None:
    """Tests run side by side, and their networks are tiny."""
    installed("torch==2.13.0", "torch").set_num_threads(1)
