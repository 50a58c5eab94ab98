"""From what was observed of a search to the mistake that it makes."""
