import inspect
import sys
from pathlib import Path

from helpers.copied_code import MINE, OTHER, compared, handed_in
from helpers.disguise import disguised
from helpers.report_formats import POLICY, Page
from pacgrid.autograder.copies.pages.pages_folder import write_pages
from pacgrid.autograder.copies.pairs import Comparison
from pacgrid.autograder.copies.report import CopiesReport

EVIL = "</td><script>alert(1)</script>\N{RIGHT-TO-LEFT OVERRIDE}"


def report(*submissions) -> CopiesReport:
    documents = compared(*submissions)
    return CopiesReport(documents, Comparison(documents).pairs(), ["kim: <b>: can't be read"])


def written(folder: Path, *submissions, most: int = 9) -> dict[str, str]:
    write_pages(folder, report(*submissions), most)
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*.html"))
    }


def test_a_pair_is_shown_side_by_side_with_what_is_alike_marked(tmp_path: Path) -> None:
    copy = disguised(MINE, "renamed", 1)
    pages = written(
        tmp_path, handed_in("ada", MINE), handed_in("eve", copy), handed_in("bob", OTHER)
    )
    assert list(pages) == ["index.html", "pairs/0001.html"]
    page = pages["pairs/0001.html"]
    assert page.count('class="rare"') > 10
    assert 'href="#r0-' in page
    assert 'href="#l0-' in page
    targets = {part.split('"')[0] for part in page.split('href="#')[1:]}
    assert all(f'id="{target}"' in page for target in targets)


def test_hostile_names_and_code_are_text(tmp_path: Path) -> None:
    text = f"{MINE}\nx = '{EVIL}'\n"
    ada = handed_in(f"ada{EVIL}", text)
    pages = written(tmp_path, ada, handed_in("eve", text + "# copied", f"{EVIL}.py"))
    for page in pages.values():
        read = Page(page)
        assert "script" not in read.tags
        assert not read.others[1:]
        assert POLICY in page
        assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in page
        assert "<script>alert(1)" in read.text


def test_code_that_is_nested_too_deeply_for_the_pages_stack_is_not_marked(tmp_path: Path) -> None:
    nested = f"{MINE}\nx = {'-' * 200}y\n"
    found = report(handed_in("ada", nested), handed_in("eve", nested + "# copied"))
    frames = len(inspect.stack())
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(frames + 150)
    try:
        write_pages(tmp_path, found, 9)
    finally:
        sys.setrecursionlimit(limit)
    assert "--------y" in (tmp_path / "pairs" / "0001.html").read_text("utf-8")


def test_the_same_report_gives_the_same_pages_and_old_ones_are_removed(tmp_path: Path) -> None:
    own = [handed_in("ada", MINE), handed_in("eve", disguised(MINE, "loops", 1))]
    first = written(tmp_path / "one", *own)
    (tmp_path / "one" / "pairs" / "0002.html").write_text("of an earlier report")
    assert written(tmp_path / "one", *own) == first == written(tmp_path / "two", *own)
    assert list(written(tmp_path / "one", own[0])) == ["index.html"]
