"""Where Pacgrid grades for another system: an image, and adapters."""
