"""Other games than Pac-Man, for the same search agents."""
