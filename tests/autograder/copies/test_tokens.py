from textwrap import dedent

from pacgrid.autograder.copies.fingerprints import numbered
from pacgrid.autograder.copies.tokens import tokens_of


def written(text: str) -> list[str]:
    return [*filter(None, map(numbered, tokens_of(dedent(text).encode())))]


def test_names_are_numbers_and_what_agents_are_given_is_not() -> None:
    assert written("best = max(state.score, other)") == ["0 = max ( 1 . score , 2 )"]


def test_layout_comments_imports_and_docstrings_are_left_out() -> None:
    one = 'import os\n\n"""About."""\nx = (1 +\n     2)  # three\n'
    assert written(one) == written("y=(3+4)") == ["0 = ( number + number )"]


def test_each_function_is_on_its_own() -> None:
    one = written("def f(a):\n    return a\ndef g(b, c):\n    return c\n")
    other = written("def h(b, c):\n    return c\ndef i(a):\n    return a\n")
    assert sorted(one) == sorted(other)
    assert len(one) == 2
