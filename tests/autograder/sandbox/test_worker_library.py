import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path

import pytest

import pacgrid
from pacgrid.autograder.model.fault import GradingError
from pacgrid.autograder.sandbox import worker_disk
from pacgrid.autograder.sandbox.worker_disk import adopt, library, shipped_sources, source_of


@pytest.fixture
def tmp(tmp_path, monkeypatch) -> Iterator[Path]:
    """An empty folder for the libraries of a process that has none yet."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with ExitStack() as until_exit:
        monkeypatch.setattr(worker_disk, "_folders", {})
        monkeypatch.setattr(worker_disk, "_until_exit", until_exit)
        yield tmp_path
    assert list(tmp_path.iterdir()) == []


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo OSError: No space left on device; exit 1", "No space left on device; free some"),
        ("echo '*** SyntaxError: no'; exit 1", r"can't be compiled there: \*\*\* SyntaxError: no$"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sh")
@pytest.mark.usefixtures("tmp")
def test_a_library_that_cannot_be_compiled_says_why(monkeypatch, tmp_path_factory, script, reason):
    python = tmp_path_factory.mktemp("bin") / "python"
    python.write_text(f"#!/bin/sh\n{script}\n")
    python.chmod(0o755)
    monkeypatch.setattr(worker_disk, "python", lambda: str(python))
    with pytest.raises(GradingError, match=reason):
        library()


def test_a_worker_imports_the_world_compiled_and_neither_solutions_nor_the_grader():
    code = """
import sys
import pacgrid.autograder.worker.service, pacgrid.envs, pacgrid.layers
from pacgrid import Layout, State
print(State.initial(Layout.load("medium")).num_agents, pacgrid.__file__, pacgrid.__cached__)
"""
    folder = library()
    compiled = set(folder.rglob("*.pyc"))
    done = subprocess.run(
        [sys.executable, "-S", "-P", "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    agents, file, cached = done.stdout.split()
    assert agents == "3"
    assert Path(file).is_relative_to(folder)
    assert Path(cached) in compiled
    assert set(folder.rglob("*.pyc")) == compiled
    assert {f"{path.parent.parent / path.name.partition('.')[0]}.py" for path in compiled} <= {
        str(path) for path in folder.rglob("*.py")
    }
    texts = contents(folder)
    shipped = [text for name, text in shipped_sources().items() if name != "__init__"]
    assert not set(texts.values()) & set(shipped)
    assert not any(b"class AlphaBeta" in text for text in texts.values())
    left_out = {name for name in texts if name.startswith(("pacgrid/agents", "pacgrid/autograder"))}
    assert {name for name in left_out if "/worker/" not in name} == {
        *("pacgrid/agents/__init__.py", "pacgrid/autograder/__init__.py"),
        *(f"pacgrid/autograder/sandbox/{n}.py" for n in ("__init__", "channel", "confinement")),
    }
    solvers = ("/cli/", "/kernel/champion/", "/kernel/search/", "/site/", "/solutions/")
    assert not any(folder in name for name in texts for folder in solvers)
    assert {name for name in texts if "/analysis/" in name} == {
        f"pacgrid/analysis/{name}.py" for name in ("__init__", "game_analysis")
    }  # what views import
    recorded = {name for name in texts if name.startswith("pacgrid/tree/")}  # it knows the answers
    names = ("__init__", "search_log", "search_tree")
    assert recorded == {f"pacgrid/tree/{name}.py" for name in names}


@pytest.mark.slow
def test_a_process_has_a_library_for_each_kind_of_worker_which_others_can_use(tmp):
    folder, changeable = library(), library(sandboxed=False)
    assert (library(), library(sandboxed=False)) == (folder, changeable)
    assert folder != changeable
    assert len(list(tmp.iterdir())) == 2
    if os.name == "posix":  # nobody else can read or change it
        assert folder.parent.stat().st_mode & 0o777 == 0o700
        assert folder.parent.stat().st_uid == os.getuid()
    before = contents(folder)
    for name in before:
        (folder / name).unlink()
    made_again = library()
    assert made_again != folder
    assert contents(made_again) == before
    worker_disk._folders.clear()
    adopt(made_again, sandboxed=True)
    assert library() == made_again


LIBRARY = "from pacgrid.autograder.sandbox.worker_disk import library; print(library())"


@pytest.mark.slow
def test_it_is_removed_with_its_process(tmp):
    """After a kill, the next process removes it, as it does with all folders of `scratch`."""
    environment = os.environ | {"TMPDIR": str(tmp)}
    made = subprocess.check_output([sys.executable, "-c", LIBRARY], text=True, env=environment)
    assert Path(made.strip()).is_relative_to(tmp)
    assert list(tmp.iterdir()) == []


def test_the_sources_of_shipped_agents_are_those_in_their_files():
    assert source_of("minimax") == shipped_sources()["minimax"].decode()
    names = {Path(str(entry)).name for entry in files("pacgrid.agents").iterdir()}
    assert {f"{name}.py" for name in shipped_sources()} <= names
    assert {"alpha_beta", "evaluation", "expectimax", "minimax", "reflex"} <= set(shipped_sources())


def test_an_installation_may_be_made_of_links(tmp_path, monkeypatch):
    expected, links = set(worker_disk._sources()), tmp_path
    for entry in Path(pacgrid.__file__).parent.iterdir():
        (links / entry.name).symlink_to(entry)
    monkeypatch.setattr(pacgrid, "__file__", str(links / "__init__.py"))
    assert set(worker_disk._sources()) == expected
