import numpy as np
from hypothesis import given, settings

from helpers.mazes import layouts
from pacgrid import Layout, Limits, play
from pacgrid.agents.evaluation import features
from pacgrid.agents.random_agent import RandomAgent
from pacgrid.learning.episode import Episode

NAMES = ("food_left", "bias")
LANE = Layout.parse("%%%%%%\n%P ..%\n%%%%%%")


def test_a_finished_game_ends_with_nothing_more_to_win() -> None:
    record = play(LANE, [RandomAgent()], seed=1)
    assert record.won
    episode = Episode.of(record, NAMES)
    assert len(episode.rewards) == len(episode.features) == record.rounds
    *_, (now, reward, after) = episode.transitions(np.ones(2))
    assert (now.tolist(), reward, after.tolist()) == ([1, 1], 509, [0, 0])


def test_a_game_that_was_cut_short_ends_in_a_turn_without_a_reward() -> None:
    record = play(LANE, [RandomAgent()], seed=1, limits=Limits(rounds=2))
    episode = Episode.of(record, NAMES)
    assert (len(episode.rewards), len(episode.features)) == (2, 3)
    *_, (_, _, after) = episode.transitions(np.array([2.0, 1.0]))
    assert after.tolist() == [episode.features[2][0] / 2, 1]


@settings(max_examples=30)
@given(layouts())
def test_the_rewards_add_up_to_the_score(layout: Layout) -> None:
    ghosts = [RandomAgent() for _ in layout.ghosts]
    record = play(layout, [RandomAgent(), *ghosts], seed=3, limits=Limits(rounds=20))
    episode = Episode.of(record, NAMES)
    assert episode.rewards.sum() == record.score == episode.score
    if len(episode.features):
        first = features(record.first_state, NAMES)
        assert episode.features[0].tolist() == list(first.values())
