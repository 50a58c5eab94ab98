"""What a misspelt name probably means."""

from pathlib import Path

import pytest

from pacgrid.common.suggestion import did_you_mean, similar_file, why_no_file


def test_only_a_name_that_is_like_another_suggests_it() -> None:
    assert did_you_mean("meduim", ["small", "medium"]) == "did you mean 'medium'?"
    assert did_you_mean("palace", ["small", "medium"]) == ""


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("my_agnet.py", "my_agent.py"),
        ("My_agent.py", "my_agent.py"),
        ("my_agnet.toml", ""),  # another suffix
        ("ours.py", ""),
        ("my_foldr.py", ""),  # a folder
        ("my_agnet", ""),  # a name, not a file
        ("none/my_agent.py", ""),
        ("my_agent\0.py", "my_agent.py"),
        ("none\0/my_agent.py", ""),
    ],
)
def test_a_file_like_the_missing_one_is_suggested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, meant: str
) -> None:
    (tmp_path / "my_agent.py").touch()
    (tmp_path / "my_folder.py").mkdir()
    monkeypatch.chdir(tmp_path)
    for folder in (tmp_path, Path()):
        hint = f"did you mean {str(folder / meant)!r}?" if meant else ""
        assert similar_file(folder / name) == hint


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert why_no_file(tmp_path) == "is not a file"
    assert why_no_file(tmp_path / "a.py") == "no such file"
