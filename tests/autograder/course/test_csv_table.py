import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.autograder.course import csv_table
from pacgrid.autograder.course.csv_table import CourseError, CsvTable

CELLS = st.text(st.sampled_from("ab ,;\t\"'\r\né=+-@#|"), max_size=6)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[list[str]], bytes]:
    """Rows as Python reads them, and their file: with any delimiter, line break and encoding."""
    width = draw(st.integers(1, 4))
    headings = [f"column {letter}" for letter in "abcd"[:width]]
    rows = [
        headings,
        *draw(st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1, max_size=4)),
    ]
    output = io.StringIO()
    delimiter = draw(st.sampled_from(",;\t")) if width > 1 else ","
    csv.writer(
        output,
        delimiter=delimiter,
        quoting=draw(st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL])),
        lineterminator=draw(st.sampled_from(["\n", "\r\n", "\r"])),
    ).writerows(rows)
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]))
    written = io.StringIO(output.getvalue(), newline="")
    rows = [row or [""] for row in csv.reader(written, delimiter=delimiter)]
    return rows, output.getvalue().encode(encoding)


@given(tables())
def test_any_csv_is_read_as_pythons_reader_does_and_written_as_it_was(table):
    rows, content = table
    read = CsvTable.parse(content, "a.csv")
    assert read.to_bytes() == content
    assert [list(row.cells) for row in read.rows] == [[cell.strip() for cell in r] for r in rows]


@given(st.binary(max_size=60))
def test_any_bytes_are_written_as_they_were_or_refused_in_one_line(content):
    try:
        read = CsvTable.parse(content, "a.csv")
    except CourseError as error:
        line = str(error)
    else:
        line = "a.csv:" if read.to_bytes() == content else "changed"
    assert line.startswith("a.csv:")
    assert "\n" not in line


@given(tables(), CELLS, st.data())
def test_a_cell_that_is_filled_in_changes_no_other(table, value, data):
    rows, content = table
    read = CsvTable.parse(content, "a.csv")
    row = data.draw(st.integers(1, len(rows) - 1))
    column = data.draw(st.integers(0, len(rows[0]) - 1))
    filled = read.filled({(row, column): value})
    again = CsvTable.parse(filled.to_bytes(), "a.csv")
    for number, (old, new) in enumerate(zip(read.rows, again.rows, strict=True)):
        for index, raw in enumerate(old.raw):
            if (number, index) != (row, column):
                assert new.raw[index] == raw
    assert again.rows[row].cells[column] == value.strip()


def test_a_short_row_gets_cells_up_to_the_one_that_is_filled_in():
    table = CsvTable.parse(b"a,b,c\n1\n", "a.csv")
    assert table.filled({(1, 2): "x"}).to_bytes() == b"a,b,c\n1,,x\n"
    assert table.filled({(0, 3): "d", (1, 3): "4"}).to_bytes() == b"a,b,c,d\n1,,,4\n"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", "is empty; export it again"),
        (b"\n,\n", "is empty; export it again"),
        (b"\xff\xfea", "is not text; save it as CSV UTF-8"),
        (b'a,b\n"x\ny",1\n2,"z\n', "4: a cell begins with \" and doesn't end; close it"),
        (b'a\n"x"y\n', '2: a cell goes on after its closing "; write quotes twice: ""'),
    ],
)
def test_what_is_no_csv_is_named_with_its_line(content, line):
    with pytest.raises(CourseError) as error:
        CsvTable.parse(content, "a.csv")
    assert str(error.value) in (f"a.csv: {line}", f"a.csv:{line}")


def test_a_table_that_is_far_too_big_is_refused(monkeypatch):
    monkeypatch.setattr(csv_table, "_MAX_CELLS", 6)
    assert len(CsvTable.parse(b"a,b\n1,2\n", "a.csv").rows) == 2
    with pytest.raises(CourseError, match=r"a\.csv: has more than 6 cells; leave out columns"):
        CsvTable.parse(b"a,b\n1,2\n3,4\n", "a.csv")


def test_what_the_encoding_lacks_becomes_a_question_mark():
    table = CsvTable.parse("name,x\nZoë,\n".encode("cp1252"), "a.csv")
    assert table.filled({(1, 1): "王 é"}).to_bytes() == "name,x\nZoë,? é\n".encode("cp1252")
