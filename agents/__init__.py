"""The shipped agents, one in each file. Each file can stand alone as a submission."""
