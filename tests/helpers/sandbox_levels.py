"""Sandbox levels for tests: a test runs at each of them, and is skipped by name where it isn't
supported. By default, it runs only at the strongest one here; the others are slow tests."""

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


at_each_level = _each([level for level in Level if level is not Level.IN_PROCESS])
at_each_secure_level = _each([level for level in Level if level.is_secure])
