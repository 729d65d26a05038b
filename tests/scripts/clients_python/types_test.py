"""The types of the package narrow a document by its `type`, and agree with its code."""

import os
import subprocess
import unittest

SCRATCH = None  # of every_test.py

PROGRAM = '''
from typing import TYPE_CHECKING
from tradepost import Exchange, Listed, verify_webhook

if TYPE_CHECKING:
    from tradepost.documents import IncomingTransaction


def handle(received: "Listed[IncomingTransaction]") -> None:
    document = received.document
    if document["type"] == "ORDER":
        for item in document["content"]["items"]:
            if item and item["quantity"]:
                item["quantity"].quantize(item["quantity"])
        document["content"]["header"]["invoiceIdentifier"]  # wrong
        document["content"]["header"]["orderIdentifier"] + 1  # wrong
    elif document["type"] == "INVOICE":
        document["content"]["header"]["invoiceIdentifier"].upper()
    elif document["type"] == "ODER":  # wrong
        pass


Exchange("https://trade.example.org", "tp_test_x").receive(handle)
event = verify_webhook("secret", {}, b"")
if event["type"] == "case.opened":
    event["case"]["reason"].upper()
    event["transaction"]  # wrong
'''


class Types(unittest.TestCase):
    def test_wrong_field_of_a_type_is_an_error_and_nothing_else_is(self):
        path = os.path.join(SCRATCH, "program.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        package = os.path.join(os.path.dirname(__import__("tradepost").__file__))
        environment = {**os.environ, "MYPYPATH": os.path.dirname(package)}
        options = ["--strict", "--no-error-summary", "--cache-dir", os.path.join(SCRATCH, "mypy")]
        done = subprocess.run(
            ["mypy", *options, path, package], env=environment, cwd=SCRATCH, stdout=subprocess.PIPE, text=True
        )
        wrong = [number for number, line in enumerate(PROGRAM.split("\n"), 1) if line.endswith("# wrong")]
        found = [int(line.split(":")[1]) for line in done.stdout.splitlines() if line.startswith(path[-10:])]
        self.assertEqual(found, wrong, done.stdout)
