"""The cost of a server under load: processor time, bytes to the disk, flushes of the disk."""

import os
import subprocess
import time
from dataclasses import dataclass

TICK_US = 1_000_000 / os.sysconf("SC_CLK_TCK")


def children_of():
    children = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    parent = int(file.read().rpartition(")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(name))
    return children


def family_of(process):
    children = children_of()
    family, rest = [], [process]
    while rest:
        member = rest.pop()
        family.append(member)
        rest += children.get(member, [])
    return family


@dataclass
class Spent:
    """The cost since the process began. The difference of two is the cost between them."""

    processor_us: float = 0
    written_bytes: int = 0
    flushes: int = 0

    def __sub__(self, earlier):
        return Spent(self.processor_us - earlier.processor_us, self.written_bytes - earlier.written_bytes,
                     self.flushes - earlier.flushes)


def spent_by(process, device):
    """Returns the cost of a process and its descendants. A child that has ended counts with its parent. Disk bytes are
    counted at the device, because a process counts the pages that it touched."""
    spent = Spent(0, *written_and_flushed(device))
    for member in family_of(process):
        try:
            with open(f"/proc/{member}/stat", encoding="utf-8", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        spent.processor_us += sum(int(field) for field in fields[11:15]) * TICK_US
    return spent


def device_of(folder):
    """Returns the name of the folder's block device in /proc/diskstats, or None."""
    number = os.stat(folder).st_dev
    path = f"/sys/dev/block/{os.major(number)}:{os.minor(number)}"
    return os.path.basename(os.path.realpath(path)) if os.path.exists(path) else None


def written_and_flushed(device):
    """Returns the written bytes and the flushes of the device's cache, also those by other processes."""
    sector_bytes = 512
    with open("/proc/diskstats", encoding="utf-8") as file:
        for line in file:
            fields = line.split()
            if fields[2] == device and len(fields) > 18:
                return int(fields[9]) * sector_bytes, int(fields[18])
    return 0, 0


def until(condition, what, seconds=30):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return
        time.sleep(0.02)
    raise SystemExit(f"bench/run: {what} did not happen in {seconds} s")


def output_of(*command, **more):
    done = subprocess.run(command, check=False, capture_output=True, text=True, **more)
    if done.returncode != 0:
        raise SystemExit(f"bench/run: {' '.join(command[:3])} …: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


@dataclass
class Measured:
    """One turn of one contender."""

    operations: int
    seconds: float
    spent: Spent

    @property
    def rate(self):
        return self.operations / self.seconds

    @property
    def processor_us(self):
        return self.spent.processor_us / max(self.operations, 1)

    @property
    def written_bytes(self):
        return self.spent.written_bytes / max(self.operations, 1)

    @property
    def flushes(self):
        return self.spent.flushes / max(self.operations, 1)


def measured(process, device, load):
    """Measures `load`, which returns the number of operations and the seconds."""
    before = spent_by(process, device)
    operations, seconds = load()
    return Measured(operations, seconds, spent_by(process, device) - before)
