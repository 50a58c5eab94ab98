import os
import subprocess
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

import pytest

from pacgrid.autograder.sandbox import worker_library as library_module
from pacgrid.autograder.sandbox.worker_library import library, shipped_sources, source_of

make = library.__wrapped__


@pytest.fixture
def tmp(tmp_path, monkeypatch) -> Path:
    """Where libraries are made, with none in it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


def test_a_worker_can_import_the_world_and_itself_from_it(tmp):
    code = """
import sys
import pacgrid.autograder.worker.service, pacgrid.envs
from pacgrid import Layout, State
print(State.initial(Layout.load("medium")).num_agents, pacgrid.__file__)
"""
    done = subprocess.run(
        [sys.executable, "-S", "-P", "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(make()), *sys.path])},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    agents, place = done.stdout.strip().split(" ", 1)
    assert agents == "3"
    assert Path(place).is_relative_to(tmp)


def test_there_are_no_solutions_and_no_tests_in_it(tmp):
    texts = contents(make())
    shipped = [text for name, text in shipped_sources().items() if name != "__init__"]
    assert not set(texts.values()) & set(shipped)
    folders = {Path(name).parent.as_posix() for name in texts}
    assert "pacgrid/agents" in folders
    assert [name for name in texts if name.startswith("pacgrid/agents/")] == [
        "pacgrid/agents/__init__.py"
    ]
    grader = {name for name in texts if name.startswith("pacgrid/autograder/")}
    confinement = {"__init__", "confinement", "landlock", "seccomp"}
    assert grader == {
        "pacgrid/autograder/__init__.py",
        *(name for name in grader if "/worker/" in name),
        *(f"pacgrid/autograder/sandbox/{name}.py" for name in confinement),
    }
    assert not any("assignments" in name or "/cli/" in name for name in texts)
    assert not any(b"class AlphaBeta" in text for text in texts.values())


def test_no_compiled_file_is_there_without_its_source(tmp):
    folder = make()
    for compiled in folder.rglob("*.pyc"):
        source = compiled.parent.parent / f"{compiled.name.partition('.')[0]}.py"
        assert source.is_file()
    assert list(folder.rglob("*.pyc"))


def test_it_is_made_once(tmp):
    folder = make()
    marked = folder / "marked"
    marked.touch()
    assert make() == folder
    assert marked.exists()
    assert [entry.name for entry in tmp.iterdir()] == [folder.name]


def test_it_is_whole_again_when_somebody_has_tidied_up(tmp):
    folder = make()
    before = contents(folder)
    (folder / "pacgrid" / "state.py").unlink()
    for file in (folder / "pacgrid" / "layouts").iterdir():
        if file.is_file():
            file.unlink()
    assert make() == folder
    assert contents(folder) == before
    assert [entry.name for entry in tmp.iterdir()] == [folder.name]


def test_it_is_whole_again_when_only_its_folder_is_left(tmp):
    folder = make()
    before = contents(folder)
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    assert contents(make()) == before


def test_whoever_works_in_it_while_it_is_mended_keeps_their_files(tmp):
    folder = make()
    (folder / "pacgrid" / "state.py").unlink()
    kept = folder / "pacgrid" / "maze.py"
    number = kept.stat().st_ino
    make()
    assert kept.stat().st_ino == number


def test_another_library_is_made_when_a_source_has_changed(tmp, monkeypatch):
    folder = make()
    changed = tmp / "state.py"
    sources = library_module._sources()
    changed.write_bytes(sources["pacgrid/state.py"].read_bytes() + b"# another\n")
    monkeypatch.setattr(library_module, "_sources", lambda: sources | {"pacgrid/state.py": changed})
    assert make() != folder
    assert (make() / "pacgrid" / "state.py").read_bytes() == changed.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="a link needs a privilege on Windows")
def test_a_link_that_somebody_has_put_in_its_place_is_not_trusted(tmp):
    folder = make()
    elsewhere = folder.rename(tmp / "elsewhere")
    (elsewhere / "pacgrid" / "state.py").write_text("evil = True")
    folder.symlink_to(elsewhere)
    assert make() not in (folder, elsewhere)
    assert "evil" not in (make() / "pacgrid" / "state.py").read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no owners of that kind")
def test_a_folder_of_somebody_else_is_not_trusted(tmp, monkeypatch):
    real = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: real + 1)
    assert make() != make()


def test_processes_that_make_it_at_the_same_time_all_find_it_whole(tmp):
    code = """
import sys
from pacgrid.autograder.sandbox.worker_library import _sources, library
print("ready", flush=True)
sys.stdin.readline()
folder = library()
assert all((folder / name).is_file() for name in _sources())
print(folder)
"""
    environment = os.environ | {"TMPDIR": str(tmp), "TEMP": str(tmp), "TMP": str(tmp)}
    makers = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for maker in makers:
        assert maker.stdout
        maker.stdout.readline()
    for maker in makers:
        assert maker.stdin
        maker.stdin.write("\n")
        maker.stdin.flush()
    made = {maker.communicate()[0].strip() for maker in makers}
    assert [maker.returncode for maker in makers] == [0] * 4
    assert made == {str(entry) for entry in tmp.iterdir()}
    assert len(made) == 1


def test_the_sources_of_our_agents_are_those_in_their_files():
    assert source_of("minimax") == shipped_sources()["minimax"].decode()
    named = {Path(str(entry)).name for entry in files("pacgrid.agents").iterdir()}
    assert {f"{name}.py" for name in shipped_sources()} <= named
    assert {"alpha_beta", "evaluation", "expectimax", "minimax", "reflex"} <= set(shipped_sources())
