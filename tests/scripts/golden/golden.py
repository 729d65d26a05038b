"""The data of a release, as its folder and as its database, and the answers that the release gave about it.

golden.py make BINARY FOLDER      makes the data with the binary of a release
golden.py check BINARY FOLDER...  checks that the binary gives the same answers about the data
"""

import contextlib
import glob
import gzip
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request

sys.path.append(f"{os.path.dirname(os.path.abspath(__file__))}/../monitoring")
from network import ROOT, Database, Processes, free_port, status_of, until  # pylint: disable=wrong-import-position

OPERATOR = "golden-operator-token"
EXAMPLES = sorted(glob.glob(f"{ROOT}/examples/*/lifelike.json"))  # one of each kind
UNIT = '"unitIdentifier": "395210010002089318",'
# Links to labels are new in each answer.
CHANGING = {"zplUrl", "pdfUrl"}
# The endpoint of the webhook does not exist, so its calls fail.
CHANGING_IN_WEBHOOKS = {"state", "waiting", "oldestWaitingAt", "failures", "failingSince", "nextTryAt"}


class Exchange:
    """A running exchange of the data. Its answers have the same addresses everywhere, and depend on no date."""

    def __init__(self, binary, processes, data, database=None):
        self._binary = binary
        address = f"127.0.0.1:{free_port()}"
        self._url = f"http://{address}"
        store = ["--store", database] if database else []
        self._process = processes.begin(
            "exchange", binary, "serve", "--data", data, "--listen", address, "--public-url", "https://golden.example",
            "--chain-days", "36500", "--overdue-days", "36500", *store, env={**os.environ, "TRADEPOST_OPERATOR_TOKEN": OPERATOR})
        until("the exchange", lambda: status_of(f"{self._url}/readyz") == 200, 60)

    def ask(self, token, path, body=None, method=None, key=None):
        """Returns the answer, also of a refused question. A change must be accepted."""
        data = json.dumps(body).encode() if isinstance(body, dict) else body
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = f'"{key}"'
        request = urllib.request.Request(self._url + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            answer = json.load(error)
            if data:
                raise AssertionError(f"{path}: {answer}") from error
            return answer

    def pages(self, token, path):
        """Yields the path of each page with its answer."""
        cursor = ""
        while True:
            page = f"{path}?per_page=20{cursor}"
            answer = self.ask(token, page)
            yield page, answer
            if not answer.get("nextCursor"):
                return
            cursor = f"&cursor={answer['nextCursor']}"

    def command(self, *words, token=OPERATOR):
        """Returns the standard output. Some commands also report faults of documents."""
        ended = subprocess.run([self._binary, *words, "--url", self._url, "--token", token], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, check=False)
        if ended.returncode > 1:
            raise AssertionError(f"{words}: {ended.stderr}")
        return ended.stdout.strip()

    def end(self):
        self._process.terminate()
        if self._process.wait(60) != 0:
            raise AssertionError("the exchange failed")


def fill(exchange):
    """Makes a network that uses every feature of a store. Returns the tokens."""
    numbers = {"Huber": "9521001000000", "Musterhaus": "9521002000009", "Lager": "9521003000008",
               "Fremd": "9521009000002", "Closed": "9521008000003"}
    for name, number in numbers.items():
        exchange.command("participant", "add", name, "--identifier", f"GS1:{number}")
    for words in (("Musterhaus", "Huber", "--both"), ("Musterhaus", "Lager", "--both"), ("Huber", "Lager", "--both"),
                  ("Lager", "Fremd", "--status", "blocked")):
        exchange.command("relationship", "set", *words)
    tokens = {name: exchange.command("token", "create", name, "--name", "golden") for name in numbers}
    tokens["test"] = exchange.command("token", "create", "Musterhaus", "--name", "of TEST", "--flow", "TEST")
    exchange.command("participant", "close", "Closed")
    exchange.command("operator", "add", "Second")
    ids = {each["name"]: each["id"] for each in exchange.ask(OPERATOR, "/admin/participants")["items"]}
    for path, method, body in (
            ("retention", "PUT", {"rules": [{"kind": "ORDER", "contentDays": 36000, "rowDays": 36500}]}),
            ("webhook-targets", "PUT", {"targets": ["erp.golden.example"]}),
            ("sscc-ranges", "POST", {"participant": ids["Huber"], "prefix": "3952100", "first": 0, "end": 1000000})):
        exchange.ask(OPERATOR, f"/admin/{path}", body, method)
    exchange.command("webhook", "add", "https://erp.golden.example/hook", token=tokens["Huber"])
    trade(exchange, tokens)
    return tokens


def trade(exchange, tokens):
    """Documents of each kind in each state, with versions, faults, rejections, a held document and cases."""
    for example in EXAMPLES:
        faulty = glob.glob(f"{os.path.dirname(example)}/faulty_dates.json")
        for name in ("Musterhaus", "Huber", "Lager"):
            exchange.command("send", example, *faulty, token=tokens[name])
        exchange.command("send", example, token=tokens["test"])
    order = f"{ROOT}/examples/order/lifelike.json"
    changed(exchange, tokens["Musterhaus"], order, "2026-03-06T06:00+01:00", "2026-03-07T06:00+01:00")
    changed(exchange, tokens["Fremd"], order, "9521002000009", "9521009000002")
    changed(exchange, tokens["Huber"], f"{ROOT}/examples/shipping_notice/lifelike.json", UNIT, "")
    for name in ("Musterhaus", "Huber", "Lager"):
        pending = [json.loads(line) for line in exchange.command("pull", "--json", token=tokens[name]).splitlines()]
        received = [document["platformTransactionId"] for document in pending]
        exchange.command("report", *received[0::3], token=tokens[name])
        exchange.command("report", "--failed", "--reason", "Unknown article", *received[1::3], token=tokens[name])
    cases = exchange.ask(tokens["Musterhaus"], "/v2/errors")["items"]
    exchange.command("cases", "comment", cases[0]["id"], "We have asked.", token=tokens["Musterhaus"])
    exchange.command("cases", "resolve", cases[1]["id"], "--comment", "Done.", token=tokens["Musterhaus"])


def changed(exchange, token, path, before, after):
    """Sends a document that differs from the file. The exchange keeps the key for a day."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if before not in text:
        raise AssertionError(f"{path} lacks {before}")
    exchange.ask(token, "/v2/transactions", text.replace(before, after).encode(), key=f"golden {after}")


def answers_of(exchange, tokens):
    """Returns the answers about all data: by the name of the token and the path."""
    answers = {}
    for path in ("participants", "relationships", "operators", "settings", "retention", "webhook-targets",
                 "sscc-ranges", "cases", "transactions", "events"):
        for page, answer in exchange.pages(OPERATOR, f"/admin/{path}"):
            answers[f"operator {page}"] = answer
    for name, token in tokens.items():
        for path in ("profile", "trade-partners", "profile/webhooks"):
            answers[f"{name} /v2/{path}"] = exchange.ask(token, f"/v2/{path}")
        for path in ("transactions", "errors", "all-transactions"):
            for page, answer in exchange.pages(token, f"/v2/{path}"):
                answers[f"{name} {page}"] = answer
                for item in answer.get("items", ()) if path != "transactions" else ():
                    one = f"/v2/{path}/{item.get('platformTransactionId', item.get('id'))}"
                    for detail in (one, f"{one}/events") if path == "all-transactions" else (one,):
                        answers[f"{name} {detail}"] = exchange.ask(token, detail)
    return answers


def differences(before, now, place):
    """Yields the places where an answer lacks what it had. A newer version may add members."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in before.keys() - (CHANGING_IN_WEBHOOKS if "/webhooks" in place else CHANGING):
            yield from differences(before[key], now.get(key), f"{place}.{key}")
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for index, each in enumerate(before):
            yield from differences(each, now[index], f"{place}[{index}]")
    elif before != now:
        yield f"{place}: was {json.dumps(before)[:200]}, is {json.dumps(now)[:200]}"


@contextlib.contextmanager
def scratch():
    with tempfile.TemporaryDirectory() as folder:
        processes = Processes(folder)
        try:
            yield processes
        finally:
            processes.end()


def make(binary, folder):
    os.makedirs(folder)
    with scratch() as processes:
        data = f"{processes.folder}/network"
        exchange = Exchange(binary, processes, data)
        tokens = fill(exchange)
        answers = answers_of(exchange, tokens)
        exchange.end()
        with tarfile.open(f"{folder}/folder.tar.gz", "w:gz") as archive:
            archive.add(data, "network")
        database = Database(processes)
        subprocess.run([binary, "migrate", "--from", data, "--to", database.address()], check=True)
        exchange = Exchange(binary, processes, f"{processes.folder}/node", database.address())
        exchange.end()
        dump = subprocess.run(["pg_dump", "--no-owner", database.address()], stdout=subprocess.PIPE, check=True).stdout
    with gzip.open(f"{folder}/database.sql.gz", "wb") as file:
        file.write(dump)
    with gzip.open(f"{folder}/answers.json.gz", "wt", encoding="utf-8") as file:
        json.dump({"tokens": tokens, "answers": answers}, file)


def open_folder(folder, processes):
    with tarfile.open(f"{folder}/folder.tar.gz") as archive:
        archive.extractall(processes.folder)
    return f"{processes.folder}/network", None


def open_database(folder, processes):
    database = Database(processes).address()
    with gzip.open(f"{folder}/database.sql.gz") as file:
        subprocess.run(["psql", "--quiet", "--set", "ON_ERROR_STOP=1", database], input=file.read(), check=True,
                       stdout=subprocess.DEVNULL)
    return f"{processes.folder}/node", database


def faults_of(binary, folder, opening):
    """Returns the differences."""
    with gzip.open(f"{folder}/answers.json.gz", "rt", encoding="utf-8") as file:
        golden = json.load(file)
    with scratch() as processes:
        place = opening(folder, processes)
        exchange = Exchange(binary, processes, *place)
        faults = []
        for question, before in golden["answers"].items():
            name, path = question.split(" ", 1)
            token = OPERATOR if name == "operator" else golden["tokens"][name]
            faults += differences(before, exchange.ask(token, path), question)
        order = f"{ROOT}/examples/order/lifelike.json"
        again = exchange.command("send", "--json", order, token=golden["tokens"]["Musterhaus"])
        if json.loads(again).get("outcome") != "duplicate":
            faults.append(f"an order that was sent before is not a duplicate: {again}")
        exchange.end()
        return faults


def check(binary, *folders):
    passed = failed = 0
    for folder in folders:
        for opening in (open_folder, open_database):
            faults = faults_of(binary, folder, opening)
            for fault in faults[:20]:
                print(f"{folder} {opening.__name__}: {fault}")
            passed, failed = passed + (not faults), failed + bool(faults)
    print(f"{passed} passed, {failed} failed")
    return failed == 0


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(*sys.argv[2:])
    elif not check(*sys.argv[2:]):
        sys.exit(1)
