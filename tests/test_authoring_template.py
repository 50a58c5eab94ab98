import pytest
from jinja2 import UndefinedError

from pacgrid.autograder.authoring.template import render_template


def test_values_stand_in_their_places_as_they_are() -> None:
    assert " --sandbox <b>&\n" in render_template("gradescope_run_autograder.j2", sandbox="<b>&")


def test_a_value_that_is_not_given_is_noticed() -> None:
    with pytest.raises(UndefinedError, match="sandbox"):
        render_template("gradescope_run_autograder.j2")
