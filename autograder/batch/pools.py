"""Chooses the pool for jobs: this process, several processes, or a cluster."""

from contextlib import AbstractContextManager

from pacgrid.common.cpus import available_cpus

from ..sandbox.level import Level
from .cluster_access import ClusterAccess
from .pool import InlinePool, Pool


def open_pool(
    level: Level, processes: int | None = None, access: ClusterAccess | None = None
) -> AbstractContextManager[Pool]:
    """A pool of `processes` of this machine (one for each core by default), or of the Dask cluster
    that `access` leads to, whose workers run at the sandbox `level`. Use it in a `with`.

    Its start raises ClusterError or PoolError if the cluster can't be used.
    """
    processes = processes or available_cpus()
    if access:
        from .cluster import cluster

        return cluster(access, level, processes)
    if processes == 1:
        return InlinePool()
    from .process_pool import ProcessPool

    return ProcessPool(processes, level)
