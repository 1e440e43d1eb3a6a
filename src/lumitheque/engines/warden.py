"""The warden stands between a controller and an engine: it limits the engine, and leaves nothing of it behind.

    python -I -S warden.py PLAN         a JSON object; `Program` in program.py makes it

The engine inherits standard input, output and error, so that the controller speaks with it directly. The controller
holds the other end of `control`: when that closes, because the controller ended the engine or died itself, the warden
kills the engine and all that it started, also what has left its process group, for the warden adopts orphans (a child
subreaper, on Linux). How the engine ended is written to `report`. Nothing of ours is imported here: a warden must start
in no time.
"""

import contextlib
import ctypes
import json
import os
import resource
import select
import shutil
import signal
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 36, 38  # <linux/prctl.h>
ON_LINUX = sys.platform == "linux"
ROUNDS, MOMENT = 500, 0.01  # how often, and after how many seconds, it looks for what is left
PARENT, THREADS = 1, 17  # fields of /proc/PID/stat after the name
HUNG_UP = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # meant for the controller, who then lets go of the warden


def main() -> None:
    plan = json.loads(sys.argv[1])
    control, report = plan["control"], plan["report"]
    for own in (control, report):
        os.set_inheritable(own, False)
    woken, waking = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(waking)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    for name in HUNG_UP:
        signal.signal(name, signal.SIG_IGN)
    ask_kernel(PR_SET_CHILD_SUBREAPER, 1)
    engine = start(plan)
    for stream in (0, 1, 2):  # the engine's: when it closes one, the controller must see that
        os.close(stream)
    how = watch(engine, control, woken)
    clear_away(engine)
    shutil.rmtree(plan["folder"], ignore_errors=True)
    with contextlib.suppress(OSError):
        os.write(report, json.dumps(how).encode())


def ask_kernel(what: int, value: int) -> None:
    """Call prctl, which only Linux has."""
    if ON_LINUX:
        ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


# --- the engine's side -----------------------------------------------------------------------------------------------


def start(plan: dict[str, Any]) -> int:
    """Start the engine; returns its process id."""
    threads = threads_of_user()
    warden = os.getpid()
    engine = os.fork()
    if engine == 0:
        become_engine(plan, warden, threads)
    return engine


def become_engine(plan: dict[str, Any], warden: int, threads: int) -> NoReturn:
    """Give up what an engine does not need, and become it."""
    problem = ""
    try:
        os.setsid()
        ask_kernel(PR_SET_PDEATHSIG, signal.SIGKILL)
        ask_kernel(PR_SET_NO_NEW_PRIVS, 1)
        if os.getppid() != warden:
            os._exit(1)
        os.nice(plan["nice"])
        limit(plan, threads)
        for name in (*HUNG_UP, signal.SIGPIPE, signal.SIGCHLD):
            signal.signal(name, signal.SIG_DFL)
        os.chdir(plan["folder"])
        os.execvpe(plan["command"][0], plan["command"], plan["environment"])  # noqa: S606 (no shell is meant)
    except OSError as error:
        problem = str(error.strerror)
    with contextlib.suppress(OSError):
        os.write(plan["report"], json.dumps({"failed": problem}).encode())
    os._exit(127)


def limit(plan: dict[str, Any], threads: int) -> None:
    """Set resource limits; never above what the controller has itself."""
    lower(resource.RLIMIT_CORE, 0)
    lower(resource.RLIMIT_FSIZE, plan["file"])
    lower(resource.RLIMIT_NOFILE, plan["files"])
    if plan["memory"]:
        lower(resource.RLIMIT_AS, plan["memory"])
    if ON_LINUX and os.getuid() != 0:  # the kernel counts threads by user, and does not count root's
        lower(resource.RLIMIT_NPROC, threads + plan["processes"])


def lower(what: int, most: int) -> None:
    _, hard = resource.getrlimit(what)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))


# --- the warden's side -----------------------------------------------------------------------------------------------


def watch(engine: int, control: int, woken: int) -> dict[str, Any]:
    """Wait until the engine has ended or the controller lets go; returns how it ended."""
    poll = select.poll()
    poll.register(control, select.POLLIN)
    poll.register(woken, select.POLLIN)
    while True:
        for pid, status in reaped():
            if pid == engine:
                code = os.waitstatus_to_exitcode(status)
                return {"exit": code} if code >= 0 else {"signal": -code}
        for ready, _ in poll.poll():
            if ready == control:
                return {"let_go": True}
            os.read(ready, 512)


def reaped() -> list[tuple[int, int]]:
    """Children that have ended, adopted ones too."""
    found = []
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            found.append(ended)
    return found


def clear_away(engine: int) -> None:
    """Kill everything that is left. It is stopped first, so that nothing forks while others are killed."""
    stopped: set[int] = set()
    for _ in range(ROUNDS):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(engine, signal.SIGKILL)
        found = descendants()
        for pid in found:
            send(pid, signal.SIGKILL if found <= stopped else signal.SIGSTOP)
        fresh, stopped = found - stopped, stopped | found
        reaped()
        if not has_children():
            return
        if not fresh:
            time.sleep(MOMENT)


def send(pid: int, what: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, what)


def has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def descendants() -> set[int]:
    """Processes below this one; none where there is no /proc: there the process group has to do."""
    children: dict[int, list[int]] = {}
    for pid, fields in processes():
        children.setdefault(int(fields[PARENT]), []).append(pid)
    found, todo = set[int](), [os.getpid()]
    while todo:
        below = children.get(todo.pop(), [])
        found.update(below)
        todo += below
    return found


def threads_of_user() -> int:
    """How many threads the user has, all processes together: what RLIMIT_NPROC counts."""
    own, count = os.getuid(), 0
    for pid, fields in processes():
        with contextlib.suppress(OSError):
            if Path(f"/proc/{pid}").stat().st_uid == own:
                count += int(fields[THREADS])
    return count


def processes() -> list[tuple[int, list[str]]]:
    """All processes with what /proc/PID/stat says after their name."""
    found = []
    for folder in Path("/proc").glob("[0-9]*") if ON_LINUX else ():
        with contextlib.suppress(OSError):  # it has ended meanwhile
            stat = (folder / "stat").read_text(errors="replace")
            found.append((int(folder.name), stat.rpartition(")")[2].split()))
    return found


if __name__ == "__main__":
    main()
