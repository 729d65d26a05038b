"""The blocks of the package's README, which every_test.py pasted in one shell."""

import os
import socket
import subprocess
import unittest

from network import ROOT, order, until
from tradepost import Exchange

NETWORK = FOLDER = None  # of every_test.py
PRINTED = ""  # by the blocks


class Readme(unittest.TestCase):
    def setUp(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.environment = {
            **os.environ,
            "TRADEPOST_URL": NETWORK.url,
            "TRADEPOST_TOKEN": NETWORK.supplier,
            "PORT": str(self.port),
        }

    def begin(self, *command):
        out = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        return subprocess.Popen(command, cwd=FOLDER, env=self.environment, text=True, **out)

    def paste(self, *command):
        process = self.begin(*command)
        output = process.communicate()[0]
        self.assertEqual(process.returncode, 0, output)
        return output

    def test_pasted_blocks_send_and_report_an_order(self):
        first, second, item, reported = PRINTED.splitlines()[-4:]
        self.assertEqual((first, item, reported), (second, "4500871300 1.50", "1 reported"))
        with open(os.path.join(FOLDER, f"{first}.json"), encoding="utf-8") as file:
            self.assertIn('"quantity":1.50}', file.read())

    def test_other_blocks_print_what_they_show(self):
        self.environment["TRADEPOST_TOKEN"] = NETWORK.customer
        errors = self.paste("env/bin/python", "errors.py")
        self.assertTrue(errors.startswith("422 invalid\n"), errors)
        self.assertIn("\ncontent.items order.items.too_few ", errors)
        self.assertIn("is a float", self.paste("env/bin/python", "decimals.py"))

    def test_webhook_block_prints_the_event(self):
        NETWORK.operate("PUT", "/admin/webhook-targets", {"targets": ["127.0.0.1"]})
        with Exchange(NETWORK.url, NETWORK.supplier) as supplier:
            hook = supplier.ask("POST", "/v2/profile/webhooks", {"url": f"http://127.0.0.1:{self.port}/"})
            self.environment["WEBHOOK_SECRET"] = hook["secret"]
            receiver = self.begin("env/bin/python", "-u", "webhook.py")
            until("receiver", self.listens)
            path = f"/v2/profile/webhooks/{hook['id']}"
            self.assertTrue(supplier.ask("POST", path + "/test")["data"]["taken"])
            supplier.ask("DELETE", path)
        self.assertIn("webhook.test ", receiver.communicate()[0])

    def test_loop_of_the_page_reports_what_comes(self):
        with open(os.path.join(ROOT, "docs/guides/clients.md"), encoding="utf-8") as page:
            text = page.read().split("```py\n")[1].split("```")[0]
        loop = self.begin("env/bin/python", "-c", text)
        with Exchange(NETWORK.url, NETWORK.customer) as customer:
            id = customer.send(order(f"page-{self.port}")).id
            until("report", lambda: customer.transaction(id)["status"] == "SUCCESS")
        loop.terminate()
        loop.communicate()
        self.assertTrue(os.path.getsize(os.path.join(FOLDER, f"{id}.json")))

    def listens(self):
        with open("/proc/net/tcp", encoding="ascii") as sockets:
            return any(f":{self.port:04X} 00000000:0000 0A" in line for line in sockets)
