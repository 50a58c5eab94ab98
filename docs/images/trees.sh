#!/bin/sh
# Draws the search trees of docs/trees.md and of the README again.
set -e
cd "$(dirname "$0")"
pacgrid tree book --save tree_book.svg
PACGRID_THEME=dark pacgrid tree book --step 16 --save tree_step.svg
pacgrid tree first_leaf --save tree_first_leaf.svg
pacgrid tree right_to_left --save tree_right_to_left.svg
pacgrid tree careless_min --agent minimax --agent expectimax --save tree_careless_min.svg
pacgrid tree tie --agent alpha_beta --agent alpha_beta:pruning=book --save tree_tie.svg
pacgrid tree averages --save tree_averages.svg
pacgrid tree monotonic monotonic_squared --agent minimax --agent expectimax --save tree_monotonic.svg
pacgrid tree three_players --save tree_three_players.svg
pacgrid tree trust --save tree_trust.svg
pacgrid tree tictactoe:win=10 --agent minimax:depth=1 --symmetry --save tree_tictactoe.svg
pacgrid tree hexapawn:win=6 --agent iterative_deepening:depth=3 --iteration 3 --symmetry --save tree_hexapawn.svg
pacgrid tree gamble --save tree_gamble.svg
pacgrid tree cut_off --agent minimax:depth=1 --save tree_cut_off.svg
pacgrid tree lottery --agent expected_utility:utility=logarithmic:wealth=800 --save tree_lottery.svg
pacgrid tree uniform:branching=2,depth=4 --save tree_uniform.svg
pacgrid tree --layout small --agent alpha_beta:depth=1 --max-nodes 14 --save tree_pacman.svg
pacgrid tree hexapawn --agent alpha_beta:depth=1 --save tree_hexapawn_boards.svg
