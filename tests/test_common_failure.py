from pathlib import Path

import pytest

from pacgrid.common.failure import MOST_FRAMES, Failure


def failure_of(code: str, folder: Path) -> Failure:
    file = folder / "mine.py"
    file.write_text(code)
    try:
        exec(compile(code, str(file), "exec"), {})
    except BaseException as error:
        return Failure.of(error, file)
    raise AssertionError("the code should have failed")


def test_the_message_names_the_authors_innermost_line(tmp_path: Path) -> None:
    code = "import json\ndef act():\n    return json.loads('{')\nact()"
    failure = failure_of(code, tmp_path)
    assert failure.message.startswith("JSONDecodeError: Expecting property name")
    assert failure.message.endswith("(mine.py, line 3, in act)")


def test_only_the_authors_own_frames_are_shown(tmp_path: Path) -> None:
    failure = failure_of("def act():\n    return 1 / 0\nact()", tmp_path)
    assert failure.frames == (
        '  File "mine.py", line 3, in <module>\n    act()\n'
        '  File "mine.py", line 2, in act\n    return 1 / 0'
    )


def test_a_deep_recursion_is_cut_short(tmp_path: Path) -> None:
    failure = failure_of("def dig():\n    dig()\ndig()", tmp_path)
    assert failure.message.startswith("RecursionError: maximum recursion depth exceeded")
    assert failure.frames.count("File") == MOST_FRAMES


def test_a_syntax_error_shows_its_line(tmp_path: Path) -> None:
    failure = failure_of("x = 1\ny = = 2\n", tmp_path)
    assert failure.message == "SyntaxError: invalid syntax (mine.py, line 2)"
    assert failure.frames == '  File "mine.py", line 2\n    y = = 2'


def test_a_syntax_error_in_evaluated_text_is_told_with_the_line_that_evaluates(
    tmp_path: Path,
) -> None:
    failure = failure_of("def act():\n    eval('1 +')\nact()", tmp_path)
    assert (
        failure.message
        == "SyntaxError: invalid syntax (<string>, line 1) (mine.py, line 2, in act)"
    )


def test_frames_of_a_package_below_the_authors_folder_are_not_theirs(tmp_path: Path) -> None:
    library = tmp_path / "venv" / "library.py"
    library.parent.mkdir()
    library.write_text("def fail():\n    raise KeyError(3)\n")
    code = f"import runpy\nrunpy.run_path({str(library)!r})['fail']()"
    assert failure_of(code, tmp_path).message == "KeyError: 3 (mine.py, line 2, in <module>)"


@pytest.mark.parametrize("code", ["raise Exception", "raise KeyboardInterrupt"])
def test_an_exception_without_a_message_is_its_name(tmp_path: Path, code: str) -> None:
    assert failure_of(code, tmp_path).message.startswith(f"{code.split()[1]} (mine.py, line 1")


def test_an_exception_that_cannot_be_printed_is_its_name(tmp_path: Path) -> None:
    code = "class Bad(Exception):\n    def __str__(self): raise RuntimeError\nraise Bad('x')"
    assert failure_of(code, tmp_path).message == "Bad (mine.py, line 3, in <module>)"


def test_only_the_first_line_of_a_long_message_is_told(tmp_path: Path) -> None:
    assert failure_of("raise ValueError('one\\ntwo')", tmp_path).message.startswith(
        "ValueError: one ("
    )
