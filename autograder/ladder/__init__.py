"""A ladder: entrants play each other, and a table says how strong each of them is."""
