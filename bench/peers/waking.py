"""Measures the time from the acceptance of a document to the answer of a waiting long poll: at the node that accepted
the document, and at another one, which gets a notification and also checks every 200 ms."""

import http.client
import json
import random
import threading
import time
from statistics import median, quantiles

import documents
from report import table

TIMES = 40  # a turn


class Waking:
    def __init__(self, sending, other):
        self.sending = sending
        self.waiting = {"the same node": sending, "another node": other}
        self.delays = {where: [] for where in self.waiting}
        name = "TRADEPOSTBENCHWAITS"
        self.recipient = sending.participant(name, "DUNS", name)
        sending.trades_with(self.recipient)
        self.token = sending.asks("POST", "/admin/tokens", {"participant": self.recipient})["token"]
        self.parts = documents.parts(35, {"domain": "DUNS", "identifier": name})
        self.sent = 0
        time.sleep(2)  # until the other node has the token

    def turn(self):
        for _ in range(TIMES):
            for where, node in self.waiting.items():
                self.delays[where].append(self._delay(node))
        for where, delays in self.delays.items():
            print(f"  long poll at {where:<24} {median(delays[-TIMES:]):>8.1f} ms", flush=True)

    def _delay(self, node):
        """Returns the delay in milliseconds."""
        answered = []
        connection = http.client.HTTPConnection("127.0.0.1", node.port)

        def wait():
            connection.request("GET", "/v2/transactions", headers={"Authorization": f"Bearer {self.token}",
                                                                   "Prefer": "wait=30"})
            page = json.load(connection.getresponse())
            answered.append((time.monotonic(), [item["platformTransactionId"] for item in page["items"]]))
        waiter = threading.Thread(target=wait)
        waiter.start()
        # The node checks when the poll arrives and every 200 ms after that. The document arrives at
        # a random time between two checks.
        time.sleep(random.uniform(0.2, 0.6))
        self.sent += 1
        number = f"W-{self.sent}"
        self.sending.asks("POST", "/v2/transactions", json.loads(number.join(self.parts)), self.sending.token)
        accepted = time.monotonic()
        waiter.join()
        connection.close()
        (at, ids), = answered
        if len(ids) != 1:
            raise SystemExit(f"bench/run: a long poll was answered with {len(ids)} documents")
        node.report_all(ids, self.token)
        return (at - accepted) * 1_000

    def text(self):
        rows = []
        for where, delays in self.delays.items():
            p99 = quantiles(delays, n=100, method="inclusive")[98]
            rows.append((f"a long poll at {where}", str(len(delays)), f"{median(delays):.1f}", f"{p99:.1f}",
                         f"{max(delays):.1f}"))
        return table(("answered after the document was accepted", "times", "median, ms", "p99", "longest"), rows)
