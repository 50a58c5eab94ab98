import pytest
from hypothesis import given
from markdown_it import MarkdownIt

from helpers.grades import ATTACKS, few, texts
from pacgrid.autograder.model.markdown import escaped
from pacgrid.common.sanitize import one_line

READER = MarkdownIt("commonmark").enable("table").enable("strikethrough")


def kinds(markdown: str) -> list[str]:
    """What a reader of Markdown finds in it."""
    found = []
    for token in READER.parse(markdown):
        found += [token.type, *(child.type for child in token.children or ())]
    return found


@few
@given(texts)
def test_strange_text_stays_text(text):
    line = one_line(text)
    heading = f"# so: {escaped(line.strip())}"
    allowed = {"heading_open", "inline", "text", "text_special", "heading_close"}
    assert set(kinds(heading)) <= allowed
    (token,) = (token for token in READER.parse(heading) if token.children)
    assert "".join(child.content for child in token.children) == f"so: {line.strip()}".strip()


@pytest.mark.parametrize("text", [text for text in map(one_line, ATTACKS) if "|" in text])
def test_escaped_text_stays_in_its_cell(text):
    table = f"| a | b |\n| --- | --- |\n| {escaped(text)} | 2 |\n"
    assert kinds(table).count("td_open") == 2


def test_only_a_colon_that_ends_a_word_stays_as_it_is() -> None:
    assert escaped("above: 3") == "above: 3"
    assert escaped(": a definition :smile: at 9:30") == r"\: a definition \:smile: at 9\:30"
