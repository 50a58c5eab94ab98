"""Gradescope: its roster and its table of scores. It imports neither grades nor feedback files, so
the grades are for another system."""

from .lms import Lms

GRADESCOPE = Lms(
    "Gradescope",
    source="https://guides.gradescope.com/hc/en-us/articles/21926598776333",
    headings=frozenset({"sid", "email"}),
    adds_columns=True,
)
