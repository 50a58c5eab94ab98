import pytest
from jinja2 import UndefinedError

from pacgrid.autograder.authoring.template import render_template


def test_values_are_not_escaped() -> None:
    assert " --sandbox <b>&\n" in render_template("gradescope_run_autograder.j2", sandbox="<b>&")


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="sandbox"):
        render_template("gradescope_run_autograder.j2")
