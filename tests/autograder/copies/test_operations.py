import ast
from textwrap import dedent

import pytest

from pacgrid.autograder.copies.operations import operations_of


def operations(text: str) -> list[str]:
    found = operations_of(ast.parse(dedent(text)))
    return [" ".join(token.text for token in function) for function in found.functions]


@pytest.mark.parametrize(
    ("loop", "other"),
    [
        (
            "values = []\nfor a in state.legal_actions():\n    values.append(f(a))",
            "values = [f(a) for a in state.legal_actions()]",
        ),
        (
            "total = 0\nfor g in ghosts:\n    d = f(g)\n    total += d",
            "total = sum(f(g) for g in ghosts)",
        ),
        (
            "best = -inf\nfor a in actions:\n    v = f(a)\n    if v > best:\n        best = v",
            "best = max(f(a) for a in actions)",
        ),
        (
            "least = float('inf')\nfor a in actions:\n    least = min(least, f(a))",
            "least = min([f(each) for each in actions])",
        ),
        ("if f(x) < 3:\n    y = 1 + x\nelse:\n    y = 2 + x", "y = 1 + x if 3 > f(x) else 2 + x"),
        (
            "found = []\nfor a in b:\n    if f(a):\n        found.append(a)",
            "[a for a in b if f(a)]",
        ),
    ],
)
def test_a_loop_does_the_same_as_a_comprehension(loop: str, other: str) -> None:
    assert operations(loop) == operations(other) != []


def test_names_comments_texts_and_annotations_do_nothing() -> None:
    one = 'def value(s: State) -> float:\n    """Its value."""\n    return s.score + 2  # more'
    other = "import math\ndef v(x):\n    y: int = x.score + 2\n    print('y')\n    return y"
    assert operations(one) == operations(other) == [".score number Add"]


def test_the_order_of_functions_and_their_nesting_do_not_matter() -> None:
    one = "def f(x):\n    return x.food\ndef g(x):\n    return x.score"
    other = "def g(x):\n    def f(y):\n        return y.food\n    return x.score"
    assert sorted(operations(one)) == sorted(operations(other))


def test_names_and_numbers_of_the_author_are_kept_apart() -> None:
    found = operations_of(ast.parse("speed = -0.125\nfor i in state.food:\n    greedy(i, inf)"))
    assert found.details == {"speed", "0.125", "greedy", "state"}
