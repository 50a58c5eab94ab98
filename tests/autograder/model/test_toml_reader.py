import pytest

from pacgrid.autograder.model.toml_reader import TomlError, parse_toml


def error(text: str) -> str:
    with pytest.raises(TomlError) as caught:
        parse_toml(text)
    return str(caught.value)


def test_valid_toml_becomes_a_dictionary():
    largest = (1 << 63) - 1
    data = parse_toml(f"a = {largest}\n[[b]]\nc = [-{largest + 1}, true]")
    assert data == {"a": largest, "b": [{"c": [-largest - 1, True]}]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 1\nb = \n", "2:5: Invalid value"),
        ("a = 1\na = 2", "2: Cannot overwrite a value"),
        ("a = 1\nb = [1", "2: Unclosed array"),
    ],
)
def test_a_syntax_error_names_the_line(text, message):
    assert error(text) == message


@pytest.mark.parametrize(
    "number", ["9" * 5000, "-" + "9" * 5000, "0x" + "f" * 5000, str(1 << 63), str(-(1 << 63) - 1)]
)
def test_an_integer_of_more_than_64_bits_is_an_error(number):
    message = "an integer doesn't fit in 64 bits; write a smaller one"
    assert error(f"a = [\n1,\n2]\nb = [{{c = {number}}}]") == f"4: {message}"
    assert error(f"a = {number}\nb = 2\nc = 3\nd = 4") == f"1: {message}"


@pytest.mark.parametrize("opening", ["[", "{a = "])
def test_deep_nesting_is_an_error(opening):
    message = "arrays or tables are nested too deeply; use fewer levels"
    assert error(f"a = 1\nb = {opening * 5000}\n") == f"2: {message}"
