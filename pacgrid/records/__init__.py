"""Records of games, and what agents thought in them."""
