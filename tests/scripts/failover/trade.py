"""Two nodes of an exchange and those who trade over them, whatever happens to the database."""

import http.client
import json
import os
import re
import subprocess
import threading
import time

from cluster import until

OPERATOR = "operator-token-of-the-test"
SELLER, BUYER = "9521002000009", "9521001000000"
ANSWER_SECONDS = 30  # a node answers within its own bounds, and never later


def order(number):
    header = {"buyer": {"identifiers": [{"identifier": BUYER}]}, "supplier": {"identifiers": [{"identifier": SELLER}]},
              "orderDate": "2026-03-02", "orderIdentifier": number}
    items = [{"lineNumber": 1, "quantity": 4, "unitOfMeasure": "EA", "description": "Goods"}]
    return {"type": "ORDER", "content": {"header": header, "items": items}}


class Node:
    def __init__(self, binary, folder, store):
        os.makedirs(folder)
        with open(f"{folder}/log", "ab") as log:
            self._process = subprocess.Popen(
                [binary, "serve", "--data", f"{folder}/data", "--listen", "127.0.0.1:0", "--store", store],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True,
                env={**os.environ, "TRADEPOST_OPERATOR_TOKEN": OPERATOR})
        for line in self._process.stdout:
            if found := re.search(r" serves .*:(\d+)$", line.strip()):
                self.port = int(found[1])
                return
        raise AssertionError(f"a node did not begin: {folder}/log")

    def ask(self, method, path, body=None, token=OPERATOR):
        """Its status and JSON. OSError: it did not answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_SECONDS)
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None,
                               {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text else None
        except http.client.HTTPException as error:
            raise OSError(str(error)) from error
        finally:
            connection.close()

    def must(self, method, path, body=None, token=OPERATOR):
        """Tried for a minute while the answer is 503."""
        end = time.monotonic() + 60
        while True:
            status, answer = self.ask(method, path, body, token)
            if status < 300:
                return answer
            if status != 503 or time.monotonic() > end:
                raise AssertionError(f"{method} {path}: {status} {answer}")
            time.sleep(0.2)

    def end(self):
        self._process.terminate()
        return self._process.wait(60)

    def kill(self):
        self._process.kill()
        self._process.wait()


class Trade:
    """A buyer that sends, and a seller that reads pages and reports. Each one asks one node after the other, and asks
    the same again while the answer is 500 or 503."""

    def __init__(self, nodes):
        self.nodes = nodes
        buyer, self.buyer = self._member("buyer", BUYER)
        seller, self.seller = self._member("seller", SELLER)
        for node in nodes:  # the others learn of it within a second
            for token in (self.buyer, self.seller):
                until("a token at every node", lambda at=node, its=token: at.ask("GET", "/v2/ping", None, its)[0] == 204, 10)
        nodes[0].must("PUT", "/admin/relationships", {"from": buyer, "to": seller, "status": "active"})
        self.accepted = {}   # number: id
        self.reported = set()  # ids
        self.delivered = {}  # id: number
        self.sends = []  # of each that was accepted: when it began and ended, and at which node
        self.refusals = 0
        self.wrong = []
        self._ends_at = None
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._send, args=(i,)) for i in range(4)]
        self._threads += [threading.Thread(target=self._take)]

    def _member(self, name, gln):
        made = self.nodes[0].must("POST", "/admin/participants",
                                  {"name": name, "identifiers": [{"domain": "GS1", "identifier": gln}]})
        participant = re.search(r'"id": ?"([^"]+)"', json.dumps(made))[1]
        token = self.nodes[0].must("POST", "/admin/tokens", {"participant": participant})
        return participant, re.search(r'"token": ?"([^"]+)"', json.dumps(token))[1]

    def begin(self):
        for thread in self._threads:
            thread.start()

    def end(self):
        """What was begun is acknowledged within half a minute, or never."""
        self._ends_at = time.monotonic() + 30
        for thread in self._threads:
            thread.join()

    def _until_answered(self, turn, method, path, body, token):
        """At one node and the other, in turns, until the load ends: the status, the answer, when it was asked for, and the node."""
        while self._ends_at is None or time.monotonic() < self._ends_at:
            number = turn % len(self.nodes)
            began = time.monotonic()
            try:
                status, answer = self.nodes[number].ask(method, path, body, token)
                if status not in (500, 502, 503):  # 500: a COMMIT whose outcome is unknown
                    return status, answer, began, number
            except OSError as error:
                if isinstance(error, TimeoutError):
                    self.wrong.append(f"{method} {path}: no answer in {ANSWER_SECONDS} s")
            self.refusals += 1
            turn += 1
            time.sleep(0.05)
        return 503, {}, 0, 0

    def _send(self, sender):
        count = 0
        while self._ends_at is None:
            count += 1
            number = f"N-{sender}-{count}"
            status, answer, began, node = self._until_answered(
                count, "POST", "/v2/transactions", order(number), self.buyer)
            text = json.dumps(answer)
            found = re.search(r'"platformTransactionId": ?"([^"]+)"', text)
            with self._lock:
                # A repeat of what was kept without an answer is a duplicate, and says of what.
                is_known = status == 400 and answer.get("code") == "duplicate"
                if status == 201 or is_known:
                    self.accepted[number] = found[1]
                    self.sends.append((began, time.monotonic(), node))
                else:
                    self.wrong.append(f"send {number}: {status} {text[:300]}")

    def _take(self):
        turn = 0
        while self._ends_at is None:
            turn += 1
            status, page, _, _ = self._until_answered(turn, "GET", "/v2/transactions?per_page=20", None, self.seller)
            if status != 200:
                self.wrong.append(f"page: {status} {json.dumps(page)[:300]}")
                continue
            items = page["items"]
            for item in items:
                self.delivered[item["platformTransactionId"]] = number_of(item)
            # The last one is left for the next page.
            ids = [item["platformTransactionId"] for item in items[:-1]]
            if not ids:
                continue
            reports = [{"platformTransactionId": each, "success": True} for each in ids]
            status, answer, _, _ = self._until_answered(
                turn, "POST", "/v2/transactions/bulk/mark-processed", reports, self.seller)
            if status == 200:
                self.reported.update(ids)
            else:
                self.wrong.append(f"report: {status} {json.dumps(answer)[:300]}")

    def all_of(self, path, token):
        """Every item of a list."""
        while path:
            page = self.nodes[-1].must("GET", path, token=token)
            yield from page["items"]
            path = re.sub("^https?://[^/]*", "", page["nextPageUrl"]) if page["hasMore"] else None

    def faults(self):
        """What was acknowledged and is not there once."""
        faults = list(self.wrong)
        sent = {}
        for item in self.all_of("/v2/all-transactions?per_page=100", self.buyer):
            sent.setdefault(number_of(item), []).append(item["platformTransactionId"])
        pending = [item["platformTransactionId"] for item in self.all_of("/v2/transactions?per_page=100", self.seller)]
        faults += [f"{number} is there {len(ids)} times" for number, ids in sent.items() if len(ids) != 1]
        for number, each in self.accepted.items():
            if sent.get(number) != [each]:
                faults.append(f"{number} was accepted as {each}, and is {sent.get(number)}")
            if (each in self.reported) == (each in pending):
                faults.append(f"{number} was {'' if each in self.reported else 'not '}reported, and is pending or not")
        faults += [f"{each} was delivered, and is not there" for each, number in self.delivered.items()
                   if sent.get(number) != [each]]
        if len(pending) != len(set(pending)):
            faults.append("something is pending twice")
        return faults

    def longest_gap(self, since):
        """From then, between two answers to sends of each node: the seconds of the slower one."""
        gaps = []
        for node in range(len(self.nodes)):
            with self._lock:
                ends = [since] + [end for began, end, at in self.sends if at == node and end > since]
            gaps.append(max(after - before for before, after in zip(ends, ends[1:])) if len(ends) > 1 else None)
        return None if None in gaps else max(gaps)

    def goes_on(self, since):
        """Each node accepted something that was sent after that."""
        with self._lock:
            return {at for began, _, at in self.sends if began > since} == set(range(len(self.nodes)))


def number_of(item):
    return item["content"]["header"]["orderIdentifier"] if "content" in item else item["documentNumber"]
