"""For those who write assignments: trying them out, and handing them out."""
