"""Sandbox levels for tests: a test runs at each of them, and is skipped by name where it isn't
supported. By default, it runs only at the strongest one here; the others are slow tests."""

from pathlib import Path

import pytest

from pacgrid.autograder.sandbox.level import Level, strongest, why_not


def needs(level: Level) -> pytest.MarkDecorator:
    """Skips a test on systems that don't support `level`."""
    return pytest.mark.skipif(bool(why_not(level)), reason=f"no {level} here: {why_not(level)}")


def _each(levels: list[Level]) -> pytest.MarkDecorator:
    def marks(level: Level) -> list[pytest.MarkDecorator]:
        is_default = level is strongest() or bool(why_not(level))
        return [needs(level), *([] if is_default else [pytest.mark.slow])]

    params = [pytest.param(level, marks=marks(level), id=str(level)) for level in levels]
    return pytest.mark.parametrize("level", params)


LEVELS = [level for level in Level if level is not Level.IN_PROCESS]
"""Those of systems that have processes, as all have that run tests."""
at_each_level = _each(LEVELS)
at_each_secure_level = _each([level for level in LEVELS if level.is_secure])


def fake_bubblewrap(folder: Path, script: str) -> str:
    """A program in place of bwrap."""
    program = folder / "bwrap"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o700)
    return str(program)
