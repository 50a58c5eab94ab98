"""A floor imports only from the floors below it, and nothing heavy before it is needed."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

FLOORS = {
    "pacgrid.errors": 0,
    "pacgrid.common": 0,
    "pacgrid.action": 0,
    "pacgrid.layout": 0,
    "pacgrid.layouts": 0,
    "pacgrid.cells": 1,
    "pacgrid.maze": 1,
    "pacgrid.state_text": 1,
    "pacgrid.state": 2,
    "pacgrid.agent": 3,
    "pacgrid.trace": 3,
    "pacgrid.records": 3,
    "pacgrid.game": 3,
    "pacgrid.search": 3,
    "pacgrid.agent_loader": 3,
    "pacgrid.kernel": 4,
    "pacgrid.view": 5,
    "pacgrid.envs": 6,
    "pacgrid.pacgrid_v0": 6,
    "pacgrid.agents": 6,
    "pacgrid.autograder": 7,
    "pacgrid.cli": 8,
    "pacgrid.__main__": 9,
}
"""By module or package; `pacgrid` itself only hands names on."""

FOLDERS = ("pacgrid", "pacgrid.agents", "pacgrid.autograder", "pacgrid.layouts")


def modules() -> Iterator[tuple[str, Path]]:
    for package in FOLDERS:
        spec = find_spec(package)
        assert spec is not None
        assert spec.submodule_search_locations
        root = Path(next(iter(spec.submodule_search_locations)))
        for path in sorted(root.rglob("*.py")):
            if path.parent.name == "templates":  # users' files: they import as users do
                continue
            parts = path.relative_to(root).with_suffix("").parts
            yield ".".join((package, *(part for part in parts if part != "__init__"))), path


def imports(module: str, path: Path) -> Iterator[str]:
    """The modules that `module` imports anywhere in its text."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
            source = f"{base}.{node.module or ''}".rstrip(".") if node.level else node.module or ""
            yield from (f"{source}.{alias.name}" for alias in node.names)


def floor(module: str) -> int | None:
    while module:
        if module in FLOORS:
            return FLOORS[module]
        module = module.rpartition(".")[0]
    return None


MODULES = dict(modules())


@pytest.mark.parametrize("module", [name for name in MODULES if name != "pacgrid"])
def test_a_floor_imports_only_from_below(module: str) -> None:
    own = floor(module)
    assert own is not None, f"give {module} a floor"
    for name in imports(module, MODULES[module]):
        if name.startswith("pacgrid."):
            other = floor(name)
            assert other is not None, f"{module} imports from the package's face: {name}"
            assert other <= own, f"{module} (floor {own}) imports {name} (floor {other})"


@pytest.mark.parametrize("module", [name for name in MODULES if (floor(name) or 9) <= 2])
def test_the_world_needs_the_standard_library_only(module: str) -> None:
    for name in imports(module, MODULES[module]):
        top = name.partition(".")[0]
        assert top == "pacgrid" or top in sys.stdlib_module_names, f"{module} imports {name}"


def test_importing_pacgrid_loads_nothing_heavy() -> None:
    code = "import sys, pacgrid; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"pygame", "numba", "numpy", "gymnasium", "pettingzoo", "pydantic", "rich", "typer"}
    assert not heavy & {name.partition(".")[0] for name in done.stdout.split()}


@pytest.mark.parametrize(
    "command", [("--help",), ("play", "-p", "reflex", "-l", "training", "--view", "none")]
)
def test_commands_that_draw_nothing_load_nothing_that_draws(command: tuple[str, ...]) -> None:
    code = (
        "import sys; from pacgrid.cli import main\n"
        "try: main()\n"
        "except SystemExit: print('loaded', *sys.modules)"
    )
    words = [sys.executable, "-c", code, *command]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "pacgrid.cli.play" in loaded
    drawing = {"pygame", "PIL", "numpy", "scipy", "matplotlib", "jinja2"}
    drawing |= {"pacgrid.view.window", "pacgrid.view.terminal", "pacgrid.view.pictures"}
    assert not drawing & loaded
