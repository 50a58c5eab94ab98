"""Pacgrid itself, to be installed on another computer in the very state it has here."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pacgrid
from pacgrid.errors import PacgridError


class PackageError(PacgridError):
    """Pacgrid can't be packed up as it is installed here."""


@dataclass(frozen=True)
class Package:
    """What `pip install --requirement` takes, and a wheel if that is what it is to take."""

    requirement: str
    """A line for a requirements.txt; it means the wheel beside that file if there is one."""
    wheel: tuple[str, bytes] | None = None
    """Its name and contents; the same sources make the same bytes."""


def package() -> Package:
    """Pacgrid as it is installed here: a wheel of its sources if they are on this disk, or where it
    was installed from.

    Raises:
        PackageError: no wheel can be built.
    """
    told = distribution("pacgrid").read_text("direct_url.json")
    origin = json.loads(told) if told else {}
    url = origin.get("url", "")
    local = Path(url2pathname(urlsplit(url).path)) if url.startswith("file:") else None
    beside = Path(pacgrid.__file__).resolve().parents[1]
    for folder in filter(None, (beside, local)):
        if (folder / "pyproject.toml").is_file():
            return _built(folder)
    if local and local.is_file():
        return Package(f"./{local.name}", (local.name, local.read_bytes()))
    if local:
        raise PackageError(f"{local}: Pacgrid was installed from there, and it is gone")
    if vcs := origin.get("vcs_info"):
        return Package(f"pacgrid @ {vcs['vcs']}+{url}@{vcs['commit_id']}")
    return Package(f"pacgrid @ {url}" if url else f"pacgrid=={distribution('pacgrid').version}")


def _built(folder: Path) -> Package:
    """A wheel of the sources in `folder`, in which nothing is left behind."""
    with TemporaryDirectory(prefix="pacgrid-wheel-") as temporary:
        out = Path(temporary)
        config = out / "setup.cfg"
        config.write_text(f"[build]\nbuild_base = {out}/build\n[egg_info]\negg_base = {out}\n")
        fixed = {"SOURCE_DATE_EPOCH": "315532800", "DIST_EXTRA_CONFIG": str(config)}
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", "--wheel-dir", str(out), str(folder)]
        done = subprocess.run(
            command, env={**os.environ, **fixed}, capture_output=True, text=True, check=False
        )
        wheels = sorted(out.glob("*.whl"))
        if done.returncode or not wheels:
            said = [line.strip() for line in done.stderr.splitlines() if line.strip()]
            raise PackageError(f"{folder}: pip can't build a wheel: {said[-1] if said else 'why?'}")
        return Package(f"./{wheels[0].name}", (wheels[0].name, wheels[0].read_bytes()))
