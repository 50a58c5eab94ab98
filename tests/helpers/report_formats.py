"""A reader of HTML feedback that accepts only what Pacgrid's reports may contain."""

import re
from collections import Counter
from collections.abc import Set
from html.parser import HTMLParser

POLICY = re.compile(
    "default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'"
)
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "header", "main", "section", "nav"),
    *("h1", "h2", "h3", "div", "p", "bdi", "strong", "span", "a", "ul", "li", "code", "pre", "br"),
    *("details", "summary", "table", "caption", "thead", "tbody", "tr", "th", "td", "dl", "dt"),
    *("dd", "footer", "svg", "line", "path", "rect"),
}
LINKS = re.compile(
    r"#(question-\d+|pacgrid-[0-9a-f]+)|games/[\w.%-]+/[\w%-]+\.html|feedback/[\w.%-]+\.html|(gradebook|mistakes)\.csv|grades\.json"
)
PICTURES = {"h4", "mark", "figure", "figcaption", "desc", "circle", "text", "g", "defs", "use"}
"""Further tags of a page with diagnoses."""


class Page(HTMLParser):
    """The tags of a page, their attributes, and the text outside of the style sheet."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.text = ""
        self.others: list[str] = []
        """Comments, declarations and processing instructions."""
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert not self._open

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in {"meta", "br", "input"}:
            self._open.append(tag)

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        if "style" not in self._open:
            self.text += data

    def handle_comment(self, data):
        self.others.append(data)

    handle_pi = unknown_decl = handle_comment


def checked_page(text: str, tags: Set[str] = frozenset()) -> Page:
    """The page, which has no tag and no attribute but ours."""
    page = Page(text)
    assert set(page.tags) <= TAGS | tags
    assert not page.others
    assert any(POLICY.fullmatch(value) for _, name, value in page.attributes if name == "content")
    for _, name, value in page.attributes:
        assert not name.startswith("on")
        assert name not in {"src", "srcset", "action", "data", "background", "style"}
        assert name != "href" or LINKS.fullmatch(value)
    return page
