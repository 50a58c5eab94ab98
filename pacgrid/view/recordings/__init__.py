"""What is made of saved games: films, contact sheets, plots."""
