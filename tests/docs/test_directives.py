"""What the library makes for the pages of the site, while it is built."""

import re
from pathlib import Path

import pytest

from helpers.site import build

pytestmark = pytest.mark.slow

PAGE = """
# A page

```{tree} book
:agent: alpha_beta
:caption: The tree of the book
```

```{tree} Two chances
:view: svg

MAX
  left: MIN: 3 12 8
  right: MIN: 2 4 6
```

```{tree} book
:view: text
```

```{game} reflex
:layout: pocket
:seed: 3
:max-rounds: 20
```

```{quiz} generate
:kind: pruning
:seed: 4
:count: 1
```

```{quiz}
:kind: values

MAX
  left: MIN: 3 12 8
  right: MIN: 2 4 6
```

```{run-python}
:hidden:
number = 1233
```

```{run-python}
number += 1
print("printed")
number
```

```{run-python}
:raises: ZeroDivisionError
1 / 0
```

```{run-python}
from pacgrid import Layout, State
State.initial(Layout.load("pocket"))
```

There are {value}`number` nodes.

```{value} number > 3
```
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    other = "# Another page\n\nThere is {value}`'number' in dir()` here.\n"
    index = f"{PAGE}\n```{{toctree}}\nother\n```\n"
    assert build(folder, index=index, other=other) == ""
    return folder / "out"


@pytest.fixture(scope="module")
def page(site: Path) -> str:
    return (site / "index.html").read_text("utf-8")


def test_trees_games_and_quizzes_are_pages_in_frames_with_captions(site: Path, page: str) -> None:
    sources, titles = zip(*re.findall(r'<iframe src="([^"]+)" title="([^"]+)"', page), strict=True)
    assert titles[0] == "The search of alpha_beta on book"
    assert titles[1].startswith("A game of reflex against directional_ghost")
    quizzes = "Which leaves are pruned: difficulty 2, seed 4", "Questions on a drawn tree"
    assert titles[2:] == quizzes
    for source in sources:
        assert "<!DOCTYPE html>" in (site / source).read_text("utf-8")
    assert "<span>The tree of the book</span>" in page
    assert "a2: C ▼ MIN = 2  [3, ∞]  cut: 2 &lt; alpha = 3" in page


def test_drawn_tree_is_a_picture_for_light_and_for_dark(site: Path, page: str) -> None:
    pictures = re.findall(r'<img class="only-(light|dark)" src="([^"]+)" alt="([^"]+)"', page)
    assert [theme for theme, *_ in pictures] == ["light", "dark"]
    assert {alt for *_, alt in pictures} == {"The search of alpha_beta on Two chances"}
    light, dark = ((site / source).read_text("utf-8") for _, source, _ in pictures)
    assert light != dark


def test_cells_of_a_page_share_variables_and_show_what_they_print(site: Path, page: str) -> None:
    outputs = re.findall(r"run-python-output.*?<pre>(.*?)</pre>", page, re.DOTALL)
    texts = [re.sub(r"<.*?>", "", each) for each in outputs]
    assert texts == ["printed\n1234\n", "ZeroDivisionError: division by zero\n"]
    before, _, _ = page.partition("1233")
    assert page.count("1233") == 1
    assert before.endswith('" hidden><div class="run-python-code"><pre>number = ')
    assert re.search(r'<div class="run-python-picture"><svg', page), "a position is drawn"
    assert "There are 1,234 nodes." in page
    assert "<p>True</p>" in page
    assert "There is False here." in (site / "other.html").read_text("utf-8")


MISTAKES = {
    "```{tree} bok\n```": "tree: no game 'bok'; did you mean 'book'?",
    "{value}`1 / 0`": "value: 1 / 0: ZeroDivisionError: division by zero",
    "```{run-python}\n1 / 0\n```": "run-python: ZeroDivisionError: division by zero",
    "```{game} reflex\n:layout: smal\n```": "game: smal: no such layout or file",
    "```{quiz} generate\n:kind: prunning\n```": "quiz: no kind of question 'prunning'",
}


def test_mistakes_in_pages_are_errors_that_name_their_lines(tmp_path: Path) -> None:
    pages = {f"page{number}": f"# A page\n\n{text}\n" for number, text in enumerate(MISTAKES)}
    problems = build(tmp_path, index="# Pages\n", **pages)
    for name, problem in zip(pages, MISTAKES.values(), strict=True):
        assert f"{name}.md:3: ERROR: {problem}" in problems
