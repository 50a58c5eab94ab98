"""`python -m pacgrid` is the command `pacgrid`."""


def main() -> None:
    """Run the command. Processes that grade import this file, too, but load no commands."""
    from pacgrid.cli import main

    main()


if __name__ == "__main__":
    main()
