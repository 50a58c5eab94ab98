"""The files that `pacgrid new` writes: working agents for you to improve."""
