import io
import json
import subprocess
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pytest

import pacgrid
from pacgrid.autograder.authoring import package as module
from pacgrid.autograder.authoring.package import Package, PackageError, package


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Make Pacgrid look installed in a folder of packages, from where its record says."""

    def install(origin: object = None) -> None:
        monkeypatch.setattr(pacgrid, "__file__", str(tmp_path / "site" / "pacgrid" / "__init__.py"))
        direct_url = json.dumps(origin) if origin else None
        found = SimpleNamespace(read_text=lambda _: direct_url, version="1.2.3")
        monkeypatch.setattr(module, "distribution", lambda _: found)

    return install


def zipped(texts: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, text in texts.items():
            archive.writestr(name, text)
    return buffer.getvalue()


def contents(package: Package) -> dict[str, str]:
    """The texts in its wheel."""
    assert package.wheel
    with ZipFile(io.BytesIO(package.wheel[1])) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.mark.parametrize(
    ("origin", "requirement"),
    [
        (None, "pacgrid==1.2.3"),
        (
            {"url": "https://x.org/p.git", "vcs_info": {"vcs": "git", "commit_id": "abc"}},
            "pacgrid @ git+https://x.org/p.git@abc",
        ),
        (
            {"url": "https://x.org/pacgrid.whl", "archive_info": {}},
            "pacgrid @ https://x.org/pacgrid.whl",
        ),
    ],
    ids=["index", "repository", "URL"],
)
def test_the_same_package_is_required(installed, origin, requirement) -> None:
    installed(origin)
    assert package() == Package(requirement)


def test_a_package_from_a_local_wheel_is_that_wheel(installed, tmp_path) -> None:
    wheel = tmp_path / "pacgrid-1.2.3-py3-none-any.whl"
    wheel.write_bytes(zipped({"pacgrid/state.py": "rules"}))
    installed({"url": wheel.as_uri(), "archive_info": {}})
    found = package()
    assert found.requirement == f"./{wheel.name}"
    assert contents(found) == {"pacgrid/state.py": "rules"}
    assert package() == found


def test_sources_that_are_gone_are_an_error(installed, tmp_path) -> None:
    installed({"url": (tmp_path / "gone").as_uri(), "dir_info": {"editable": True}})
    with pytest.raises(PackageError, match=r"gone: Pacgrid was installed from there, but it is"):
        package()


def pip(command: list[str], **options) -> subprocess.CompletedProcess[str]:
    """A pip that writes its environment into the wheel, or fails if the project is empty."""
    out, source = Path(command[command.index("--wheel-dir") + 1]), Path(command[-1])
    if not (source / "pyproject.toml").read_text():
        return subprocess.CompletedProcess(command, 1, "", "a note\nERROR: no name\n\n")
    text = f"{options['env']['SOURCE_DATE_EPOCH']} {options['env']['DIST_EXTRA_CONFIG'][-9:]}"
    (out / "pacgrid-9-py3-none-any.whl").write_bytes(zipped({"environment": text}))
    return subprocess.CompletedProcess(command, 0, "", "")


def test_a_wheel_is_built_from_sources(installed, tmp_path, monkeypatch) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]")
    monkeypatch.setattr(subprocess, "run", pip)
    installed({"url": tmp_path.as_uri(), "dir_info": {}})
    name = "pacgrid-9-py3-none-any.whl"
    found = package()
    assert found.requirement == f"./{name}"
    assert contents(found) == {"environment": "315532800 setup.cfg"}


def test_a_wheel_that_cannot_be_built_is_an_error(installed, tmp_path, monkeypatch) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    monkeypatch.setattr(subprocess, "run", pip)
    installed({"url": tmp_path.as_uri(), "dir_info": {}})
    with pytest.raises(PackageError, match=r"pip can't build a wheel: ERROR: no name$"):
        package()
