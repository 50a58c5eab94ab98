"""A floor imports only from the floors below it, and nothing heavy before it is needed."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib.util import find_spec
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "house.md"
TABLE = PAGE.read_text("utf-8").partition("| floor | rooms |\n|---|---|\n")[2].partition("\n\n")[0]
FLOORS = [
    [re.findall(r"`([\w/]+?)(?:/|\.py)`", room) for room in row.split("|")[2].split(",")]
    for row in TABLE.splitlines()[::-1]
]
"""The rooms of each floor, from the bottom up, as docs/house.md lists them: the packages and
modules of each. `pacgrid` itself only hands names on."""

HOMES = {
    f"pacgrid.{name.replace('/', '.')}": (number, names[0])
    for number, floor in enumerate(FLOORS)
    for names in floor
    for name in names
}
"""By module or package: its floor's number, and its room."""

FOLDERS = ("pacgrid", "pacgrid.agents", "pacgrid.autograder", "pacgrid.layouts")


def modules() -> Iterator[tuple[str, Path]]:
    for package in FOLDERS:
        spec = find_spec(package)
        assert spec.submodule_search_locations
        root = Path(next(iter(spec.submodule_search_locations)))
        for path in sorted(root.rglob("*.py")):
            if "templates" in path.parts:  # users' files: they import as users do
                continue
            parts = path.relative_to(root).with_suffix("").parts
            yield ".".join((package, *(part for part in parts if part != "__init__"))), path


@cache
def imports_of(module: str) -> set[str]:
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    return set(imports(path.read_text("utf-8"), module, package))


def imports(text: str, module: str, package: str) -> Iterator[str]:
    """The modules that the `text` of `module` imports anywhere, by a statement or by a call."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom():
                base = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
                parts = (base * bool(node.level), node.module)
                source = ".".join(filter(None, parts))
                yield from (f"{source}.{alias.name}" for alias in node.names)
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__")
                | ast.Attribute(attr="import_module"),
                args=[name, *_],
            ):
                yield called(name, module)


def called(name: ast.expr, module: str) -> str:
    """The module that an import by name loads, or the package it is in if the end is computed."""
    match name:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
            return text.rpartition(".")[0]
        case ast.JoinedStr(values=[ast.FormattedValue(value=ast.Name(id="__name__")), *_]):
            return module
    raise AssertionError(f"{module} imports {ast.unparse(name)}: begin it with a literal package")


def home(module: str) -> tuple[int, str] | None:
    while module and module not in HOMES:
        module = module.rpartition(".")[0]
    return HOMES.get(module)


def objection(module: str, imported: str) -> str:
    """Why `module` may not import `imported`; "" if it may."""
    own, other = home(module), home(imported)
    if own is None:
        return f"{module} has no floor"
    if not imported.startswith("pacgrid."):
        return ""
    if other is None:
        return f"{module} imports from the package's face: {imported}"
    return "" if other[0] <= own[0] else f"{module} imports {imported}, from above"


MODULES = dict(modules())


def test_a_floor_imports_only_from_below() -> None:
    objections = {
        objection(module, name)
        for module in MODULES
        for name in ("", *imports_of(module))
        if module != "pacgrid"
    }
    assert objections == {""}


def test_rooms_of_one_floor_do_not_import_each_other_in_circles() -> None:
    graph: dict[tuple[int, str], set[tuple[int, str]]] = {room: set() for room in HOMES.values()}
    for module in MODULES.keys() - {"pacgrid"}:
        if own := home(module):
            found = {room for name in imported_modules(module) if (room := home(name))}
            graph[own] |= found - {own}
    assert [*TopologicalSorter(graph).static_order()]  # a CycleError names the rooms


def test_no_module_imports_itself_by_way_of_others() -> None:
    left = MODULES.keys() - {"pacgrid"}
    graph = {module: imported_modules(module) & left for module in left}
    assert [*TopologicalSorter(graph).static_order()]  # a CycleError names the modules


def imported_modules(module: str) -> set[str]:
    """The modules that `module` imports, without the packages it is in."""
    names = (name if name in MODULES else name.rpartition(".")[0] for name in imports_of(module))
    return {name for name in names if not f"{module}.".startswith(f"{name}.")}


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("state", "from pacgrid.agent import Agent"),
        ("state", "import pacgrid.agent"),
        ("state", "def f():\n    from .agent import Agent"),
        ("state", "from importlib import import_module\nimport_module('pacgrid.render.svg')"),
        ("state", "importlib.import_module('pacgrid.search').score"),
        ("search", "import_module(f'pacgrid.agents.{name}')"),
        ("search", "__import__('pacgrid.agents.minimax')"),
        ("maze", "from pacgrid import State"),
        ("session.scene", "from pacgrid.render.svg import svg"),
        ("render.svg", "from ...envs.registration import register"),
        ("unheard_of", "import math"),
    ],
)
def test_climbing_is_seen(module: str, text: str) -> None:
    module = f"pacgrid.{module}"
    names = imports(text, module, module.rpartition(".")[0])
    assert any(objection(module, name) for name in names)


def test_the_rules_need_the_standard_library_only() -> None:
    rules = [module for module in MODULES if (place := home(module)) and place[0] == 0]
    assert {"pacgrid.action", "pacgrid.common.files", "pacgrid.state"} <= set(rules)
    names = {name for module in rules for name in imports_of(module)}
    assert not {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"pacgrid"}


def test_importing_pacgrid_loads_nothing_heavy() -> None:
    code = "import sys, pacgrid; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"pygame", "numba", "numpy", "gymnasium", "pettingzoo", "pydantic", "rich", "typer"}
    assert not heavy & {name.partition(".")[0] for name in done.stdout.split()}


def test_commands_that_draw_nothing_load_nothing_that_draws() -> None:
    code = """
import sys
from pacgrid.cli import app
for words in (["--help"], ["play", "reflex", "-l", "training", "--view", "none"]):
    app(words, standalone_mode=False)
print()
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "pacgrid.cli.play" in loaded
    drawing = {"pygame", "PIL", "numpy", "scipy", "matplotlib", "jinja2"}
    drawing |= {"pacgrid.render.window", "pacgrid.render.terminal", "pacgrid.render.film"}
    assert not drawing & loaded
