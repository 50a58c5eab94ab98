"""The names of Pacgrid that the editor completes."""

import inspect
from typing import Any

import pacgrid

_CLASSES = ("Action", "Agent", "ChanceAgent", "Layout", "Report", "Searcher", "State")
"""Those whose members are offered after a dot: what agents are written with."""


def completions() -> list[dict[str, Any]]:
    """Each name with its kind, its signature and what its docstring begins with."""
    top = [_entry(name, getattr(pacgrid, name)) for name in pacgrid.__all__]
    members = {
        name: _entry(name, value, member=True)
        for each in _CLASSES
        for name, value in inspect.getmembers(getattr(pacgrid, each))
        if not name.startswith("_") and not hasattr(str, name) and not hasattr(int, name)
    }
    return [*top, *members.values()]


def _entry(name: str, value: Any, *, member: bool = False) -> dict[str, Any]:
    kind = "class" if isinstance(value, type) else "property"
    kind = "function" if callable(value) and kind != "class" else kind
    sentence = " ".join((inspect.getdoc(value) or "").split()).partition(". ")[0]
    entry = {"label": name, "type": kind, "info": sentence[:200]}
    return entry | {"member": True} if member else entry
