"""Pages show on a Git host, too, what their directives make."""

import re
from pathlib import Path

import pytest

from helpers.site import DOCS, build

PAGE = """
# A page

<!--{tree} book
:agent: minimax
-->
*The tree of the book*

```python
print("<42>")
```

<!--{quiz} generate
:kind: values
:seed: 2
:count: 1
-->

<blockquote>

There are <!--{value} 20 * 21 -->0 rolls.

</blockquote>

The end.
"""
ON_SITE_ONLY = ("index.md", "developing.md")


@pytest.mark.slow
def test_page_shows_what_it_makes_once_that_is_written(tmp_path: Path) -> None:
    source = tmp_path / "source" / "lectures" / "page.md"
    pages = {"index": "# Pages\n\n<!--{toctree}\nlectures/page\n-->\n", "lectures/page": PAGE}
    problem = build(tmp_path, "plain_pages", "slides", **pages)
    assert problem.startswith(f"{source}: WARNING: the page doesn't show what its directives make")
    assert build(tmp_path, "plain_pages", "slides", tag="update", **pages) == ""
    written = source.read_text("utf-8")
    assert "-->420 rolls." in written
    shown = re.findall(r"\]\(\.\./(images/made/[^)]+)\)", written)
    assert [Path(each).stem for each in shown] == ["page-1", "page-2", "page-3a", "page-3b"]
    assert "&lt;42&gt;" in (tmp_path / "source" / shown[1]).read_text("utf-8")
    assert build(tmp_path, "plain_pages", "slides", **pages | {"lectures/page": written}) == ""
    page = (tmp_path / "out" / "lectures" / "page.html").read_text("utf-8")
    assert "There are 420 rolls." in page
    assert page.count("<iframe") == 2
    assert "<span>The tree of the book</span>" in page
    assert "images/made" not in page


@pytest.mark.parametrize("page", [*DOCS.rglob("*.md")], ids=lambda page: page.stem)
def test_no_page_has_what_shows_nothing_on_a_git_host(page: Path) -> None:
    names = r"^(?:`{3}|:{3})\{(?:tree|game|quiz|run-python|key-point|toctree)\}|^<!--\{value\}"
    assert page.name in ON_SITE_ONLY or not re.search(names, page.read_text("utf-8"), re.MULTILINE)
