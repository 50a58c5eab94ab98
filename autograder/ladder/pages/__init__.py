"""The pages of a ladder: how strong everybody is, every entrant's own page, and games that play."""
