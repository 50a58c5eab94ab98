"""Records of games, and what agents thought in them: saved, loaded, recovered when truncated."""
