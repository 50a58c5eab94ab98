"""Each tutorial, followed word by word in an empty folder."""

from pathlib import Path

import pytest

from helpers.tutorials import Replace, Run, Save, steps

FOLDER = Path(__file__).parents[2] / "docs" / "tutorials"
PAGES = sorted(page for page in FOLDER.glob("*.md") if page.stem != "index")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_block_is_a_step_of_the_reader(page: Path) -> None:
    assert any(isinstance(step, Run) for step in steps(page.read_text("utf-8")))


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_reader_gets_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    for step in steps(page.read_text("utf-8")):
        step.follow(tmp_path)


def test_steps_are_files_replaced_lines_and_commands_with_their_output(tmp_path: Path) -> None:
    page = """
Save this as `a.txt`:

```text
one
two
```

In `a.txt`, replace this line:

```text
two
```

by this one:

```text
three
```

```sh
cat a.txt
echo "4 seconds"
```

```text
one
three
... seconds
```

```sh
python3 -m pip install nothing
```
"""
    found = list(steps(page))
    assert [type(step) for step in found] == [Save, Replace, Run, Run]
    for step in found:
        step.follow(tmp_path)


def test_output_that_differs_and_command_that_fails_are_noticed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="two"):
        Run("echo two", "one\n").follow(tmp_path)
    with pytest.raises(AssertionError):
        Run("false\necho one", "one\n").follow(tmp_path)


def test_block_that_is_no_step_is_refused() -> None:
    with pytest.raises(ValueError, match="a reader can't know"):
        list(steps("Look:\n\n```python\n1 + 1\n```\n"))
