"""Test cases in the text format of Berkeley's course CS 188."""
