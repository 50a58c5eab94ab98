"""Pacgrid itself, for installing this same version on another machine."""

import json
import os
import subprocess
import sys
from base64 import urlsafe_b64encode
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit
from urllib.request import url2pathname
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pacgrid
from pacgrid.agent_loader import LEFT_OUT
from pacgrid.errors import PacgridError

_AGENTS = "pacgrid/agents"
"""In a wheel."""


class PackageError(PacgridError):
    """This installation of Pacgrid can't be packaged."""


@dataclass(frozen=True)
class Package:
    """A requirement for pip, and the wheel that it names, if any."""

    requirement: str
    """A line for requirements.txt; refers to `wheel` beside that file, if there is one."""
    wheel: tuple[str, bytes] | None = None
    """Its name and content; the same sources give the same bytes."""

    def without(self, agents: Collection[str]) -> "Package":
        """The same without these modules of `pacgrid.agents`, by name, and with a list of them.
        Raises PackageError if there is no wheel."""
        if not self.wheel:
            raise PackageError(
                f"students would install {self.requirement}, which has all agents; to leave some"
                " out, run this with a Pacgrid that was installed from its sources or a wheel"
            )
        name, content = self.wheel
        return Package(self.requirement, (name, _without_agents(content, agents)))


def package() -> Package:
    """This installation of Pacgrid.

    If its sources are on this disk, a wheel built from them; otherwise what it was installed from.

    Raises:
        PackageError: the wheel can't be built or is gone.
    """
    direct_url = distribution("pacgrid").read_text("direct_url.json")
    origin = json.loads(direct_url) if direct_url else {}
    url = origin.get("url", "")
    local = Path(url2pathname(urlsplit(url).path)) if url.startswith("file:") else None
    repository = Path(pacgrid.__file__).resolve().parents[1]
    for folder in filter(None, (repository, local)):
        if (folder / "pyproject.toml").is_file():
            return _build_wheel(folder)
    if local and local.is_file():
        return Package(f"./{local.name}", (local.name, local.read_bytes()))
    if local:
        raise PackageError(
            f"{local}: Pacgrid was installed from there, but it is gone; install Pacgrid again"
        )
    if vcs := origin.get("vcs_info"):
        return Package(f"pacgrid @ {vcs['vcs']}+{url}@{vcs['commit_id']}")
    return Package(f"pacgrid @ {url}" if url else f"pacgrid=={distribution('pacgrid').version}")


def _build_wheel(folder: Path) -> Package:
    """Builds a wheel from the sources in `folder`, without writing to it."""
    with TemporaryDirectory(prefix="pacgrid-wheel-") as temporary:
        out = Path(temporary)
        config = out / "setup.cfg"
        config.write_text(f"[build]\nbuild_base = {out}/build\n[egg_info]\negg_base = {out}\n")
        environment = {"SOURCE_DATE_EPOCH": "315532800", "DIST_EXTRA_CONFIG": str(config)}
        command = [sys.executable, "-P", "-m", "pip", "wheel", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", "--wheel-dir", str(out), str(folder)]
        done = subprocess.run(
            command, env={**os.environ, **environment}, capture_output=True, text=True, check=False
        )
        wheels = sorted(out.glob("*.whl"))
        if done.returncode or not wheels:
            lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
            reason = lines[-1] if lines else f"exit code {done.returncode}"
            raise PackageError(f"{folder}: pip can't build a wheel: {reason}")
        return Package(f"./{wheels[0].name}", (wheels[0].name, wheels[0].read_bytes()))


def _without_agents(wheel: bytes, agents: Collection[str]) -> bytes:
    """The `wheel` without these agents, and with a list of them; the same wheel gives the same
    bytes."""
    dropped = {f"{_AGENTS}/{name}.py" for name in agents}
    name, listed = f"{_AGENTS}/{LEFT_OUT}", "".join(f"{each}\n" for each in sorted(agents)).encode()
    out = BytesIO()
    with ZipFile(BytesIO(wheel)) as source, ZipFile(out, "w", ZIP_DEFLATED) as target:
        for each in source.infolist():
            if each.filename in dropped:
                continue
            content = source.read(each)
            if each.filename.endswith(".dist-info/RECORD"):  # it lists all files
                lines = content.decode().splitlines()
                kept = [line for line in lines if line.partition(",")[0] not in dropped]
                content = "\n".join([_record_line(name, listed), *kept, ""]).encode()
                target.writestr(ZipInfo(name, each.date_time), listed)
            target.writestr(each, content)
    return out.getvalue()


def _record_line(name: str, content: bytes) -> str:
    """What a wheel's RECORD says of a file."""
    digest = urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}"
