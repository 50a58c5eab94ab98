"""The choice of who takes over."""

import pytest

from helpers.shows import CORRIDOR, ROOM, Scripted, eastward, steered
from pacgrid.agent_loader import load_agent
from pacgrid.session.game_source import LiveGame
from pacgrid.session.offer import Offer
from pacgrid.session.player import Player


@pytest.fixture
def offer() -> Offer:
    agents = [load_agent("reflex"), load_agent("random_ghost")]
    return Offer(Player(LiveGame(ROOM, agents), patience=None))


def test_at_first_it_is_the_keyboard_in_the_place_of_pacman(offer: Offer) -> None:
    assert (offer.seat, offer.name) == (0, "keyboard")
    assert offer.names[1] == "reflex"


def test_arrows_and_tab_choose(offer: Offer) -> None:
    for key in ("down", "right"):
        assert offer.press(key)
    assert (offer.seat, offer.name) == (1, "random_ghost")
    offer.press("up")
    offer.press("tab")
    assert (offer.seat, offer.name) == (0, "keyboard")
    offer.press("up")
    assert offer.name == offer.names[-1]
    offer.press("left")
    assert offer.seat == 1


def test_digits_and_letters_choose(offer: Offer) -> None:
    for key, name in (("3", offer.names[2]), ("e", "expectimax"), ("k", "keyboard")):
        assert offer.press(key)
        assert offer.name == name
    for key in ("ß", "0", "9"):
        assert offer.press(key)
        assert offer.name == "keyboard"


def test_the_same_letter_leads_to_the_next_name(offer: Offer) -> None:
    with_r = [name for name in offer.names if name.startswith("r")]
    assert len(with_r) > 1
    seen = []
    for _ in range(len(with_r) + 1):
        offer.press("r")
        seen.append(offer.name)
    assert seen == [*with_r, with_r[0]]


def test_a_name_stays_chosen_as_far_as_the_other_place_has_so_many(offer: Offer) -> None:
    offer.press("right")
    offer.press("up")
    most = len(offer.names)
    offer.press("right")
    assert len(offer.names) < most
    assert offer.name == offer.names[-1]


@pytest.mark.parametrize("key", ["escape", "q", "t"])
def test_some_keys_leave_it_as_it_was(offer: Offer, key: str) -> None:
    (show,) = offer.player.shows
    assert not offer.press(key)
    assert not offer.taken
    assert offer.player.shows == (show,)


def test_enter_takes(offer: Offer) -> None:
    offer.press("e")
    assert not offer.press("enter")
    assert offer.taken
    assert offer.player.shows[0].agents == ("expectimax", "random_ghost")
    offer.player.leave()


def test_nobody_takes_over_where_the_game_is_over() -> None:
    show = eastward()
    while show.next_ply():
        pass
    player = Player(show, patience=None)
    player.go_to(player.last)
    offer = Offer(player)
    assert offer.press("enter")
    assert offer.trouble == "the game is over at this point: step back first"
    offer.press("down")
    assert not offer.trouble


def test_who_can_not_be_loaded_is_told_of() -> None:
    offer = Offer(Player(LiveGame(CORRIDOR, [Scripted([])]), patience=None))
    offer.press("down")
    assert offer.press("enter")
    assert "scripted" in offer.trouble
    assert not offer.taken


def test_of_two_games_each_can_be_taken_over() -> None:
    player = Player(eastward(), eastward(), patience=None)
    offer = Offer(player)
    assert offer.seats == [(0, 0), (1, 0)]
    offer.press("right")
    offer.press("e")
    assert not offer.press("enter")
    assert [show.agents for show in player.shows] == [("scripted",), ("expectimax",)]
    player.leave()


def test_one_keyboard_steers_in_one_of_the_games() -> None:
    player = Player(eastward(), steered(), patience=None)
    offer = Offer(player)
    assert offer.press("enter")
    assert "the keyboard already controls" in offer.trouble
    offer.press("right")
    assert not offer.press("enter")
    player.leave()
