"""Which calls are repeated, and after which pauses: against a server that answers as a script says."""

import socket
import threading
import time
import unittest
from email.utils import formatdate

from tradepost import Exchange, ExchangeError, NoAnswer

OK = b'{"data":{"message":"Marked as processed."},"valid":true}'


def answer(status, body=b'{"code":"busy","message":"Busy."}', **headers):
    lines = [f"HTTP/1.1 {status} Any", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Script:
    """A server that gives the next answer to each request. An empty answer closes the connection."""

    def __init__(self, *answers):
        self.answers, self.requests = list(answers), []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = "http://127.0.0.1:%d" % self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while self.answers:
            link, _ = self.listener.accept()
            with link, link.makefile("rb") as lines:
                while self.answers and (head := self._head(lines)):
                    self.requests.append(head)
                    given = self.answers.pop(0)
                    link.sendall(given)
                    if not given:
                        break
        self.listener.close()

    def _head(self, lines):
        head = []
        while (line := lines.readline()) and line != b"\r\n":
            head.append(line.decode().strip())
        size = [line for line in head if line.startswith("Content-Length")]
        if size:
            lines.read(int(size[0].split(":")[1]))
        return head


class Repeats(unittest.TestCase):
    def exchange(self, script, **options):
        self.pauses = []
        options.setdefault("on_pause", lambda why, seconds: self.pauses.append((why, seconds)))
        exchange = Exchange(script.url, "tp_test_x", **options)
        self.addCleanup(exchange.close)
        return exchange

    def test_retry_after_is_waited_for(self):
        for status in (429, 503):
            with self.subTest(status):
                script = Script(answer(status, Retry_After=1), answer(200, OK))
                begin = time.monotonic()
                self.exchange(script).report("x")
                self.assertGreaterEqual(time.monotonic() - begin, 1)
                self.assertEqual(len(script.requests), 2)

    def test_retry_after_may_be_a_date(self):
        now = 1_800_000_000
        dates = {"Retry_After": formatdate(now + 40, usegmt=True), "Date": formatdate(now, usegmt=True)}
        with self.assertRaises(ExchangeError) as raised:
            self.exchange(Script(answer(503, **dates))).ping()
        self.assertEqual(raised.exception.retry_after, 40)

    def test_pause_beyond_the_limit_ends_the_call_at_once(self):
        script = Script(answer(429, Retry_After=31))
        with self.assertRaises(ExchangeError) as raised:
            self.exchange(script).ping()
        self.assertEqual((raised.exception.status, raised.exception.retry_after, self.pauses), (429, 31, []))

    def test_call_is_not_repeated_without_time_for_it(self):
        with self.assertRaises(ExchangeError):
            self.exchange(Script(answer(503)), retry_for=0).ping()

    def test_failed_server_and_lost_answer_are_asked_again(self):
        for lost in (answer(500), answer(502, b"<html>"), b"", answer(409, Retry_After=0)):
            with self.subTest(lost):
                script = Script(lost, lost, answer(201, b'{"platformTransactionId":"a"}'))
                self.assertEqual(self.exchange(script).send("{}", key="k").id, "a")
                keys = [line for head in script.requests for line in head if line.startswith("Idempotency-Key")]
                self.assertEqual(keys, ["Idempotency-Key: k"] * 3)

    def test_send_makes_no_key(self):
        script = Script(answer(201, b'{"platformTransactionId":"a"}'))
        self.exchange(script).send("{}")
        self.assertNotIn("Idempotency-Key", str(script.requests))

    def test_duplicate_that_answers_a_repeat_is_this_document(self):
        duplicate = answer(400, b'{"code":"duplicate","message":"Payload","platformTransactionId":"a"}')
        self.assertFalse(self.exchange(Script(b"", duplicate)).send("{}").is_duplicate)
        self.assertTrue(self.exchange(Script(duplicate)).send("{}").is_duplicate)

    def test_comment_is_not_repeated_if_its_answer_is_lost(self):
        for lost, error in ((answer(500), ExchangeError), (b"", NoAnswer)):
            with self.subTest(lost), self.assertRaises(error):
                self.exchange(Script(lost)).comment_on_case("x", "Hello")
            self.assertEqual(self.pauses, [])

    def test_comment_is_repeated_if_it_had_no_effect(self):
        script = Script(answer(503, Retry_After=0), answer(200, b'{"data":{"id":"x"}}'))
        self.assertEqual(self.exchange(script).comment_on_case("x", "Hello"), {"id": "x"})

    def test_answer_that_is_not_of_an_exchange_is_an_error(self):
        for given in (answer(404, b"<html>"), answer(200, b"<html>"), answer(200, b"")):
            with self.subTest(given), self.assertRaises(ExchangeError) as raised:
                next(self.exchange(Script(given)).pending())
            self.assertEqual(raised.exception.code, "not_an_exchange")

    def test_error_has_the_fields_of_the_answer(self):
        body = (
            b'{"code":"invalid","detailCode":"key_reused","message":"No.","errorUrl":"https://x/v2/errors/1",'
            b'"faults":[{"code":"order.items.missing","path":"content","message":"Add items."}]}'
        )
        script = Script(answer(422, body, X_Request_Id="r1"))
        with self.assertRaises(ExchangeError) as raised:
            self.exchange(script).send("{}")
        error = raised.exception
        self.assertEqual((error.status, error.code, error.detail_code), (422, "invalid", "key_reused"))
        self.assertEqual((error.error_url, error.request_id, error.retry_after), ("https://x/v2/errors/1", "r1", None))
        self.assertEqual(error.findings, [("content", "order.items.missing", "Add items.")])
        self.assertEqual(str(error), "No.\n  content: Add items.")

    def test_answer_that_is_not_http_is_not_asked_for_again(self):
        with self.assertRaisesRegex(NoAnswer, "the answer is not HTTP"):
            self.exchange(Script(b"SSH-2.0-OpenSSH\r\n\r\n")).ping()

    def test_unreachable_exchange_is_a_connection_error(self):
        with socket.create_server(("127.0.0.1", 0)) as closed:
            port = closed.getsockname()[1]
        exchange = Exchange(f"http://127.0.0.1:{port}", "tp_test_x", retry_for=0.5, on_pause=lambda *_: tries.append(1))
        tries = []
        with self.assertRaisesRegex(ConnectionError, "cannot be reached: connection refused"):
            exchange.ping()
        self.assertTrue(tries)

    def test_list_that_does_not_advance_is_an_error(self):
        page = answer(200, b'{"items":[],"hasMore":true,"nextCursor":"c"}')
        with self.assertRaisesRegex(ExchangeError, "not that of an exchange"):
            list(self.exchange(Script(page, page)).pending())

    def test_only_has_more_ends_a_walk(self):
        pages = [b'{"items":[],"hasMore":true,"nextCursor":"c+/="}', b'{"items":[],"hasMore":false,"nextCursor":null}']
        script = Script(*(answer(200, page) for page in pages))
        self.assertEqual(list(self.exchange(script).pending("ORDER")), [])
        path = "/v2/transactions?per_page=100&filter%5Btype%5D=ORDER&cursor=c%2B%2F%3D"
        self.assertEqual(script.requests[1][0], f"GET {path} HTTP/1.1")

    def test_superseded_document_is_skipped(self):
        items = [{"platformTransactionId": one, "isLatestVersion": one == "b"} for one in "abc"]
        page = str({"items": items, "hasMore": False, "nextCursor": None})
        page = page.replace("'", '"').replace("False", "false").replace("True", "true").replace("None", "null")
        empty = b'{"items":[],"hasMore":false,"nextCursor":null}'
        script = Script(answer(200, page.encode()), answer(200, OK), answer(200, empty))
        handled = []
        self.assertEqual(self.exchange(script).receive(lambda received: handled.append(received.id), once=True), 1)
        self.assertEqual(handled, ["b"])
        self.assertTrue(script.requests[1][0].startswith("POST /v2/transactions/b "))

    def test_stop_ends_a_pause(self):
        stop = threading.Event()
        exchange = self.exchange(Script(answer(503, Retry_After=20)), on_pause=lambda *_: stop.set())
        begin = time.monotonic()
        self.assertEqual(exchange.receive(self.fail, stop=stop), 0)
        self.assertLess(time.monotonic() - begin, 15)


class Addresses(unittest.TestCase):
    def test_address_that_cannot_be_one_is_refused(self):
        for url in ("", "trade.example.org", "ftp://trade.example.org", "https://", "https://user@trade.example.org",
                    "https://trade.example.org?a=b", "https://trade.example.org/\r\n", "https://trade.example.org/a b"):
            with self.subTest(url), self.assertRaisesRegex(ValueError, "not the address of an exchange"):
                Exchange(url, "tp_test_x")

    def test_token_is_not_sent_unencrypted(self):
        for url in ("http://trade.example.org", "http://127.example.org", "http://127.0.0.1.example.org"):
            with self.subTest(url), self.assertRaisesRegex(ValueError, "would send the token unencrypted"):
                Exchange(url, "tp_test_x")
        Exchange("http://trade.example.org", "tp_test_x", plain_http=True)

    def test_token_is_one_line(self):
        for token in ("", "tp_test_x\r\nX: y", "tp test"):
            with self.subTest(token), self.assertRaisesRegex(ValueError, "token"):
                Exchange("https://trade.example.org", token)
