import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid.autograder.kinds.exercise.answers_file import (
    MAX_BYTES,
    AnswersError,
    read_answers,
)

HEAD = "student = 'ada'\n[question_1]\n"


def test_answers_have_their_heading_their_part_and_their_line() -> None:
    read = read_answers(f'{HEAD}A = "3"\n"alpha at B" = "-inf"\n\n[question_2]\nA = " "\n'.encode())
    assert read.student == "ada"
    assert [(each.question, each.part, each.text, each.line) for each in read.answers] == [
        ("question_1", "A", "3", 3),
        ("question_1", "alpha at B", "-inf", 4),
    ]
    assert not read.problems
    assert not read.is_untouched


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ('"3/4"', "3/4"),
        ("'south'", "south"),
        ("5", "5"),
        ("-0.75", "-0.75"),
        ("-inf", "-inf"),
        ("[4, 6]", "4, 6"),
        ('["a", 3]', "a, 3"),
        ('"5" # sure', "5"),
        ('"5"\r', "5"),
    ],
)
def test_an_answer_may_be_any_simple_value_of_toml(written: str, text: str) -> None:
    (answer,) = read_answers(f"{HEAD}A = {written}\n".encode()).answers
    assert answer.text == text


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("A = five", 'write A = "five", in straight quotes'),
        ("A = “5”", 'write A = "5", in straight quotes'),
        ("pruned = 4, 6", 'write pruned = "4, 6", in straight quotes'),
        ("A = true", 'write A = "true", in straight quotes'),
        ("A = [", 'write A = "[", in straight quotes'),
        ("A = [[3]]", 'write A = "[[3]]", in straight quotes'),
        ("A: 5", 'write A = "5", in straight quotes'),
        ("a." * 501 + "a = 5", "the line has more than 1,000 characters"),
        ("the answer is 3", "'the answer is 3' can't be read; remove it, or begin it with #"),
        ("question_1.A = '3'", "question_1 has a dot; write the answer below its heading"),
        ("Z = '4'", "Z is answered twice; keep one of the answers"),
        ("[question_1", "'[question_1' can't be read; remove it, or begin it with #"),
    ],
)
def test_a_line_that_cant_be_read_costs_no_other_line(line: str, problem: str) -> None:
    read = read_answers(f"{HEAD}Z = '3'\n{line}\nY = '2'\n".encode())
    assert read.problems == ((4, problem),)
    answers = {(each.question, each.part): each.text for each in read.answers}
    assert answers == {("question_1", "Z"): "3", ("question_1", "Y"): "2"}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (HEAD.encode("utf-16"), "is not UTF-8 text; save it as UTF-8"),
        (b"A = 5\n" * 2_001, "has more than 2,000 lines; leave out what isn't asked for"),
        (b"#" * (MAX_BYTES + 1), "is bigger than 1 MiB; leave out what isn't asked for"),
    ],
)
def test_a_file_that_cant_be_read_says_why(content: bytes, reason: str) -> None:
    with pytest.raises(AnswersError, match=reason):
        read_answers(content)


@pytest.mark.parametrize("text", ["", "# nothing\n", f"{HEAD}A = ''\nB = \" \"\n", "\ufeff"])
def test_a_file_without_an_answer_is_untouched(text: str) -> None:
    assert read_answers(text.encode()).is_untouched


@given(st.text(max_size=200) | st.text('[]="\n.#a1', max_size=40))
def test_any_text_is_read_without_an_error(text: str) -> None:
    try:
        read = read_answers(text.encode("utf-8", "surrogatepass"))
    except AnswersError:
        return
    assert all(problem.isprintable() for _, problem in read.problems)
