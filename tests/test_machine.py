import os

from pacgrid.machine import processors


def test_there_is_at_least_one_processor_and_no_more_than_the_machine_has() -> None:
    assert 1 <= processors() <= (os.cpu_count() or 1)
