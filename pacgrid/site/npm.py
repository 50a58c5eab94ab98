"""What the page takes from npm: Pyodide, and the editor, bundled by esbuild."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path

from pacgrid.site.site_error import SiteError

PAGE = files("pacgrid.site") / "page"
_MANIFEST = ("package.json", "package-lock.json")
_NEEDED = "node 18 or later, and npm"


def node_modules() -> Path:
    """The folder with the packages that package-lock.json names, installed once. Raises SiteError
    if they can't be."""
    for program in ("node", "npm"):
        if not shutil.which(program):
            raise SiteError(f"{program} isn't installed; building the site needs {_NEEDED}")
    manifest = {name: (PAGE / name).read_bytes() for name in _MANIFEST}
    digest = sha256(b"".join(manifest.values())).hexdigest()[:16]
    folder = _cache() / "pacgrid" / f"site-{digest}"
    done = folder / "installed"
    if not done.is_file():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, data in manifest.items():
                (folder / name).write_bytes(data)
        except OSError as error:
            raise SiteError(f"{folder}: can't be written: {error.strerror}") from None
        run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder)
        done.touch()
    return folder / "node_modules"


def bundle(out: Path) -> None:
    """Write the page's script with all that it imports to the folder `out`. Raises SiteError."""
    modules = node_modules()
    sources = out / "sources"
    sources.mkdir()
    try:
        for file in PAGE.iterdir():
            if file.name.endswith(".js"):
                (sources / file.name).write_bytes(file.read_bytes())
        command = [str(modules / ".bin" / "esbuild"), str(sources / "playground.js"), "--bundle"]
        command += ["--format=esm", "--minify", "--target=es2022", "--log-level=error"]
        command += ["--external:./python_client.js", f"--outfile={out / 'playground.js'}"]
        run(command, out, {"NODE_PATH": str(modules)})
    finally:
        shutil.rmtree(sources)


def compile_packages(out: Path) -> None:
    """Compile the packages of the site in `out` with its own Python. Raises SiteError."""
    with as_file(PAGE / "compile.mjs") as script:
        run(["node", str(script), str(out.resolve())], out)


def run(command: Sequence[str], folder: Path, variables: dict[str, str] | None = None) -> str:
    """What a program prints. Raises SiteError with what it complains of."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **(variables or {})},
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as error:
        raise SiteError(f"{command[0]} can't be run: {error.strerror}") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        reason = next((line for line in lines if "rror" in line), "no reason given")
        raise SiteError(f"{Path(command[0]).name} {command[1]} failed: {reason.strip()[:300]}")
    return done.stdout


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
