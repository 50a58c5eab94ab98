"""Loops without an end while it is imported."""

EXPECT = "took more than 1.5 CPU seconds to load; games of your own belong under .*"

while True:
    pass
