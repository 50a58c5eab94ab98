"""`pacgrid doctor`: what this machine offers."""

import typer

from pacgrid.cli.console import SafeConsole
from pacgrid.cli.json_output import JsonOutput
from pacgrid.cli.options import JsonOption


def doctor(json_path: JsonOption = None) -> None:
    """Say what this machine offers: sandboxes, cores, screens, programs, packages.

    For each lack, a line says what it means and what to do. The exit code is 0
    if you can write and watch agents here and grade those of others, else 1.
    """
    from pacgrid.cli.machine import Machine
    from pacgrid.cli.machine_report import is_usable, report, to_json

    json_output = JsonOutput(json_path)
    machine = Machine.this()
    json_output.write(to_json(machine))
    SafeConsole(stderr=json_output.is_stdout, soft_wrap=True).print(report(machine))
    if not is_usable(machine):
        raise typer.Exit(1)
