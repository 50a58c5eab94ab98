"""Files to begin with. Each answers one question of the shipped assignment, with one mistake."""
