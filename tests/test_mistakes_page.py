"""docs/mistakes.md: it lists all known mistakes, and its example works.

When the catalogue has changed, write the tables anew:

    python tests/test_mistakes_page.py
"""

import re
from pathlib import Path

from pacgrid.autograder.diagnosis.catalogue import SHIPPED, known_mistakes, mistakes_in
from pacgrid.autograder.diagnosis.mistake import EVERY_SEARCH, Mistake

PAGE = Path(__file__).parents[1] / "docs" / "mistakes.md"
HEADING = "## All known mistakes\n"
ABOUT = re.compile(r"Mistakes (in|with) (?P<about>.+?)[.:]")


def tables() -> str:
    """The mistakes by module, each with its searches."""
    lines = []
    for module in SHIPPED:
        found: dict[str, list[Mistake]] = {}
        for search in EVERY_SEARCH:
            for mistake in mistakes_in(module, search):
                found.setdefault(mistake.finding.mistake, []).append(mistake)
        about = ABOUT.search(module.__doc__ or "")
        assert about, module
        lines += ["", f"### {about['about'].capitalize()}", ""]
        lines += ["| Your search … | in | hint | read |", "|---|---|---|---|"]
        lines += map(_row, found.values())
    return "\n".join([*lines, ""])


def _row(mistakes: list[Mistake]) -> str:
    finding = mistakes[0].finding
    searches = dict.fromkeys(mistake.search.replace("_", "-") for mistake in mistakes)
    which = ", ".join(searches) if len(searches) < len(EVERY_SEARCH) else "all"
    remark = " (a remark)" * mistakes[0].is_remark
    section = finding.section.rpartition(" ")[2]
    return f"| {finding.title}{remark} | {which} | {finding.hint} | {section} |"


def test_it_lists_all_known_mistakes() -> None:
    assert PAGE.read_text("utf-8").partition(HEADING)[2] == tables()


def test_its_example_works(tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(.+?)```", PAGE.read_text("utf-8"), re.DOTALL)
    file = tmp_path / "our_mistakes.py"
    file.write_text(example)
    ours = [mistake for mistake in known_mistakes("minimax", [file]) if mistake.search == "minimax"]
    titles = [mistake.finding.title for mistake in ours[-2:]]
    assert titles == ["counts lost games twice"] * 2


if __name__ == "__main__":
    text = PAGE.read_text("utf-8").partition(HEADING)[0]
    PAGE.write_text(text + HEADING + tables(), "utf-8")
