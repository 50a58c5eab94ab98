import pytest
from hypothesis import given
from markdown_it import MarkdownIt

from helpers.report_cards import ATTACKS, texts
from pacgrid.autograder.reports.markdown import block, code, escaped
from pacgrid.common.sanitize import one_line, printable

READER = MarkdownIt("commonmark").enable("table").enable("strikethrough")


def kinds(markdown: str) -> list[str]:
    """What a reader of Markdown makes of it."""
    found = []
    for token in READER.parse(markdown):
        found += [token.type, *(child.type for child in token.children or ())]
    return found


@given(texts)
def test_escaped_text_is_nothing_but_text(text):
    told = one_line(text).strip()
    allowed = {"heading_open", "inline", "text", "text_special", "heading_close"}
    assert set(kinds(f"# so: {escaped(told)}")) <= allowed
    (heading,) = (token for token in READER.parse(f"# so: {escaped(told)}") if token.children)
    assert "".join(child.content for child in heading.children) == f"so: {told}".strip()


@pytest.mark.parametrize("text", [text for text in map(one_line, ATTACKS) if "|" in text])
def test_escaped_text_stays_in_its_cell(text):
    table = f"| a | b |\n| --- | --- |\n| {escaped(text)} | 2 |\n"
    assert kinds(table).count("td_open") == 2


@given(texts)
def test_code_is_nothing_but_code(text):
    told = one_line(text)
    spans = kinds(f"so: {code(told)}")
    if told.strip():
        assert spans == ["paragraph_open", "inline", "text", "code_inline", "paragraph_close"]
        (paragraph,) = (t for t in READER.parse(f"so: {code(told)}") if t.children)
        assert paragraph.children[1].content == told


@given(texts)
def test_a_block_ends_where_it_is_ended(text):
    told = printable(text)
    (fence,) = READER.parse(block(told))
    assert fence.type == "fence"
    assert fence.content == told + "\n"
