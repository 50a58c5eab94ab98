"""What is wrong or odd in a layout, and its numbers."""
