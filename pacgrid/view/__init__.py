"""Watching and playing: a window, and drawings in the terminal.

What is to be seen is computed first, from states alone (`scene`, `shapes`, `walls`, `caption`);
painters (`board` and `bars` with pygame, `raster` with numpy, `terminal` with rich) then only put
it where it belongs.
"""
