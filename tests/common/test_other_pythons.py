""" """

import sys

import pytest

from pacgrid.common.failure import Failure
from pacgrid.common.other_pythons import newer_python, python2_line, python2_name


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


def raised_by(text: str) -> Exception:
    try:
        exec(text, {})
    except Exception as error:
        return error
    raise AssertionError(f"{text} raises nothing")


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        ("print 'a', b", "print is a function: print(…)"),
        ("if a: print 'a'", "print is a function: print(…)"),
        ("exec 'a = 1'", "exec is a function: exec(…)"),
        ("raise ValueError, 'no'", "write raise Error(…)"),
        pytest.param(
            "try: a\nexcept (A, B), error: b",
            "write except Error as name:",
            marks=pytest.mark.skipif(sys.version_info >= (3, 14), reason="3.14 has `except A, B`"),
        ),
        ("a <> b", "write !="),
        ("a = 0777", "write an octal number as 0o17"),
        ("a = 12L", "write a long number without L"),
        ("a = `b`", "write repr(…)"),
        ("a = ur'b'", "write r'…'"),
        ("def f(a, (b, c)): a", "a parameter can't be a tuple"),
        ("a = = b", None),
        ("print(a b)", None),
        ("def f(:\n  'print it'", None),
    ],
)
def test_a_line_of_python_2_is_known(text, mend):
    error = raised_by(text)
    assert isinstance(error, SyntaxError)
    explained = python2_line(error)
    if mend is None:
        assert explained is None
    else:
        assert explained
        assert explained.msg == f"this file is written for Python 2; in Python 3, {mend}"
        assert explained.lineno == error.lineno


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        ("xrange(3)", "range"),
        ("{}.has_key(1)", "key in dictionary"),
        ("import sys; sys.maxint", "sys.maxsize"),
        ("from itertools import izip", "zip"),
        ("import Queue", "queue"),
        ("Queue()", None),
        ("import nothing_like_it", None),
        ("from itertools import nothing", None),
        ("{}.nothing", None),
        ("raise AttributeError", None),
        ("raise NameError([])", None),
        ("1 / 0", None),
    ],
)
def test_a_name_of_python_2_is_known(text, mend):
    expected = f"this file is written for Python 2; in Python 3, write {mend}" if mend else ""
    assert python2_name(raised_by(text)) == expected
