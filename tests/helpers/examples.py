"""Which modules `--doctest-modules` collects."""

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

Collectors = list[pytest.Collector | list[pytest.Collector]]


class ExamplesOnly:
    """A plugin that leaves out modules without an example: importing the hundreds of them in each
    process takes longer than all examples. `test_platforms.py` imports every module, once."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, Collectors, Collectors]:
        collectors = yield
        if file_path.suffix != ".py" or ">>>" in file_path.read_text("utf-8"):
            return collectors
        return [each for each in collectors if not isinstance(each, DoctestModule)]
