import sys

import pytest

from pacgrid.common.python2 import python2_line, python2_name


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
