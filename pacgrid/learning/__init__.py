"""Learning from games: the weights of an evaluation."""
