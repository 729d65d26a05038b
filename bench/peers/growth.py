"""Measures an exchange at several sizes: sends, pages, memory, disk, and a start."""

import json
import os
import time

import asking
import contenders
import documents
from loading import wrk
from measuring import spent_by, until
from report import table

ANSWERS = 100_000


def memory_bytes(process):
    with open(f"/proc/{process}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmRSS"))


def disk_bytes(folder):
    return sum(os.stat(os.path.join(where, name)).st_blocks * 512
               for where, _, names in os.walk(folder) for name in names)


class Filled:
    """A tradepost with many suppliers. One of them requests its pages."""

    def __init__(self, folder, binary, queues):
        self.ours = contenders.Tradepost(folder, binary)
        identifiers = [f"TRADEPOSTBENCH{number}" for number in range(queues)]
        self.ours.make_members(identifiers)
        self.identifiers = self.ours.file("identifiers", "\n".join(identifiers) + "\n")
        self.held = self.runs = 0

    def fill(self, until):
        while self.held < until:
            self.runs += 1
            variables = {"TOKEN": self.ours.token, "IDENTIFIERS": self.identifiers, "RUN": f"G{self.runs}"}
            sent, _ = wrk(f"http://127.0.0.1:{self.ours.port}", 10, script=f"{contenders.HERE}/spread.lua",
                          variables=variables)
            self.held += sent

    def trade(self, answers):
        """Sends an order, and order responses of which a thousandth names it. Returns the id of the order."""
        ours = self.ours
        ours.asks("PUT", "/admin/relationships", {"from": ours.seller, "to": ours.buyer, "status": "active"})
        order = ours.asks("POST", "/v2/transactions", json.loads(documents.order("TRADE-1", 1)), token=ours.token)
        variables = {"TOKEN": ours.seller_token, "SELLER": documents.SELLER}
        sent = runs = 0
        while sent < answers:
            runs += 1
            more, _ = wrk(f"http://127.0.0.1:{ours.port}", 5, script=f"{contenders.HERE}/answers.lua",
                          variables={**variables, "RUN": f"A{runs}"})
            sent += more
        return order["platformTransactionId"]

    def settle(self):
        """Waits until compaction has ended: the process uses less than a twentieth of a processor for a second."""
        process = self.ours.process.pid
        before = spent_by(process, None).processor_us

        def is_calm():
            nonlocal before
            time.sleep(1)
            now = spent_by(process, None).processor_us
            rest, before = now - before, now
            return rest < 50_000
        until(is_calm, "the end of compaction", 600)

    def row(self, seconds):
        self.settle()
        sends, pages = self.ours.send(35, seconds), self.ours.gets(contenders.PAGE, seconds)
        memory = memory_bytes(self.ours.process.pid)
        began = time.monotonic()
        self.ours.start_again()
        started = time.monotonic() - began
        disk = disk_bytes(self.ours.folder)
        return (f"{self.held:,}", f"{sends.rate:,.0f}", f"{sends.processor_us:.1f}", f"{pages.rate:,.0f}",
                f"{pages.processor_us:.1f}", f"{memory >> 20:,}", f"{disk >> 20:,}", f"{started:.1f}")


def growth(folder, binary, sizes, queues, seconds):
    filled = Filled(folder, binary, queues)
    try:
        filled.ours.send(35, 4 * seconds)
        rows = []
        for size in [0, *sizes]:
            filled.fill(size)
            rows.append(filled.row(seconds))
            print("  " + " ".join(f"{cell:>12}" for cell in rows[-1]), flush=True)
        order = filled.trade(ANSWERS)
        asking.post_cases(filled.ours)
        filled.settle()
        questions = asking.asked(filled.ours, filled.ours.seller, "G1-1", order)
    finally:
        filled.ours.end()
    head = ("held", "sends /s", "processor, µs", "pages of 25 /s", "processor, µs", "memory, MB", "disk, MB",
            "end and start, s")
    return (f"The documents are in {queues:,} queues.\n\n{table(head, rows)}\n\n"
            f"What the console asks, {asking.TIMES} times each:\n\n{questions}\n")
