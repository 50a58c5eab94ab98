"""Pages that show pairs side by side."""
