"""Measures tradepost and its peers in turns, in one run. bench/run installs the requirements and starts this."""

import argparse
import json
import os
import platform
import shutil
import tempfile
import time
from collections import defaultdict
from datetime import date

import contenders
import growth
import on_postgres
import report
from loading import CONNECTIONS
from measuring import output_of

LINES = (1, 35, 200)
REPORTS = 20_000


def disk_alone(folder, seconds):
    """Writes and syncs batches of as many orders as tradepost commits together, one batch after the other."""
    path = os.path.join(folder, "disk")
    batch = b"x" * (3_072 * CONNECTIONS)
    with open(path, "wb") as file:
        file.write(b"\0" * (256 << 20))
        os.fsync(file.fileno())
    done, at = 0, 0
    number = os.open(path, os.O_WRONLY)
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        os.pwrite(number, batch, at)
        os.fdatasync(number)
        at = (at + len(batch)) % (255 << 20)
        done += CONNECTIONS
    took = time.monotonic() - began
    os.close(number)
    os.unlink(path)
    return done / took


class Run:
    def __init__(self, options, folder):
        self.options = options
        self.seconds = options.seconds
        self.rows = defaultdict(list)  # (what, whose) → Measured, one a turn
        self.disk = []
        self.folder = folder
        self.standing = []

    def begin(self, make):
        made = make()
        self.standing.append(made)
        return made

    def note(self, what, whose, measured):
        self.rows[what, whose].append(measured)
        print(f"  {what:<24} {whose:<10} {measured.rate:>10,.0f} /s {measured.processor_us:>8.1f} µs "
              f"{measured.written_bytes:>8,.0f} bytes {measured.flushes:>6.3f} flushes", flush=True)

    def stand_up(self):
        binary, folder = self.options.binary, self.folder
        self.ours = self.begin(lambda: contenders.Tradepost(folder, binary))
        self.ours.send(35, 4 * self.seconds)  # its first segment is written ahead meanwhile
        self.nginx = self.begin(lambda: contenders.Nginx(folder, self.ours.page_text()))
        self.redis = self.begin(lambda: contenders.Redis(folder))
        self.peers = [self.redis]
        if not self.options.quick:
            postgres = self.begin(lambda: contenders.Postgres(folder))
            self.peers += [postgres, self.begin(lambda: contenders.Fastify(folder, binary, postgres)),
                           self.begin(lambda: contenders.RabbitMQ(folder)),
                           self.begin(lambda: contenders.Nats(folder))]

    def turn(self):
        seconds = self.seconds
        for lines in LINES:
            what = f"send, {lines} line{'s' if lines > 1 else ''}"
            self.note(what, "tradepost", self.ours.send(lines, seconds))
            for peer in self.peers if lines == 35 else [self.redis]:
                self.note(what, peer.name, peer.send(lines, seconds))
        self.note("send, 35 lines", "nginx", self.nginx.send(35, seconds))
        self.note("page of 25", "tradepost", self.ours.gets(contenders.PAGE, seconds))
        self.note("page of 25", "nginx", self.nginx.gets("/page", seconds))
        self.note("empty poll", "tradepost", self.ours.empty_poll(seconds))
        self.note("ping", "tradepost", self.ours.gets("/v2/ping", seconds))
        for what in ("empty poll", "ping"):
            self.note(what, "nginx", self.nginx.gets("/nothing", seconds))
        self.note("report, bulks of 1,000", "tradepost", self.ours.report(REPORTS // (4 if self.options.quick else 1)))
        self.disk.append(disk_alone(self.folder, 1))

    def open_loop(self):
        """Measures the latency at half of the highest rate, from the time when a request was due."""
        said = output_of(self.options.binary, "bench", "--url", f"http://127.0.0.1:{self.ours.port}", "--seconds",
                         str(self.seconds), "--json",
                         env={**os.environ, "TRADEPOST_OPERATOR_TOKEN": contenders.Tradepost.operator})
        return [json.loads(line) for line in said.splitlines() if line.startswith("{")]

    def end(self):
        for standing in reversed(self.standing):
            standing.end()


def main():
    parser = argparse.ArgumentParser(prog="bench/run", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one turn of two seconds, only with Redis and nginx")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=10, help="seconds of each measurement")
    parser.add_argument("--binary", default="build/release/tradepost")
    parser.add_argument("--folder", default=None, help="folder for the data of the servers, on the disk to be measured")
    parser.add_argument("--held", type=int, nargs="+", metavar="N",
                        help="instead of the peers: tradepost with N pending documents in 10,000 queues")
    parser.add_argument("--postgres", action="store_true",
                        help="instead of the peers: the store in PostgreSQL, compared with pgbench on the same rows")
    parser.add_argument("--write", action="store_true", help="write the tables and plots into docs/reference/")
    options = parser.parse_args()
    if options.quick:
        options.turns, options.seconds = 1, 2
    options.binary = os.path.abspath(options.binary)

    folder = tempfile.mkdtemp(prefix="tradepost-bench-", dir=options.folder)
    os.chmod(folder, 0o755)
    if options.held:
        try:
            print(growth.growth(folder, options.binary, options.held, 10_000, options.seconds))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return
    if options.postgres:
        try:
            print(on_postgres.measured(folder, options.binary, options.turns, options.seconds))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return
    run = Run(options, folder)
    try:
        run.stand_up()
        for turn in range(options.turns):
            print(f"turn {turn + 1} of {options.turns}", flush=True)
            run.turn()
        latencies = [] if options.quick else run.open_loop()
    finally:
        run.end()
        shutil.rmtree(folder, ignore_errors=True)
    text = report.text_of(run.rows, run.disk, latencies,
                          f"{date.today():%d %B %Y}, {platform.system()}, {os.cpu_count()} cores, "
                          f"{options.turns} turns of {options.seconds} s")
    print(text)
    if options.write:
        report.write_into_docs(text, run.rows)


main()
