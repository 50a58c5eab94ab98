import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.autograder.kinds.cs188.course_case import CaseFile, TestCaseError

NAMES = st.from_regex(r"[a-z]{1,9}", fullmatch=True)
PRINTABLE = {"codec": "utf-8", "exclude_categories": ["Cc"]}
LINES = st.text(st.characters(**PRINTABLE), max_size=20)
VALUES = st.text(st.characters(**PRINTABLE, exclude_characters='"#'), max_size=20)
TEXTS = st.lists(LINES.filter(lambda line: '"""' not in line), max_size=4).map("\n".join)
LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r"])


def parse(text: str) -> CaseFile:
    return CaseFile.parse(text, "q2/a.test")


@given(
    st.dictionaries(NAMES.map("v{}".format), VALUES),
    st.dictionaries(NAMES.map("T{}".format), TEXTS),
    LINE_ENDS,
)
def test_what_is_written_is_read(values, texts, line_end):
    parts = [f'{key}: "{value}"  # a comment' for key, value in values.items()]
    parts += [f'{key}: """\n{text}\n"""' for key, text in texts.items()]
    file = parse("\n\n".join(parts).replace("\n", line_end))
    assert {key: file.text(key) for key in (*values, *texts)} == {**values, **texts}


@given(st.text())
def test_any_text_is_read_or_refused_in_one_line_that_names_the_place(text):
    message = ""
    try:
        parse(text)
    except TestCaseError as error:
        message = str(error)
    assert re.fullmatch(r"(q2/a\.test:\d+: .*)?", message)


def test_keys_of_other_editions_mean_the_same_and_the_last_of_two_values_counts():
    file = parse('layout_name: "path"\nnumGames:"3"\ndepth: "1"\ndepth: "2"')
    assert (file.text("layoutName"), file.number("num_games")) == ("path", 3)
    assert "LayoutName" in file
    assert file.text("diagram", "none") == "none"
    assert file.number("depth") == 2


def test_a_text_keeps_its_lines_and_comments(tmp_path: Path):
    file = parse('\ufeffkey: """\n a # b\n\n"c"\n""" # end\nwins: "1 20"')
    assert file.text("\ufeffkey") == ' a # b\n\n"c"'
    assert list(file.lines("\ufeffkey")) == [(" a # b", 0), ('"c"', 2)]
    assert file.numbers("wins") == [1, 20]
    (tmp_path / "CONFIG").write_bytes(b'\xef\xbb\xbfclass: "A"\r\n# \xe9\r\n')
    read = CaseFile.read(tmp_path, "CONFIG", "q1/CONFIG")
    assert read.text("class") == "A", "a byte order mark is no part of the first key"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# fine\ndepth = 2", ":2: 'depth = 2' is neither key: \"value\" nor"),
        ('depth: "2', ":1: 'depth: \"2' is neither"),
        ('a: "1"\ntree: """\nx', ':2: this text has no end; add a line """ after it'),
        ('\ndepth: "two"', ":2: depth is 'two'; write a whole number"),
        ('depth: "0"', ":1: depth is 0; write 1 or more"),
        ("", ': no depth; add a line depth: "…"'),
    ],
)
def test_an_error_names_the_line_and_the_mend(text, message):
    with pytest.raises(TestCaseError, match=r"^q2/a\.test") as caught:
        parse(text).number("depth", least=1)
    assert message in str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path):
    with pytest.raises(TestCaseError, match="q1/CONFIG: no such file"):
        CaseFile.read(tmp_path, "CONFIG", "q1/CONFIG")
    with pytest.raises(TestCaseError, match="q1/CONFIG: can't be read: "):
        CaseFile.read(tmp_path, ".", "q1/CONFIG")
