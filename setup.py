"""Finds the packages; three folders are installed inside `pacgrid`. For all else, see
pyproject.toml."""

from setuptools import find_namespace_packages, setup

INSIDE = ("agents", "autograder", "layouts")

found = find_namespace_packages(
    include=[f"{folder}{rest}" for folder in ("pacgrid", *INSIDE) for rest in ("", ".*")],
    exclude=["*.__pycache__"],
)
setup(
    packages=[f"pacgrid.{name}" if name.split(".")[0] in INSIDE else name for name in found],
    package_dir={f"pacgrid.{folder}": folder for folder in INSIDE},
)
