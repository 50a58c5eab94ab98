"""Walls for tests: what needs one is run once for each, and skipped by name where it isn't."""

import pytest

from pacgrid.autograder.sandbox.level import Level, why_not


def needs(level: Level) -> pytest.MarkDecorator:
    """Skip a test on systems that don't have `level`."""
    return pytest.mark.skipif(bool(why_not(level)), reason=f"no {level} here: {why_not(level)}")


def _each(levels: list[Level]) -> pytest.MarkDecorator:
    params = [pytest.param(level, marks=needs(level), id=str(level)) for level in levels]
    return pytest.mark.parametrize("level", params)


at_each_level = _each(list(Level))
at_each_secure_level = _each([level for level in Level if level.is_secure])
