"""Results of suites: written, read again, and joined."""

import json
from pathlib import Path

import pytest

from pacgrid.suites.results import ContestResults, SuiteAgent, SuiteResults
from pacgrid.suites.suite import Suite, SuiteError


def contest(agent: str, ghosts: str = "arcade", score: int = 5) -> ContestResults:
    return ContestResults(
        group="mine",
        layout="pocket",
        ghosts=ghosts,
        agent=agent,
        won=[True, False],
        scores=[510, score],
        rounds=[7, 9],
        moves=[7, 9],
    )


def results(*contests: ContestResults) -> SuiteResults:
    agents = dict.fromkeys(each.agent for each in contests)
    return SuiteResults(
        suite="v1",
        hash="0123456789ab",
        version="0.1.0",
        command="pacgrid bench --suite v1",
        agents=[SuiteAgent(name=name) for name in agents],
        contests=list(contests),
    )


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    file, written = tmp_path / "r.json", results(contest("reflex"), contest("minimax"))
    file.write_text(written.text())
    assert SuiteResults.load(file) == written
    assert len(file.read_text().splitlines()) < 30


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data["contests"][0]["scores"].pop(),
        lambda data: data["contests"][0].update(pacman_failed=[2]),
        lambda data: data.update(format=2),
        lambda data: data.pop("hash"),
        lambda data: data.update(more=1),
        lambda data: data.update(contests=[]),
        lambda data: data["contests"][0].update(scores=[10**400, 5]),
        lambda data: data["contests"][0].update(nodes=[10**400, 5]),
        lambda data: data["contests"][0].update(regrets=[1.7e308, 1.7e308]),
    ],
)
def test_other_files_are_no_results(tmp_path: Path, spoil: object) -> None:
    data = json.loads(results(contest("reflex")).text())
    spoil(data)  # type: ignore[operator]
    file = tmp_path / "r.json"
    file.write_text(json.dumps(data))
    with pytest.raises(SuiteError, match=r"r.json: has no results of a suite; write some with"):
        SuiteResults.load(file)
    with pytest.raises(SuiteError, match=r"s.json: no such file"):
        SuiteResults.load(tmp_path / "s.json")


def test_results_of_another_suite_are_refused() -> None:
    group = {"name": "mine", "layouts": ["pocket"], "ghosts": ["arcade"], "games": 2, "rounds": 9}
    suite = Suite.model_validate({"title": "Mine", "groups": [group]})
    found = results(contest("reflex"))
    found.check(suite, "v1", "0123456789ab", Path("r.json"))
    with pytest.raises(SuiteError, match=r"r.json: was played on v1 with the hash 0123456789ab"):
        found.check(suite, "v1", "ffffffffffff", Path("r.json"))
    other = results(contest("reflex").model_copy(update={"layout": "medium"}))
    with pytest.raises(SuiteError, match=r"r.json: v1 has no board medium in a group mine"):
        other.check(suite, "v1", "0123456789ab", Path("r.json"))


def test_an_agent_that_played_the_same_games_has_one_row() -> None:
    mine = results(contest("reflex"), contest("minimax"))
    theirs = results(contest("reflex"), contest("reflex", "their_team.py"))
    joined = mine.joined(theirs, "theirs")
    assert [agent.name for agent in joined.agents] == ["reflex", "minimax"]
    assert [each.ghosts for each in joined.contests] == ["arcade", "arcade", "their_team.py"]


def test_an_agent_that_played_otherwise_has_another_name() -> None:
    mine, theirs = results(contest("my.py")), results(contest("my.py", score=6))
    joined = mine.joined(theirs, "theirs")
    assert [agent.name for agent in joined.agents] == ["my.py", "my.py (theirs)"]
    assert {each.agent for each in joined.contests} == {"my.py", "my.py (theirs)"}
    assert SuiteResults.model_validate_json(joined.text()) == joined


def test_files_of_one_name_keep_all_their_agents() -> None:
    joined = results(contest("my.py"))
    for score in (6, 7, 6):
        joined = joined.joined(results(contest("my.py", score=score)), "theirs")
    assert [agent.name for agent in joined.agents] == [
        "my.py",
        "my.py (theirs)",
        "my.py (theirs 2)",
    ]
    assert [each.scores[1] for each in joined.contests] == [5, 6, 7]
