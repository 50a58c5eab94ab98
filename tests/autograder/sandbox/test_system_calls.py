"""What a worker can and can't do at each secure level: libraries that must work, and calls that
must fail."""

import platform
from pathlib import Path
from textwrap import dedent, indent

import pytest

from helpers.grading import write
from helpers.sandbox_levels import at_each_level, at_each_secure_level
from pacgrid.autograder.model.limits import Budget, SubmissionLimits
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.sandbox.system_calls import NEWEST
from pacgrid.autograder.worker_client.client import WorkerClient

LIMITS = SubmissionLimits(load=Budget(cpu_seconds=60, seconds=300))


def output(folder: Path, code: str, level: Level) -> list[str]:
    """The lines that `code` prints in a worker."""
    with WorkerClient(write(folder, code), LIMITS, level) as client:
        client.load()
        return client.printed.splitlines()


USES = {
    "arrays": """
        import numpy as np
        a = np.random.default_rng(0).normal(size=(60, 60))
        assert np.allclose(np.linalg.inv(a) @ a, np.eye(60))
    """,
    "arrays in files": """
        import os, tempfile, numpy as np
        with tempfile.TemporaryDirectory() as folder:
            written = np.memmap(os.path.join(folder, "a"), "f8", "w+", shape=9)
            written[:] = 1
            written.flush()
            assert np.memmap(os.path.join(folder, "a"), "f8", "r").sum() == 9
    """,
    "threads": """
        import concurrent.futures, queue, threading, time
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(lambda n: time.sleep(0.001) or n, range(40))) == 780
        barrier = threading.Barrier(2)
        thread = threading.Thread(target=barrier.wait)
        thread.start(); barrier.wait(); thread.join()
        assert not threading.Event().wait(0.01)
    """,
    "threads of C that are joined": """
        import ctypes
        libc, thread = ctypes.CDLL(None), ctypes.c_ulong()
        begin = ctypes.cast(libc.usleep, ctypes.c_void_p)
        assert not libc.pthread_create(ctypes.byref(thread), None, begin, ctypes.c_void_p(1000))
        assert not libc.pthread_join(thread, None)
    """,
    "asyncio": """
        import asyncio
        async def main():
            await asyncio.gather(*(asyncio.sleep(0.001) for _ in range(9)))
            return await asyncio.wait_for(asyncio.to_thread(sum, range(9)), 60)
        assert asyncio.run(main()) == 36
    """,
    "a data base": """
        import os, sqlite3, tempfile
        with tempfile.TemporaryDirectory() as folder:
            for name in (":memory:", os.path.join(folder, "a"), os.path.join(folder, "wal")):
                opened = sqlite3.connect(name)
                opened.execute(f"pragma journal_mode = {'wal' if 'wal' in name else 'delete'}")
                opened.execute("create table t(n)")
                opened.executemany("insert into t values(?)", [(n,) for n in range(9)])
                opened.commit()
                opened.execute("vacuum")
                assert opened.execute("select sum(n) from t").fetchone() == (36,)
                opened.close()
    """,
    "temporary files": """
        import shutil, tempfile, zipfile
        from pathlib import Path
        with tempfile.TemporaryDirectory() as name, tempfile.TemporaryFile() as file:
            file.write(b"text"); file.truncate(2)
            folder = Path(name)
            (folder / "a" / "b").mkdir(parents=True)
            (folder / "c").touch()
            (folder / "c").rename(folder / "a" / "c")
            shutil.copy(folder / "a" / "c", folder / "d")
            with zipfile.ZipFile(folder / "z", "w") as archive: archive.write(folder / "d", "d")
            shutil.rmtree(folder / "a")
            assert {path.name for path in folder.iterdir()} == {"d", "z"}
    """,
    "signals and timers": """
        import signal, time
        rung = []
        signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
        signal.setitimer(signal.ITIMER_REAL, 0.001)
        while not rung: time.sleep(0.001)
        signal.raise_signal(signal.SIGALRM)
        assert len(rung) == 2
    """,
    "the rest of the standard library": """
        import bz2, ctypes, decimal, hashlib, lzma, mmap, os, resource, select, socket, uuid, zlib
        decimal.getcontext().prec = 200
        decimal.Decimal(2).sqrt()
        assert zlib.decompress(zlib.compress(b"x")) == bz2.decompress(bz2.compress(b"x")) == b"x"
        assert ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 1)() == 1
        for options in ({}, {"flags": mmap.MAP_SHARED}, {"access": mmap.ACCESS_WRITE}):
            mmap.mmap(-1, 100, **options)[:1] = b"x"
        one, other = socket.socketpair()
        one.send(b"x")
        assert select.select([other], [], [], 60)[0] and other.recv(1) == b"x"
        uuid.uuid4(), os.times(), os.cpu_count(), os.urandom(1), lzma.compress(b"")
        hashlib.scrypt(b"a", salt=b"b", n=2, r=1, p=1)
        resource.getrusage(resource.RUSAGE_SELF)
    """,
}


@at_each_level
def test_libraries_work(tmp_path, level):
    code = "".join(
        f"def use():\n{indent(dedent(text), '    ')}\nuse()\nprint({name!r})\n"
        for name, text in USES.items()
    )
    assert output(tmp_path, code, level) == list(USES)


@at_each_level
@pytest.mark.slow
def test_compiled_code_and_science_work(tmp_path, level):
    pytest.importorskip("scipy")
    code = """
    import numba, numpy as np, scipy.fft, scipy.optimize, scipy.sparse.linalg, scipy.spatial
    @numba.njit(cache=True)
    def total(n):
        s = 0
        for i in range(n): s += i
        return s
    assert total(9) == 36
    points = np.random.default_rng(0).normal(size=(200, 3))
    scipy.spatial.cKDTree(points).query(points, workers=2)
    scipy.fft.fft(points, workers=2)
    assert scipy.optimize.minimize(lambda x: (x ** 2).sum(), [1.0, 2]).success
    print("works")
    """
    assert output(tmp_path, code, level) == ["works"]


FORBIDDEN = {
    "disk": dict(  # noqa: C408
        fallocate=285, sync=162, syncfs=306, sync_file_range=277
    ),
    "memory of the kernel": dict(  # noqa: C408
        vmsplice=278,
        tee=276,
        splice=275,
        io_setup=206,
        memfd_create=319,
        mlock=149,
        mlockall=151,
        mq_open=240,
        shmget=29,
        semget=64,
        add_key=248,
        timer_create=222,
        io_uring_setup=425,
        landlock_create_ruleset=444,
        seccomp=317,
    ),
    "what others do with a file": dict(  # noqa: C408
        mincore=27,
        cachestat=451,
        preadv2=327,
        pwritev2=328,
        readahead=187,
        fadvise64=221,
        flock=73,
        statfs=137,
        fstatfs=138,
        utimensat=280,
        name_to_handle_at=303,
        inotify_init1=294,
        fanotify_init=300,
    ),
    "what others do": dict(  # noqa: C408
        sysinfo=99,
        getpriority=140,
        sched_getscheduler=145,
        kcmp=312,
        pidfd_open=434,
        process_madvise=440,
        ptrace=101,
        process_vm_readv=310,
        perf_event_open=298,
        syslog=103,
    ),
    "waking others": dict(  # noqa: C408
        futex_waitv=449,
        futex_wake=454,
        futex_wait=455,
        futex_requeue=456,
        set_tid_address=218,
        membarrier=324,
        get_robust_list=274,
    ),
    "reaching others": dict(  # noqa: C408
        socket=41, connect=42, sendmsg=46, sendmmsg=307, recvmsg=47, setsockopt=54
    ),
}
"""The numbers of calls on x86_64, by what they would reach."""
NUMBERS = {name: number for calls in FORBIDDEN.values() for name, number in calls.items()}


@at_each_secure_level
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers are x86_64's")
def test_calls_that_reach_others_or_take_what_no_limit_counts_fail(tmp_path, level):
    code = f"""
    import ctypes, errno
    libc = ctypes.CDLL(None, use_errno=True)
    for name, number in {NUMBERS | {"of the future": NEWEST + 1}!r}.items():
        result = libc.syscall(number, *[ctypes.c_long(0)] * 6)
        print(name, result, errno.errorcode.get(ctypes.get_errno()))
    """
    expected = [f"{name} -1 EPERM" for name in NUMBERS]
    assert output(tmp_path, code, level) == [*expected, "of the future -1 ENOSYS"]
