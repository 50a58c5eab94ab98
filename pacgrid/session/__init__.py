"""What is watched and played, without a pixel."""
