from dataclasses import replace

from helpers.copied_code import MINE, OTHER, compared, handed_in
from pacgrid.autograder.copies.document import MOST_BYTES, MOST_PARTS, Public, documents
from pacgrid.common.failure import Failure


def test_the_same_files_are_one_document() -> None:
    found = compared(handed_in("ada", MINE), handed_in("bob", OTHER), handed_in("eve", MINE))
    assert [each.names for each in found] == [("ada", "eve"), ("bob",)]
    assert found[0].name == "ada and 1 more"


def test_what_everybody_was_given_does_not_count() -> None:
    public = Public.of([MINE.encode(), b"can't be parsed ("])
    whole, part = compared(handed_in("ada", MINE), handed_in("bob", MINE + OTHER), public=public)
    assert whole.files == ()
    (alone,) = compared(handed_in("eve", OTHER))
    assert 0 < len(part.tokens) <= len(alone.tokens)
    assert not part.details & {"fear", "0.75"}


def test_classes_beyond_the_limit_are_one_part() -> None:
    classes = [f"class A{n}:\n    x = [a.f(b, c)[0] for a in b if a < c]\n" for n in range(150)]
    (document,) = compared(handed_in("ada", "\n".join(classes)))
    assert len(document.parts) == MOST_PARTS
    (some,) = compared(handed_in("bob", "\n".join(classes[:MOST_PARTS])))
    assert len(some.parts) == MOST_PARTS
    assert set(some.tokens) <= set(document.tokens)
    assert set(some.operations) <= set(document.operations)


def test_each_file_that_is_not_compared_has_a_line() -> None:
    found, notes = documents(
        [
            handed_in("ada", MINE),
            handed_in("broken", "x = ("),
            handed_in("huge", b"x = 1\n" * (MOST_BYTES // 6 + 1)),
            replace(handed_in("refused", ""), problem=Failure("is damaged")),
            handed_in("answers", "a = 1", file="exercise.toml"),
        ],
        Public(),
    )
    assert [each.name for each in found if each.parts] == ["ada"]
    assert notes == [
        "refused: is damaged",
        "broken: not compared: agent.py is not Python in line 1 ('(' was never closed)",
        "huge: not compared: more than 256 KiB of Python",
    ]
