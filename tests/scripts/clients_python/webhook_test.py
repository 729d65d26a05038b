"""A call that the binary makes is verified; a changed, old or foreign one is refused."""

import http.server
import threading
import time
import unittest
import uuid

from network import order, until
from tradepost import Exchange, SignatureError, verify_webhook

NETWORK = None  # that every_test.py started


class Webhooks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        calls = cls.calls = []

        class Receiver(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                calls.append((self.headers, self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        NETWORK.operate("PUT", "/admin/webhook-targets", {"targets": ["127.0.0.1"]})
        with Exchange(NETWORK.url, NETWORK.supplier) as supplier, Exchange(NETWORK.url, NETWORK.customer) as customer:
            hook = {"url": f"http://127.0.0.1:{server.server_port}/", "events": ["transaction.pending"]}
            cls.secret = supplier.ask("POST", "/v2/profile/webhooks", hook)["secret"]
            cls.sent = customer.send(order(uuid.uuid4().hex[:12])).id
        cls.headers, cls.body = until("call", lambda: calls and calls[0])

    def refused(self, sentence, secret=None, headers=None, body=None, **rest):
        with self.assertRaisesRegex(SignatureError, sentence):
            verify_webhook(secret or self.secret, headers or self.headers, self.body if body is None else body, **rest)

    def test_call_is_verified(self):
        event = verify_webhook(self.secret, self.headers, self.body)
        self.assertEqual(event["type"], "transaction.pending")
        self.assertEqual(event["transaction"]["platformTransactionId"], self.sent)

    def test_any_of_several_secrets_is_good(self):
        verify_webhook(["old", self.secret], self.headers, self.body)
        verify_webhook(iter([self.secret, "new"]), dict(self.headers), self.body.decode())
        self.refused("signature", ["old", "new"])

    def test_changed_call_is_refused(self):
        self.refused("signature", body=self.body + b" ")
        self.refused("signature", body=b"")
        self.refused("signature", headers={**self.headers, "Tradepost-Timestamp": str(int(time.time()) + 1)})
        self.refused("signature", headers={"Tradepost-Timestamp": self.headers["Tradepost-Timestamp"]})
        self.refused("signature", headers={"Tradepost-Signature": "v1=\u00e9"})

    def test_old_call_is_refused(self):
        at = int(self.headers["Tradepost-Timestamp"])
        self.refused("too old", now=at + 301)
        self.refused("too old", now=at - 301)
        self.refused("too old", now=at + 11, tolerance=10)
        verify_webhook(self.secret, self.headers, self.body, now=at + 300)

    def test_secret_is_needed(self):
        for secret in ("", [], ["a", ""]):
            with self.subTest(secret), self.assertRaisesRegex(ValueError, "secret of the webhook is needed"):
                verify_webhook(secret, self.headers, self.body)
