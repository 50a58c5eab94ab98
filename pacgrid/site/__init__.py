"""The playground: a page in which Pacgrid runs, and the command that builds it."""
