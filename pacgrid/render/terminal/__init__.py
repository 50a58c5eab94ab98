"""The view for people without a screen."""
