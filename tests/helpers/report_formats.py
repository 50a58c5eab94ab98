"""Readers of HTML feedback and JUnit XML that accept only what Pacgrid's reports may contain."""

import re
from collections import Counter
from collections.abc import Set
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "header", "main", "section", "nav"),
    *("h1", "h2", "h3", "div", "p", "bdi", "strong", "span", "a", "ul", "li", "code", "pre", "br"),
    *(
        "details",
        "summary",
        "table",
        "caption",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "dl",
        "dt",
        "dd",
        "footer",
    ),
}
LINKS = re.compile(
    r"#(question-\d+|pacgrid-[0-9a-f]+)|games/[\w.-]+/[\w%-]+\.html|feedback/[\w.-]+\.(html|md|txt)|(gradebook|mistakes)\.csv|grades\.json|junit\.xml"
)
STYLES = re.compile(r"--reached: [\d.]+%")


PICTURES = {
    *("h4", "figure", "figcaption", "iframe", "script", "button", "output"),
    *("svg", "desc", "rect", "path", "circle", "text", "g", "defs", "use"),
}
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


def checked_page(text: str, policy: str = POLICY, tags: Set[str] = frozenset()) -> Page:
    """The page, which has no tag and no attribute but ours."""
    page = Page(text)
    assert set(page.tags) <= TAGS | tags
    assert not page.others
    assert ("meta", "content", policy) in page.attributes
    for _, name, value in page.attributes:
        assert not name.startswith("on")
        assert name not in {"src", "srcset", "action", "data", "background"}
        assert name != "href" or LINKS.fullmatch(value)
        assert name != "style" or STYLES.fullmatch(value)
    return page


ATTRIBUTES = {
    "testsuites": {"name", "time", "tests", "failures", "errors"},
    "testsuite": {"name", "tests", "failures", "errors", "time", "skipped"},
    "properties": set(),
    "property": {"name", "value"},
    "testcase": {"name", "time", "classname"},
    "skipped": {"message"},
    "error": {"message", "type"},
    "failure": {"message", "type"},
    "system-out": set(),
}
"""By element: those of Jenkins' junit-10.xsd that are used here."""
CHILDREN = {
    "testsuites": ["testsuite"],
    "testsuite": ["properties", "testcase"],
    "properties": ["property"],
    "testcase": ["skipped", "error", "failure", "system-out"],
}
"""By element: what may be in it, in this order."""


def checked_suites(xml: str) -> ET.Element:
    """The root of JUnit XML, which has the elements and attributes of the schema."""
    root = ET.fromstring(xml)
    for element in root.iter():
        assert set(element.attrib) <= ATTRIBUTES[element.tag]
        order = CHILDREN.get(element.tag, [])
        places = [order.index(child.tag) for child in element]
        assert places == sorted(places)
    return root
