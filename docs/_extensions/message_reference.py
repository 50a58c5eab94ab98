"""```` ```{messages} play grade ````: what these commands say of bad input.

The tests hold these messages: `tests/bad_input.toml` has what was typed, in which files, and what
is printed.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generated import add_generated, code, plain
from sphinx.application import Sphinx


def commands_of(row: dict[str, Any]) -> str:
    """The command of a row: its first word."""
    return str(row["command"].split(" ")[0])


def item(row: dict[str, Any]) -> str:
    """A message, and when it comes."""
    text = "\n".join(row["message"])
    name = row["name"][0].upper() + row["name"][1:]
    typed = code(f"pacgrid {row['command']}")
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    block = f"{fence}{{code-block}} text\n:class: message\n\n{text}\n{fence}"
    return f"{plain(name)}: {typed}\n\n{block}"


def markdown(app: Sphinx, commands: str, _options: Mapping[str, str]) -> str:
    """The messages of some commands."""
    path = Path(app.srcdir).parent / "tests" / "bad_input.toml"
    app.env.note_dependency(str(path))
    rows = tomllib.loads(path.read_text("utf-8"))["inputs"]
    return "\n\n".join(item(row) for row in rows if commands_of(row) in commands.split())


def setup(app: Sphinx) -> dict[str, bool]:
    return add_generated(app, "messages", markdown)
