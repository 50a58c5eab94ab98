import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest

from pacgrid.common.folder_importer import FolderImporter, folder_importer


@pytest.fixture(autouse=True)
def _unchanged(monkeypatch) -> Iterator[None]:
    """What an import does to the import system is undone."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = {*sys.modules}
    yield
    for name in {*sys.modules} - before:
        del sys.modules[name]


def run(folder: Path, **modules: str) -> dict[str, object]:
    """What `main` defines when it is imported, with the other modules beside it; `a__b` is b.py in
    the package a."""
    for name, text in modules.items():
        file = folder / f"{name.replace('__', '/')}.py"
        if file.parent != folder:
            file.parent.mkdir(exist_ok=True)
            (file.parent / "__init__.py").touch()
        file.write_text(dedent(text))
    return vars(folder_importer(str(folder)).load("main", str(folder / "main.py")))


NAMES = (
    *("queue", "types", "heapq", "random", "json", "search", "util", "game", "graph", "typing"),
    *("collections", "logging", "numpy", "state", "agents", "enum", "dataclasses", "copy"),
)


@pytest.mark.parametrize("name", NAMES)
def test_a_module_beside_the_file_wins_for_the_file_and_for_nobody_else(tmp_path, name):
    before = sys.modules.get(name)
    found = run(
        tmp_path,
        main=f"""
        import {name}
        import {name} as second
        from {name} import MINE
        import helper
        import queue as plain, concurrent.futures as futures
        with futures.ThreadPoolExecutor(1) as pool:
            threaded = pool.submit(lambda: {name}.MINE).result()
        def late():
            import {name}
            return {name}.MINE
        now = late()
        mine = {name}.MINE
        """,
        helper=f"import {name}\nMINE = {name}.MINE",
        **{name: "MINE = 'mine'"},
    )
    assert {found["mine"], found["MINE"], found["threaded"], found["now"]} == {"mine"}
    assert found["helper"].MINE == found["second"].MINE == "mine"
    after = sys.modules.get(name)
    assert after is before or (before is None and getattr(after, "MINE", "") == "mine")


def test_packages_and_the_modules_in_them_win_too(tmp_path):
    found = run(
        tmp_path,
        main="""
        import json.nodes, queue
        from json import nodes
        from json.nodes import Node
        import pickle
        same = pickle.loads(pickle.dumps(Node)) is Node is json.nodes.Node is queue.Node
        package = json.__name__, nodes.__name__
        """,
        json__nodes="from . import more\nimport heapq\nclass Node: heap = heapq.MINE",
        json__more="",
        heapq="MINE = 'mine'",
        queue="from json.nodes import Node",
    )
    assert found["same"]
    assert found["package"][1] == f"{found['package'][0]}.nodes"


def test_each_folder_has_its_own_modules(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    values = []
    for folder in (one, two):
        folder.mkdir()
        found = run(
            folder,
            main="import helper_of_a_folder as h; F = h.F",
            helper_of_a_folder="F = __file__",
        )
        values.append(Path(found["F"]).parent)
    assert values == [one, two]


@pytest.mark.parametrize("name", ["sys", "time", "os", "pacgrid", "builtins"])
def test_built_in_modules_and_pacgrid_win_as_they_do_in_plain_python(tmp_path, name):
    found = run(tmp_path, main=f"import {name} as found", **{name: "MINE = 1"})
    assert found["found"] is sys.modules[name]


def test_a_missing_module_is_named_as_it_was_asked_for(tmp_path):
    with pytest.raises(ModuleNotFoundError, match="No module named 'nowhere'"):
        run(tmp_path, main="import nowhere.at_all")
    with pytest.raises(ImportError, match="cannot import name 'None_such' from 'agent_folder"):
        run(tmp_path, main="from queue import None_such", queue="")


def test_a_stand_in_is_seen_by_the_code_in_the_folder_and_by_nobody_else(tmp_path):
    stand_in = ModuleType("game")
    stand_in.MINE = "stand-in"

    def find(name: str) -> ModuleType | None:
        return stand_in if name == "game" else None

    for name, text in {
        "main": "import helper, search\nfrom game import *\nfound = helper.found, search.MINE",
        "game": "MINE = 'beside'",
        "helper": "from game import MINE\nfound = MINE  # na\xefve",
        "search": "MINE = 'beside'",
    }.items():
        (tmp_path / f"{name}.py").write_text(text, "latin-1")
    path, before = [*sys.path], {*sys.modules}
    importer = FolderImporter(str(tmp_path), find)
    found = vars(importer.load("main", str(tmp_path / "main.py")))
    assert (found["MINE"], found["found"]) == ("stand-in", ("stand-in", "beside"))
    assert sys.path == path
    assert not {"game", "helper", "search"} & ({*sys.modules} - before)
    plain = vars(folder_importer(str(tmp_path)).load("game", str(tmp_path / "game.py")))
    assert plain["MINE"] == "beside"
    with pytest.raises(ModuleNotFoundError, match=r"game\.part"):
        importer.import_module("game.part")
