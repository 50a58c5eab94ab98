"""Looks in the folders of installed packages, where Pacgrid lies with its agents."""

import importlib
import sys
from pathlib import Path

from honest import Honest, succeeded

EXPECT = "plays on"
NOT_HELD = {"process": "a process may read what its user may"}


class Attacker(Honest):
    def attack(self, state):
        folders = [Path(entry) for entry in sys.path if entry.endswith("-packages")]
        for folder in folders:
            if next(folder.glob("pacgrid/agents/minimax.py"), None):
                succeeded("installed")
        for finder in (
            file for folder in folders for file in folder.glob("__editable__*pacgrid*finder.py")
        ):
            mapping = importlib.import_module(finder.stem).MAPPING
            found = Path(mapping["pacgrid.agents"]) / "minimax.py"
            try:
                text = found.read_text()
            except OSError:
                continue
            succeeded(text[:100])
