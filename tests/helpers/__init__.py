"""What many tests use: mazes, other games, courses, submissions, oracles, a browser."""
