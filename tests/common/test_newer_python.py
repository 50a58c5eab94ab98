import sys

import pytest

from pacgrid.common.failure import Failure
from pacgrid.common.newer_python import newer_python


def syntax_error(message: str, line: str) -> SyntaxError:
    return SyntaxError(message, ("agent.py", 1, 1, line))


@pytest.mark.parametrize(
    ("line", "version", "message"),
    [
        ("type Pair = tuple[int, int]", (3, 12), "invalid syntax"),
        ("    type Pair[T] = tuple[T, T]", (3, 12), "invalid syntax"),
        ("def first[T](items: list[T]) -> T:", (3, 12), "expected '('"),
        ("class Search[State]:", (3, 12), "invalid syntax"),
        ("print(f'{names['north']}')", (3, 12), "f-string: unmatched '['"),
        ("print(f'{', '.join(names)}')", (3, 12), "f-string: expecting '}'"),
        ("except KeyError, ValueError:", (3, 14), "multiple exception types must be …"),
        ("text = t'{name}'", (3, 14), "invalid syntax"),
    ],
)
def test_a_line_for_a_newer_python_is_known(line, version, message):
    error = syntax_error(message, line)
    older = (3, version[1] - 1)
    said = f"Python 3.{version[1]} can read this line, and this is Python 3.{older[1]}"
    assert newer_python(error, older) == said
    assert newer_python(error, version) == ""


@pytest.mark.parametrize(
    "line",
    [
        "type = = 3",
        "def f(a b):",
        "class A(B:",
        "x = t 'a'",
        "print(f'{a b}')",
        "except (A, B:",
        "",
    ],
)
def test_other_lines_are_not(line):
    assert newer_python(syntax_error("invalid syntax", line), (3, 11)) == ""


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="3.14 reads it")
def test_a_failure_says_it(tmp_path):
    file = tmp_path / "agent.py"
    with pytest.raises(SyntaxError) as raised:
        compile("a = t'{1}'\n", str(file), "exec")
    message = Failure.of(raised.value, file).message
    assert "; Python 3.14 can read this line, and this is Python 3." in message
    assert message.endswith("(agent.py, line 1)")
