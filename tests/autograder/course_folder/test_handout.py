from pathlib import Path

import pytest

from helpers.course_folders import write_files
from pacgrid.autograder.course.errors import CourseError
from pacgrid.autograder.course_folder.handout import Handout

TEXT = """# Look ahead

Read *chapter 5* <script>alert(1)</script>.

![The book's tree](tree:book) ![Ours](tree:ours.tree) ![Board](layout:small) ![Photo](photo.png)

| a | b |
|---|---|
| 1 | 2 |
"""
OURS = "MAX\n  left: MIN: 41 42\n  right: 43\n"


def handout(folder: Path, text: str = TEXT) -> Handout:
    write_files(folder, {"handout.md": text, "ours.tree": OURS, "photo.png": "picture"})
    return Handout.load(folder / "handout.md", "A course", "due soon", "Title")


def test_a_handout_draws_its_pictures_and_keeps_them_in_one_page(tmp_path: Path) -> None:
    made = handout(tmp_path)
    assert made.title == "Look ahead"
    assert sorted(made.figures) == [
        "layout-small.svg",
        "photo.png",
        "tree-book.svg",
        "tree-ours.svg",
    ]
    assert b">41<" in made.figures["tree-ours.svg"]
    assert "![The book's tree](figures/tree-book.svg)" in made.markdown
    assert made.html.count('src="data:image/svg+xml;base64,') == 3
    assert made.html.count('src="data:image/png;base64,') == 1
    assert "<td>1</td>" in made.html
    assert "<script>" not in made.html
    assert made.files("handout").keys() == {
        "handout.md",
        "handout.html",
        *(f"figures/{name}" for name in made.figures),
    }


def test_a_handout_without_a_heading_has_the_title_of_the_assignment(tmp_path: Path) -> None:
    assert handout(tmp_path, "Words.\n").markdown == "# Title\n\n*A course*: due soon\n\nWords.\n"


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        ("tree:bok", "picture 'tree:bok': no game 'bok'; did you mean 'book'?"),
        ("layout:smal", "picture 'layout:smal': "),
        ("gone.png", "picture 'gone.png': No such file or directory"),
        ("https://x.org/a", "picture 'https://x.org/a': write tree:NAME, layout:NAME, or a file"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_named(
    tmp_path: Path, picture: str, message: str
) -> None:
    with pytest.raises(CourseError) as caught:
        handout(tmp_path, f"![x]({picture})")
    assert f"handout.md: {message}" in str(caught.value)


def test_a_picture_may_have_letters_with_accents_in_its_name(tmp_path: Path) -> None:
    write_files(tmp_path, {"é&b.png": "picture"})
    assert 'src="data:image/png;base64,' in handout(tmp_path, "![An é](é&b.png)\n").html


def test_two_pictures_of_one_name_are_refused(tmp_path: Path) -> None:
    write_files(tmp_path, {"old/photo.png": "another picture"})
    with pytest.raises(CourseError, match=r"two pictures are called 'photo\.png'; rename one"):
        handout(tmp_path, "![New](photo.png) ![Old](old/photo.png)\n")
