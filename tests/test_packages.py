"""A wheel has all of the code."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_folder_with_code_is_in_the_list_of_packages() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    folders = {
        path.parent.relative_to(ROOT).parts
        for name in ("pacgrid", "agents", "autograder", "layouts")
        for path in (ROOT / name).rglob("*.py")
    }
    packages = {
        ".".join(parts if parts[0] == "pacgrid" else ("pacgrid", *parts)) for parts in folders
    }
    assert packages == set(listed["packages"])
