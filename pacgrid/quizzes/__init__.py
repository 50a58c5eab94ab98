"""Questions on game trees, with keys that searches certify."""
