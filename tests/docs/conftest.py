"""The site, built once for all tests of its pages."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site; `PACGRID_SITE` says where it lies if it is built already."""
    if built := os.environ.get("PACGRID_SITE"):
        return Path(built)
    pytest.importorskip("sphinx", reason="Sphinx is not installed: pip install pacgrid[docs]")
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(["bash", ROOT / ".ci" / "docs", folder], check=True)
    return folder
