"""Lectures as notebooks."""

from pathlib import Path
from typing import Any

import pytest

from helpers.site import DOCS, build

nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")

PAGE = """
# A lecture

There are {value}`2 + 3` nodes, see [the rules](../rules.md) and [a book](https://example.org/).

```{tree} book
:agent: minimax
:view: svg
```

```{tree}
:agent: expectimax:depth=1
MAX: 1 2
```

```{game} alpha_beta:depth=1
:layout: pocket
:ghosts: random_ghost
:seed: 3
:max-rounds: 5
:caption: A game.
```

:::{key-point}
The value is {value}`40 + 2`.
:::

```{quiz} generate
:kind: values pruning
:difficulty: 1
:seed: 2
:count: 1
```

<details>
<summary>A solution</summary>

```{run-python}
answer = 42
```

</details>
"""


@pytest.mark.slow
def test_a_lecture_offers_its_slides_and_a_notebook_that_computes_the_same(tmp_path: Path) -> None:
    index = "# Pages\n\n```{toctree}\nlectures/small\n```\n"
    problems = build(tmp_path, "slides", "notebooks", **{"index": index, "lectures/small": PAGE})
    assert "ERROR" not in problems
    lectures = tmp_path / "out" / "lectures"
    book: Any = nbformat.read(lectures / "small.ipynb", as_version=4)
    code = [cell.source for cell in book.cells if cell.cell_type == "code"]
    assert code[0].startswith('"""What the cells below share.')
    assert code[1:] == [
        "show_search('minimax:depth=20', load_game('book'))",
        'show_search(\'expectimax:depth=1\', DrawnTree.parse("""\nMAX: 1 2\n"""))',
        "show_game('alpha_beta:depth=1', 'pocket', ghosts='random_ghost', seed=3, rounds=5)",
        "generate('values', difficulty=1, seed=2, count=1)",
        "generate('pruning', difficulty=1, seed=2, count=1)",
        "answer = 42",
    ]
    assert [cell.source for cell in book.cells if cell.cell_type == "markdown"] == [
        "# A lecture\n\nThere are 5 nodes, see the rules and [a book](https://example.org/).",
        "A game.",
        "> The value is 42.",
        "**A solution**",
    ]
    page = (lectures / "small.html").read_text("utf-8")
    assert '<a href="small.ipynb" download>' in page
    assert 'class="lecture-slides" hidden>' in page
    assert '<div class="key-point docutils' in page
    assert "lecture-slides" not in (tmp_path / "out" / "index.html").read_text("utf-8")


@pytest.mark.slow
def test_notebook_of_a_lecture_runs(tmp_path: Path) -> None:
    """One of them: all cells of all lectures run when the site is built."""
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    text = (DOCS / "lectures" / "minimax.md").read_text("utf-8")
    index = "# Pages\n\n```{toctree}\nlectures/page\n```\n"
    build(tmp_path, "plain_pages", "slides", "notebooks", **{"index": index, "lectures/page": text})
    book = nbformat.read(tmp_path / "out" / "lectures" / "page.ipynb", as_version=4)
    nbformat.validate(book)
    nbclient.NotebookClient(book, timeout=300).execute()
    shown = [output for cell in book.cells for output in cell.get("outputs", ())]
    frames = [each for each in shown if "text/html" in each.get("data", {})]
    assert len(frames) == sum(text.count(f"<!--{{{name}}}") for name in ("tree", "game", "quiz"))
