"""The pages of a ladder: who is how strong, every entrant's own page, and games that play."""
