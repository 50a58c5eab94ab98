"""`python -m pacgrid` is the command `pacgrid`."""

from pacgrid.cli import main

if __name__ == "__main__":
    main()
