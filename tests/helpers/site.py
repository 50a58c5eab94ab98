"""Small sites, built by Sphinx with the extensions of docs/."""

import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"

_CONF = f"""
import sys
sys.path.insert(0, {str(DOCS / "_extensions")!r})
extensions = ["myst_parser", "tree_directive", "game_directive", "quiz_directive", "run_python",
    "value_role", *{{extensions!r}}]
myst_enable_extensions = ["attrs_block", "colon_fence"]
html_theme = "basic"
html_static_path = [{str(DOCS / "_static")!r}]
"""


def build(folder: Path, *extensions: str, tag: str = "none", **pages: str) -> str:
    """Build a site of pages, by name; what Sphinx complains of. It lies in `folder / "out"`."""
    for name in ("sphinx", "myst_parser"):
        pytest.importorskip(name, reason=f"{name} is not installed: pip install pacgrid[docs]")
    source = folder / "source"
    source.mkdir(exist_ok=True)
    (source / "conf.py").write_text(_CONF.format(extensions=extensions), "utf-8")
    for name, text in pages.items():
        path = source / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-N", "-t", tag, source, folder / "out"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr
