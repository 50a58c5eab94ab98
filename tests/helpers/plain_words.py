"""What the authors of `tests/students` call their mistakes, and what the catalogue does."""

from collections.abc import Mapping

OUTSIDE = frozenset({"crashes", "loops", "random"})
"""What no mistake of the catalogue is. Nothing should be named."""

_NAMES = {
    "Pac-Man averages": "pacman_averages",
    "Pac-Man minimises": "pacman_minimises swaps_sides",
    "STOP left out": "no_stop",
    "STOP left out at the root": "no_stop_at_root",
    "STOP left out in the tree": "no_stop_below_root",
    "all ghosts in one MIN layer": "two_plies_per_round alternating_layers",
    "alpha and beta swapped": "swaps_bounds",
    "alpha not raised below the root": "alpha_not_raised",
    "beta not tightened": "beta_not_lowered",
    "bounds shared between siblings": "shares_bounds",
    "chance not uniform": "weighs_worst_more",
    "constant divisor": "divides_by4 divides_by_pacmans_actions",
    "depth counted per agent instead of per round": "depth_per_agent",
    "depth one too few": "one_round_too_few one_ply_too_few last_ghosts_do_not_move only_own_move",
    "depth one too many": "one_round_too_many one_ply_too_many",
    "evaluates the parent instead of the leaf": "evaluates_parent",
    "evaluates the root instead of the leaf": "evaluates_root",
    "expands twice": "generates_twice",
    "finished game counted as ±500": "finished_games_are500 finished_games_with_bonus",
    "finished game given to the evaluation": "evaluates_finished_games"
    " evaluates_finished_at_cut_off",
    "ignores the given evaluation": "ignores_evaluation",
    "integer mean": "rounds_mean",
    "last ghost forgotten": "last_ghost_forgotten",
    "layers by parity": "alternating_layers",
    "loss tested but not win": "only_losses_end",
    "maximum in a chance layer": "ghosts_maximise",
    "maximum in the last chance layer": "last_ghost_maximises second_ghost_maximises",
    "memo keeps bounds as values": "memo_of_bounds",
    "memo whose key lacks the depth": "memo_without_depth",
    "minimum in a chance layer": "takes_minimum",
    "minimum in the last chance layer": "last_ghost_minimises",
    "no cut-off": "no_cut_off",
    "no pruning": "prunes_nothing",
    "no search": "does_not_search chooses_first only_own_move",
    "no terminal test": "no_terminal_test",
    "null window without a re-search": "null_window_only",
    "one chance layer for all ghosts": "averages_all_ghosts_at_once two_plies_per_round"
    " alternating_layers",
    "prunes in chance layers": "prunes_on_mean",
    "prunes on equality": "prunes_on_equality",
    "recognises known positions": "does_not_search",
    "returns None": "returns_nothing",
    "returns the bound instead of the value": "returns_bound",
    "returns the value instead of the action": "returns_value",
    "root does not update alpha": "root_alpha_not_raised",
    "running average": "averages_as_it_goes",
    "second ghost maximises": "second_ghost_maximises last_ghost_maximises",
    "self.depth counted down and not put back": "depth_not_put_back",
    "sign error of negamax": "changes_sign_each_ply",
    "state kept between moves": "keeps_values keeps_alpha mixes_values memo_without_depth",
    "sum instead of mean": "sums",
    "terminal states evaluated only at the cut-off": "terminal_test_at_cut_off",
    "the same ghost moved every time": "alternating_layers two_plies_per_round"
    " only_first_ghost_chooses",
    "uniform over illegal actions too": "divides_by_all_actions",
    "value starts at 0": "starts_at_zero",
    "value starts at a number too small": "starts_at999 bounds_start_at999",
    "win tested but not loss": "only_wins_end",
    "wrong bound compared": "compares_with_own_bound",
}

MEANT: Mapping[str, frozenset[str]] = {
    words: frozenset(names.split()) for words, names in _NAMES.items()
}
"""For each name that an author gives: what the catalogue may call it."""
