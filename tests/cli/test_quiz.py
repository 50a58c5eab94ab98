"""`pacgrid quiz`."""

from pathlib import Path


def test_questions_are_printed_without_their_answers_or_written_on_a_page(pacgrid):
    text = pacgrid("quiz", "book", "--kind", "values").stdout
    assert "Which value does each node get" in text
    assert "├─ a1: B ▼ MIN" in text
    assert text.endswith("The value of C\nThe value of D\n")
    assert "Which value" not in pacgrid("quiz", "book", "--save", "q.html").stdout
    assert Path("q.html").stat().st_size > 1000
    text = pacgrid("quiz", "nim:heaps=1-2", "--plies", "1", "-k", "move", "--show-key").stdout
    assert "Which move does MAX make at A?" in text


def test_fresh_questions_with_their_key_of_one_kind_or_several(pacgrid):
    words = "quiz generate --kind pruning --difficulty 2 --seed 7 --count 2 --show-key"
    text = pacgrid(*words.split()).stdout
    assert "The leaves that are pruned: 17, 0" in text
    assert "Question 2: " in text
    assert text == pacgrid(*words.split()).stdout
    text = pacgrid(
        *["quiz", "generate", "-k", "values", "-k", "move", "--count", "1", "--show-key"]
    ).stdout
    assert text.startswith("Questions on trees: difficulty 2, seed 0")
    assert "Question 2: Which move" in text
