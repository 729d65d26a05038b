"""Loads: the same wrk for all HTTP servers, so that only the server differs."""

import http.client
import os
import queue
import re
import threading
import time

from measuring import output_of

CONNECTIONS = 64


def wrk(url, seconds, headers=(), script=None, variables=None, connections=CONNECTIONS):
    """Each connection sends its next request after the answer. Returns operations and seconds."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s"]
    for header in headers:
        command += ["-H", header]
    if script:
        command += ["-s", script]
    said = output_of(*command, url, env={**os.environ, **(variables or {})})
    if "Non-2xx" in said or "Socket errors" in said:
        raise SystemExit(f"bench/run: {url} refused requests:\n{said}")
    done = re.search(r"(\d+) requests in ([\d.]+)(ms|s|m)", said)
    unit = {"ms": 0.001, "s": 1, "m": 60}[done[3]]
    return int(done[1]), float(done[2]) * unit


def post_all(port, path, token, bodies, connections=4):
    """Sends each body once, over a few connections. Returns the seconds."""
    rest = queue.SimpleQueue()
    for body in bodies:
        rest.put(body)
    failed = []

    def post():
        connection = http.client.HTTPConnection("127.0.0.1", port)
        while not failed:
            try:
                body = rest.get_nowait()
            except queue.Empty:
                break
            connection.request("POST", path, body,
                               {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read()
            if answer.status != 200:
                failed.append(f"{answer.status} {text[:200]}")
        connection.close()

    threads = [threading.Thread(target=post) for _ in range(connections)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise SystemExit(f"bench/run: {path}: {failed[0]}")
    return time.monotonic() - began
