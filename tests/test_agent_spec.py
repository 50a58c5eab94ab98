import pytest

from pacgrid.agent_spec import AgentError, AgentSpec


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("minimax", ("minimax", None, {})),
        ("minimax:depth=3", ("minimax", None, {"depth": 3})),
        ("expectimax:ghosts=my_ghost.py", ("expectimax", None, {"ghosts": "my_ghost.py"})),
        ("a/b.py", ("a/b.py", None, {})),
        ("a/b.py:Mine", ("a/b.py", "Mine", {})),
        ("a/b.py:depth=3", ("a/b.py", None, {"depth": 3})),
        ("a/b.py:Mine:depth=3,mood=calm", ("a/b.py", "Mine", {"depth": 3, "mood": "calm"})),
        ("C:\\a\\b.py:Mine", ("C:\\a\\b.py", "Mine", {})),
        (
            "x:p=0.5,on=True,w={'a': 1, 'b': 2}",
            ("x", None, {"p": 0.5, "on": True, "w": {"a": 1, "b": 2}}),
        ),
        ("x:g=min,a:p=0.5,depth=3", ("x", None, {"g": ["min", "a:p=0.5"], "depth": 3})),
        ("x:g=[a:p=1,q=2, min],depth=3", ("x", None, {"g": ["a:p=1,q=2", "min"], "depth": 3})),
        ("x:g=[b:h=[c:p=1,q=2]]", ("x", None, {"g": ["b:h=[c:p=1,q=2]"]})),
        ("x:p=1,2", ("x", None, {"p": (1, 2)})),
        ("x:t='a,b=1',u=[", ("x", None, {"t": "a,b=1", "u": "["})),
    ],
)
def test_a_name_is_parsed(text: str, spec: tuple[str, str | None, dict[str, object]]) -> None:
    assert AgentSpec.parse(text) == AgentSpec(*spec)


@pytest.mark.parametrize(
    "text", ["", "minimax:depth=2,depth=3", "minimax:", "a.py:Mine:x:y=1", "=3"]
)
def test_a_malformed_name_is_refused(text: str) -> None:
    with pytest.raises(AgentError):
        AgentSpec.parse(text)
