import os

from pacgrid.common.cpus import available_cpus


def test_there_is_at_least_one_processor_and_no_more_than_the_machine_has() -> None:
    assert 1 <= available_cpus() <= (os.cpu_count() or 1)
