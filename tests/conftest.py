"""Settings of the property tests: time is never asserted, and CI tries the same examples always."""

import gc
import os
import random
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings
from typer.testing import CliRunner, Result

from helpers.browser import browser, open_tab, visit  # noqa: F401, for all tests of pages
from helpers.programs import example, one_thread  # noqa: F401, for the tests of examples
from pacgrid.common.concurrency import available_cpus

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


EXAMPLES, QUICK_EXAMPLES = 50, 10
"""How many a property is tried with; the second is for the default run. `-m hypothesis` selects
properties."""

collect_ignore = ["course_files"]
"""They import modules that only Pacgrid's stand-ins offer."""


def is_quick(config: pytest.Config) -> bool:
    """Whether slow tests are left out."""
    return "not slow" in config.option.markexpr


def pytest_configure(config: pytest.Config) -> None:
    if is_quick(config):  # compiling for several threads takes as long as for one
        os.environ.setdefault("NUMBA_NUM_THREADS", "1")
    settings.register_profile(
        "pacgrid",
        deadline=None,
        derandomize="CI" in os.environ,
        max_examples=QUICK_EXAMPLES if is_quick(config) else EXAMPLES,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("pacgrid")
    config.pluginmanager.register(ExamplesOnly())  # for all folders, unlike the hooks below


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays: looking for garbage in it takes a fifth of the time, and again in
    each test."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Slow tests run in one more process than there are cores: some wait for others to end."""
    return available_cpus() + (not is_quick(config))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in a browser are slow."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def pacgrid(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Result]:
    """Runs a command where there is no screen, in a folder of its own. It sees a single core:
    starting processes takes longer than most tests, so those that need several say `--jobs`."""
    from pacgrid.cli import app

    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)

    def run(*words: object, exit_code: int = 0, stdin: str | None = None) -> Result:
        result = CliRunner().invoke(app, [*map(str, words)], stdin, catch_exceptions=False)
        assert result.exit_code == exit_code, result.output
        return result

    return run


@pytest.fixture
def global_generator() -> Iterator[None]:
    """Other tests don't notice what a test draws."""
    state = random.getstate()
    yield
    random.setstate(state)
