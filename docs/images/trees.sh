#!/bin/sh
# Draws the search trees of docs/trees.md and of the README again.
set -e
cd "$(dirname "$0")"
pacgrid tree book --save tree_book.svg
PACGRID_THEME=dark pacgrid tree book --step 16 --save tree_step.svg
pacgrid tree three_players --save tree_three_players.svg
pacgrid tree hexapawn --agent alpha_beta:depth=1 --save tree_hexapawn_boards.svg
