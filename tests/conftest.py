"""Settings of the property tests: time is never asserted, and CI tries the same examples always."""

import os

import pytest
from browser import browser, visit  # noqa: F401, for all tests of pages
from hypothesis import HealthCheck, settings

from pacgrid.machine import processors

settings.register_profile(
    "pacgrid",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("pacgrid")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more process than there are cores: some tests wait for others to end."""
    return processors() + 1
