#!/bin/sh
# Draws the search trees of docs/trees.md and of the README again.
set -e
cd "$(dirname "$0")"
pacgrid tree book --svg tree_book.svg
pacgrid tree book --step 16 --theme dark --svg tree_step.svg
pacgrid tree first_leaf --svg tree_first_leaf.svg
pacgrid tree right_to_left --svg tree_right_to_left.svg
pacgrid tree monotonic --agent minimax --svg tree_minimax.svg
pacgrid tree monotonic --agent expectimax --svg tree_expectimax.svg
pacgrid tree gamble --svg tree_gamble.svg
pacgrid tree cut_off --agent minimax:depth=1 --svg tree_cut_off.svg
pacgrid tree lottery --agent expected_utility:utility=logarithmic:wealth=800 --svg tree_lottery.svg
pacgrid tree uniform:branching=2,depth=4 --svg tree_uniform.svg
pacgrid tree --layout small --agent alpha_beta:depth=1 --max-nodes 24 --svg tree_pacman.svg
