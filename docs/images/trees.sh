#!/bin/sh
# Draws the search trees of docs/trees.md and of the README again.
set -e
cd "$(dirname "$0")"
pacgrid tree book --svg tree_book.svg
pacgrid tree book --step 16 --theme dark --svg tree_step.svg
pacgrid tree first_leaf --svg tree_first_leaf.svg
pacgrid tree right_to_left --svg tree_right_to_left.svg
pacgrid tree careless_min --agent minimax --agent expectimax --svg tree_careless_min.svg
pacgrid tree tie --agent alpha_beta --agent alpha_beta:pruning=book --svg tree_tie.svg
pacgrid tree averages --svg tree_averages.svg
pacgrid tree monotonic monotonic_squared --agent minimax --agent expectimax --svg tree_monotonic.svg
pacgrid tree three_players --svg tree_three_players.svg
pacgrid tree trust --svg tree_trust.svg
pacgrid tree tictactoe:win=10 --agent minimax:depth=1 --symmetry --svg tree_tictactoe.svg
pacgrid tree hexapawn:win=6 --agent iterative_deepening:depth=3 --iteration 3 --symmetry --svg tree_hexapawn.svg
pacgrid tree gamble --svg tree_gamble.svg
pacgrid tree cut_off --agent minimax:depth=1 --svg tree_cut_off.svg
pacgrid tree lottery --agent expected_utility:utility=logarithmic:wealth=800 --svg tree_lottery.svg
pacgrid tree uniform:branching=2,depth=4 --svg tree_uniform.svg
pacgrid tree --layout small --agent alpha_beta:depth=1 --max-nodes 14 --svg tree_pacman.svg
pacgrid tree hexapawn --agent alpha_beta:depth=1 --svg tree_hexapawn_boards.svg
