"""Every link of the site leads somewhere."""

from pathlib import Path

import pytest

from helpers.site import build

pytestmark = pytest.mark.slow

PAGE = """
# A page

<a href="gone.html">a file</a>
<a href="index.html#gone">an anchor</a>
<a href="#a-page">this page</a>
<a href="playground/index.html">what is built later</a>
<a href="https://example.org/gone">another site</a>
"""


def test_link_to_a_missing_file_or_anchor_is_a_warning(tmp_path: Path) -> None:
    problems = build(tmp_path, "internal_links", index=PAGE).splitlines()
    assert problems == [
        "WARNING: broken link: index.html: gone.html: no such file",
        "WARNING: broken link: index.html: index.html#gone: no such anchor",
    ]


def test_link_to_a_file_of_the_project_leads_to_a_page_that_shows_it(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text("answer = 42\n", "utf-8")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "notes.md").write_text("# Notes\n", "utf-8")
    links = "[code](../code.py), [folder](../folder/), [notes](../folder/notes.md)"
    extensions = ("project_files", "internal_links")
    assert build(tmp_path, *extensions, index=f"# A page\n\n{links}\n") == ""
    shown = tmp_path / "out" / "_files"
    assert "answer" in (shown / "code.py.html").read_text("utf-8")
    assert 'href="folder/notes.md.html"' in (shown / "folder.html").read_text("utf-8")
    assert "Notes" in (shown / "folder" / "notes.md.html").read_text("utf-8")
