"""The shipped agents, one per file. Each file works on its own as a submission."""
