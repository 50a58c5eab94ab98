"""The names of states in an observation."""

from collections.abc import Iterator
from threading import Lock
from weakref import ref

from pacgrid.action import Action


class Path:
    """The actions from the root of a search to a state: what a state is called in an observation.

    Equal paths are one object. So to record a state, or to look it up, takes as long at ply 4,000
    as at ply 4. `ROOT` is empty; all others are made with `then`.
    """

    __slots__ = ("__weakref__", "_longer", "action", "parent", "plies")

    plies: int
    """How many actions they are."""
    parent: "Path"
    """The path without its last action; that of the root is the root's."""
    action: Action
    """The last one. The root has none."""
    _longer: dict[Action, "ref[Path]"]
    """The paths with one more action that are, or were, in use; they keep this one alive."""

    def then(self, action: Action) -> "Path":
        """The path with one more action."""
        known = self._longer.get(action)
        if known and (path := known()) is not None:
            return path
        with _LOCK:
            known = self._longer.get(action)
            if known and (path := known()) is not None:
                return path
            new = Path()
            new.parent, new.action, new.plies, new._longer = self, action, self.plies + 1, {}
            self._longer[action] = ref(new)
            return new

    def first(self, plies: int) -> "Path":
        """Its first `plies` actions, or all."""
        path = self
        while path.plies > plies:
            path = path.parent
        return path

    def __len__(self) -> int:
        return self.plies

    def __iter__(self) -> Iterator[Action]:
        path, actions = self, []
        while path is not ROOT:
            actions.append(path.action)
            path = path.parent
        return reversed(actions)

    def __repr__(self) -> str:
        return f"Path({', '.join(map(str, self))})"


def path_to(*actions: Action) -> Path:
    """The path with these actions."""
    path = ROOT
    for action in actions:
        path = path.then(action)
    return path


_LOCK = Lock()

ROOT = Path()
ROOT.parent, ROOT.plies, ROOT._longer = ROOT, 0, {}
