"""What only runs games in the CS 188 project: course files may import it, but not use it."""

from typing import Any, NoReturn


def _refuse(cls: type, *_: object, **__: object) -> NoReturn:
    raise NotImplementedError(f"{cls.__name__} can't be used here: Pacgrid runs the games itself")


def unusable(name: str) -> Any:
    """A class `name` that raises NotImplementedError when it is called."""
    return type(name, (), {"__new__": _refuse})
