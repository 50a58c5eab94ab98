"""`pacgrid doctor`: what this machine offers."""

import typer

from pacgrid.cli.console import SafeConsole
from pacgrid.cli.json_output import JsonOutput
from pacgrid.cli.options import JsonOption


def doctor(json_path: JsonOption = None) -> None:
    """Say what this machine offers: sandboxes, cores, screens, programs, packages.

    If something is missing, a line says what that means and what to do. The exit
    code is 0 if agents can be written, watched and graded here, else 1.
    """
    from pacgrid.cli.machine import Machine
    from pacgrid.cli.machine_report import is_usable, report, to_json

    json_output = JsonOutput(json_path)
    machine = Machine.this()
    json_output.write(to_json(machine))
    console = SafeConsole(stderr=json_output.is_stdout, soft_wrap=True)
    console.print(report(machine, console.width if console.is_terminal else None))
    if not is_usable(machine):
        raise typer.Exit(1)
