"""The cells of the lectures say in a reader's browser what they said when the site was built."""

from pathlib import Path
from typing import Any

import pytest

from helpers.playground import served

pytestmark = pytest.mark.slow

LECTURES = (
    *("minimax", "pruning", "evaluation", "chance", "utilities", "learning", "monte_carlo"),
)
MILLISECONDS = 120_000


@pytest.mark.parametrize("lecture", LECTURES)
def test_cells_run_in_the_page_as_they_ran_for_it(site: Path, browser: Any, lecture: str) -> None:
    if not (site / "playground").is_dir():
        pytest.skip("npm is not installed")
    with served(site) as (address, _):
        tab = browser.new_page()
        tab.set_default_timeout(MILLISECONDS)
        tab.goto(f"{address}lectures/{lecture}.html")
        cell = tab.locator(".run-python:visible", has=tab.locator(".run-python-output")).last
        button = cell.locator(".run-python-button", has_text="Run")
        button.wait_for()
        output = cell.locator(".run-python-output")
        before = output.inner_text()
        button.click()
        cell.get_by_role("status").wait_for()
        button.wait_for()  # it says what is waited for as long as cells run
        assert output.inner_text() == before
        tab.close()
