"""Games and searches to watch and play, without a pixel."""
