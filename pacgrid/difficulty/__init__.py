"""How hard a layout is for Pac-Man."""
