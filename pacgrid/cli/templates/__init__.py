"""What `pacgrid new` writes: each file is an agent that works, to be made better."""
