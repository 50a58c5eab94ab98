"""What runs in the page's Python: grading, games, searches and cells of code, as calls by name."""
