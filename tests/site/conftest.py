"""The site, built once."""

from pathlib import Path

import pytest

from helpers.playground import build_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the shipped assignment's site."""
    return build_site(tmp_path_factory.mktemp("site") / "site")
