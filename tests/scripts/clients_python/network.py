"""An exchange of its own, with a customer and a supplier."""

import json
import os
import re
import signal
import subprocess
import time
import urllib.request

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
BINARY = os.environ["TRADEPOST_BIN"]
ORDER = os.path.join(ROOT, "examples/order/lifelike.json")
PATIENCE_SECONDS = 60


def until(what, condition):
    """The first result that is true."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(0.01)
    raise TimeoutError(f"There was no {what} within {PATIENCE_SECONDS} s.")


def order(number):
    """The text of an order with this number."""
    with open(ORDER, encoding="utf-8") as file:
        return file.read().replace("4500871234", number)


class Network:
    def __init__(self, folder, *options):
        self.folder, self.options, self.process = folder, options, None
        self.listen = "127.0.0.1:0"
        self.start()
        with open(f"{folder}/operator-token", encoding="utf-8") as file:
            self.operator = file.read().strip()
        self.command("participant", "add", "Musterhaus", "--identifier", "GS1:9521002000009")
        self.command("participant", "add", "Huber", "--identifier", "GS1:9521001000000")
        self.command("relationship", "set", "Musterhaus", "Huber", "--both")
        self.customer, self.supplier = self.token("Musterhaus"), self.token("Huber")

    def start(self):
        arguments = [BINARY, "serve", "--data", self.folder, "--listen", self.listen, *self.options]
        with open(f"{self.folder}.log", "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(arguments, stdout=log, stderr=log)
        self.url = until("server", self._url)
        self.listen = self.url.removeprefix("http://")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def command(self, *arguments):
        environment = {**os.environ, "TRADEPOST_URL": self.url, "TRADEPOST_OPERATOR_TOKEN": self.operator}
        return subprocess.run([BINARY, *arguments], env=environment, check=True, capture_output=True, text=True).stdout

    def token(self, participant):
        return self.command("token", "create", participant, "--name", "ERP").strip()

    def operate(self, method, path, body):
        headers = {"Authorization": f"Bearer {self.operator}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return json.load(answer)

    def description(self):
        with urllib.request.urlopen(self.url + "/openapi.json", timeout=PATIENCE_SECONDS) as answer:
            return answer.read()

    def _url(self):
        if self.process.poll() is not None:
            raise ChildProcessError(f"The server ended with {self.process.returncode}.")
        with open(f"{self.folder}.log", encoding="utf-8") as log:
            found = re.search(r" on (http://\S+)\n", log.read())
        return found and found[1]
