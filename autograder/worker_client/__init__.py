"""The grader's side of a worker."""
