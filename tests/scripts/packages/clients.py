"""Participants that trade while the exchange is replaced. They use the Python library, which repeats calls.

clients.py fill FOLDER COUNT    sends COUNT orders
clients.py trade FOLDER NAME    sends, receives and reports until SIGTERM, and then until no order is pending
clients.py compare FOLDER       compares the records of the clients with the list of the exchange

FOLDER has the tokens `customer` and `supplier`. It gets the records: NAME.sent has a line `NUMBER ID` for each
acknowledged order, and `received` a line `ID` for each order before it is reported.
"""

import glob
import itertools
import multiprocessing
import os
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../clients/python"))

from tradepost import Exchange, NoAnswer  # noqa: E402

URL = "http://127.0.0.1:8480"
RETRY_SECONDS = 120
FILLERS, SENDERS = 8, 2
REPORTED_AT_ONCE = 1_000


def exchange_of(folder, name, retry_for=RETRY_SECONDS):
    with open(f"{folder}/{name}", encoding="utf-8") as file:
        return Exchange(URL, file.read().strip(), retry_for=retry_for)


def order(number):
    return {
        "header": {
            "orderIdentifier": number,
            "orderDate": "2026-03-02",
            "buyer": {"identifiers": [{"domain": "GS1", "identifier": "9521002000009"}]},
            "supplier": {"identifiers": [{"domain": "GS1", "identifier": "9521001000000"}]},
        },
        "items": [{"identifiers": [{"domain": "SUPPLIER", "identifier": "10-2001"}], "quantity": 4}],
    }


def send(folder, name, count, stop):
    """Sends orders with successive numbers, `count` or until `stop`."""
    exchange = exchange_of(folder, "customer")
    with open(f"{folder}/{name}.sent", "w", buffering=1, encoding="utf-8") as record:
        for place in itertools.count() if count is None else range(count):
            if stop.is_set():
                return
            number = f"{name}-{place}"
            sent = exchange.send(order(number), type="ORDER", key=number)
            assert not sent.is_duplicate and not sent.is_held, number
            print(number, sent.id, file=record)


def receive(folder, stop):
    """Reports orders in bulks, until `stop` is set and none is pending."""
    exchange = exchange_of(folder, "supplier")
    with open(f"{folder}/received", "a", buffering=1, encoding="utf-8") as record:
        while True:
            is_last = stop.is_set()
            ids = [listed.id for listed in itertools.islice(exchange.pending(wait=1), REPORTED_AT_ONCE)]
            for id in ids:
                print(id, file=record)
            for reported in exchange.report_all(ids):
                assert reported.is_taken, reported
            if is_last and not ids:
                return


def ping(folder, name, stop):
    """Writes the longest time without an answer to a client that does not retry."""
    exchange = exchange_of(folder, "customer", retry_for=0)
    longest, answered = 0.0, time.monotonic()
    while not stop.wait(0.01):
        try:
            exchange.ping()
        except NoAnswer:
            continue
        longest, answered = max(longest, time.monotonic() - answered), time.monotonic()
    with open(f"{folder}/{name}.unavailable", "w", encoding="utf-8") as file:
        print(f"{longest:.2f}", file=file)


def start(work, *arguments):
    process = multiprocessing.Process(target=work, args=arguments)
    process.start()
    return process


def end(processes):
    for process in processes:
        process.join()
    if any(process.exitcode for process in processes):
        sys.exit("A client failed.")


def fill(folder, count):
    never = multiprocessing.Event()
    end([start(send, folder, f"fill{place}", int(count) // FILLERS, never) for place in range(FILLERS)])


def trade(folder, name):
    no_more, all_sent = multiprocessing.Event(), multiprocessing.Event()
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    senders = [start(send, folder, f"{name}{place}", None, no_more) for place in range(SENDERS)]
    others = [start(receive, folder, all_sent), start(ping, folder, name, no_more)]
    signal.sigwait([signal.SIGTERM])
    no_more.set()
    try:
        end(senders)
    finally:
        all_sent.set()
    end(others)


def lines_of(*paths):
    for path in paths:
        with open(path, encoding="utf-8") as file:
            yield from (line.split() for line in file)


def compare(folder):
    acknowledged = {number: id for number, id in lines_of(*glob.glob(f"{folder}/*.sent"))}
    received = [id for (id,) in lines_of(f"{folder}/received")]
    assert len(set(received)) == len(received), "An order came again after its report."
    listed = {}
    for entry in exchange_of(folder, "supplier").all_transactions(direction="received"):
        number = entry.document["content"]["header"]["orderIdentifier"]
        assert number not in listed, f"{number} is listed twice."
        assert entry.document["status"] == "SUCCESS", f"{number} is {entry.document['status']}."
        listed[number] = entry.id
    assert listed == acknowledged, differences(listed, acknowledged)
    assert set(received) == set(listed.values()), "Received orders are not the listed ones."
    print(len(listed), "orders")


def differences(listed, acknowledged):
    lost, further = acknowledged.items() - listed.items(), listed.items() - acknowledged.items()
    return f"{len(lost)} are lost: {sorted(lost)[:5]}; {len(further)} are not acknowledged: {sorted(further)[:5]}"


if __name__ == "__main__":
    {"fill": fill, "trade": trade, "compare": compare}[sys.argv[1]](*sys.argv[2:])
