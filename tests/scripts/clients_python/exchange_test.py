"""Every call against the binary."""

import json
import tempfile
import threading
import time
import unittest
import uuid
from decimal import Decimal

from network import ORDER, PATIENCE_SECONDS, Network, order, until
from tradepost import Exchange, ExchangeError, NoAnswer, Rejected, Report, Sent, read_json

NETWORK = None  # that every_test.py started
UNKNOWN = "00000000-0000-4000-8000-000000000000"


class Calls(unittest.TestCase):
    def setUp(self):
        self.customer = Exchange(NETWORK.url, NETWORK.customer)
        self.supplier = Exchange(NETWORK.url, NETWORK.supplier)
        self.addCleanup(self.customer.close)
        self.addCleanup(self.supplier.close)
        self.supplier.report_all([listed.id for listed in self.supplier.pending()])
        self.number = uuid.uuid4().hex[:12]

    def send(self, count):
        return [sent.id for sent in self.customer.send_all(order(f"{self.number}-{i}") for i in range(count))]

    def test_repeated_key_is_answered_with_the_first_result(self):
        first = self.customer.send(order(self.number), key=self.number)
        again = self.customer.send(order(self.number), key=self.number)
        self.assertEqual(first, again)
        self.assertFalse(first.is_duplicate)

    def test_key_with_another_document_is_refused(self):
        self.customer.send(order(self.number), key=self.number)
        with self.assertRaises(ExchangeError) as raised:
            self.customer.send(order(self.number + "b"), key=self.number)
        self.assertEqual((raised.exception.status, raised.exception.detail_code), (422, "key_reused"))

    def test_repeated_document_is_a_duplicate(self):
        first = self.customer.send(order(self.number))
        again = self.customer.send(json.loads(order(self.number), parse_float=Decimal))
        self.assertEqual(again, Sent(first.id, False, True, []))

    def test_content_alone_is_sent_by_its_type(self):
        content = read_json(order(self.number))["content"]
        first = self.customer.send(content, type="ORDER")
        text = order(self.number)
        begin = text.index("{", 1)
        again = self.customer.send(text[begin : text.rindex("}")].encode(), type="ORDER")
        self.assertEqual((again.id, again.is_duplicate), (first.id, True))

    def test_refused_document_names_every_fault(self):
        with open(ORDER.replace("lifelike", "faulty_dates"), encoding="utf-8") as file:
            text = file.read()
        with self.assertRaises(ExchangeError) as raised:
            self.customer.send(text)
        error = raised.exception
        self.assertEqual((error.status, error.code, len(error.findings)), (422, "invalid", 22))
        self.assertEqual(error.findings[0].path, "content.header.orderDate")
        self.assertEqual(error.findings[0].code, "order.header.orderDate.not_a_datetime")
        self.assertIn("2023-02-30", error.findings[0].message)
        self.assertIn("/v2/errors/", error.error_url)
        self.assertTrue(error.request_id)
        self.assertEqual(self.customer.validate(text).findings, error.findings)

    def test_refused_document_does_not_keep_the_others(self):
        texts = [order(self.number), "{}", order(self.number + "b")]
        keys = dict(zip(texts, ("a", "b", "c")))
        results = self.customer.send_all(texts, key=lambda text: self.number + keys[text])
        self.assertIsInstance(results[1], ExchangeError)
        self.assertEqual([listed.id for listed in self.supplier.pending()], [results[0].id, results[2].id])

    def test_key_that_cannot_be_one_is_not_sent(self):
        for key in ("", "a\n b", "\u00e9", "x" * 256):
            with self.subTest(key), self.assertRaisesRegex(ValueError, "printable ASCII"):
                self.customer.send(order(self.number), key=key)

    def test_good_document_is_valid_and_not_sent(self):
        validation = self.customer.validate(order(self.number))
        self.assertTrue(validation.is_valid)
        self.assertEqual((validation.fault_count, validation.recipient["name"]), (0, "Huber"))
        self.assertEqual(list(self.supplier.pending()), [])

    def test_walk_shows_each_document_once_and_its_exact_numbers(self):
        sent = self.send(23)
        listed = list(self.supplier.pending("ORDER", per_page=5))
        self.assertEqual([one.id for one in listed], sent)
        first = listed[0]
        self.assertEqual(str(first.document["content"]["items"][0]["unitPrice"]), "12.90")
        self.assertEqual(json.loads(first.text)["platformTransactionId"], first.id)
        content = first.text[first.text.index('"content":') + len('"content":') :]
        self.assertTrue(content.startswith('{"header":{"buyer":{"name":"Hansen & Söhne Frischmärkte KG"'))
        self.assertIn('"percentage":2.0}', content)
        self.assertEqual(list(self.supplier.pending("INVOICE")), [])

    def test_waiting_call_ends_with_the_first_document(self):
        found = []
        waiting = threading.Thread(target=lambda: found.extend(self.supplier.pending(wait=PATIENCE_SECONDS)))
        begin = time.monotonic()
        waiting.start()
        sent = self.customer.send(order(self.number))
        waiting.join()
        self.assertEqual([listed.id for listed in found], [sent.id])
        self.assertLess(time.monotonic() - begin, PATIENCE_SECONDS)

    def test_stop_ends_a_waiting_loop(self):
        stop, flag = threading.Event(), []
        for signal, give in ((stop, stop.set), (lambda: bool(flag), lambda: flag.append(1))):
            with self.subTest(signal):
                options = {"wait": 60, "stop": signal}
                loop = threading.Thread(target=self.supplier.receive, args=(self.fail,), kwargs=options)
                begin = time.monotonic()
                loop.start()
                give()
                loop.join()
                self.assertLess(time.monotonic() - begin, 30)
        self.supplier.ping()

    def test_reports_are_taken_and_bad_ones_named(self):
        sent = self.send(3)
        reported = self.supplier.report(sent[0])
        self.assertEqual((reported.id, reported.is_taken), (sent[0], True))
        failure = Report(sent[1], False, "The article is unknown.", "DATA", {"article": "4711"})
        results = self.supplier.report_all([failure, UNKNOWN, sent[2], Report(sent[0], False, "No.")])
        self.assertEqual([one.is_taken for one in results], [True, False, True, False])
        self.assertEqual([one.code for one in results], [None, "unknown", None, "conflict"])
        self.assertIn("/v2/errors/", results[0].error_url)
        self.assertIn("no transaction", results[1].message)
        self.assertEqual(list(self.supplier.pending()), [])
        self.assertEqual(self.customer.transaction(sent[1])["report"]["context"], {"article": "4711"})
        self.assertEqual(self.customer.transaction(sent[2])["status"], "SUCCESS")

    def test_more_reports_than_a_bulk_has_are_made_in_pieces(self):
        sent = self.send(2)
        results = self.supplier.report_all([sent[0], *[UNKNOWN] * 1_000, sent[1]])
        self.assertEqual([results[0].is_taken, results[-1].is_taken], [True, True])
        self.assertEqual({one.code for one in results[1:-1]}, {"unknown"})

    def test_loop_reports_each_document(self):
        sent = self.send(3)

        def handle(received):
            if received.id == sent[1]:
                raise Rejected("The article is unknown.", "DATA", {"article": "4711"})

        self.assertEqual(self.supplier.receive(handle, once=True, per_page=2), 3)
        statuses = [self.customer.transaction(one)["status"] for one in sent]
        self.assertEqual(statuses, ["SUCCESS", "FAILED", "SUCCESS"])
        case = next(self.customer.cases("open"))
        self.assertEqual((case["reason"], case["context"]), ("The article is unknown.", {"article": "4711"}))
        self.assertEqual(case["transaction"], sent[1])
        self.supplier.comment_on_case(case["id"], "Which one is it?")
        self.assertEqual(self.customer.find_case(case["id"])["comments"][0]["text"], "Which one is it?")
        self.assertEqual(self.customer.resolve_case(case["id"], "4712")["status"], "resolved")
        self.assertNotIn(case["id"], [one["id"] for one in self.customer.cases("open")])

    def test_other_error_ends_the_loop_without_a_report(self):
        sent = self.send(2)
        with self.assertRaises(ZeroDivisionError):
            self.supplier.receive(lambda received: 1 / 0, once=True)
        handled = []
        self.supplier.receive(lambda received: handled.append(received.id), once=True)
        self.assertEqual(handled, sent)

    def test_history_and_events_tell_what_happened(self):
        [id] = self.send(1)
        self.supplier.report(id, False, "No.")
        [found] = self.customer.all_transactions(identifier=f"{self.number}-0", direction="sent")
        self.assertEqual((found.id, found.document["status"]), (id, "FAILED"))
        self.assertEqual([event["type"] for event in self.customer.events(id)][:2], ["received", "delivered"])
        again = self.customer.requeue(id)
        self.assertEqual([listed.id for listed in self.supplier.pending()], [again])

    def test_unknown_token_is_refused(self):
        with Exchange(NETWORK.url, "tp_live_" + "x" * 43) as stranger, self.assertRaises(ExchangeError) as raised:
            stranger.ping()
        self.assertEqual((raised.exception.status, raised.exception.code), (401, "unauthorized"))

    def test_any_request_can_be_asked(self):
        self.assertEqual(self.supplier.ask("GET", "/v2/profile")["data"]["name"], "Huber")


class Faults(unittest.TestCase):
    def network(self, *options):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        network = Network(f"{folder.name}/network", *options)
        self.addCleanup(network.stop)
        return network

    def test_busy_exchange_is_waited_for(self):
        network = self.network("--requests-per-second", "2", "--requests-burst", "2")
        pauses = []
        with Exchange(network.url, network.supplier, on_pause=lambda *pause: pauses.append(pause)) as supplier:
            for _ in range(4):
                supplier.ping()
        self.assertTrue(pauses)
        self.assertGreaterEqual(min(seconds for _, seconds in pauses), 1)

    def test_loop_outlives_a_killed_exchange(self):
        network = self.network()
        with Exchange(network.url, network.customer) as customer:
            sent = [customer.send(order(f"before-{i}")).id for i in range(20)]
        supplier = Exchange(network.url, network.supplier)
        self.addCleanup(supplier.close)
        handled, reported, stop, at_tenth, killed = [], set(), threading.Event(), threading.Event(), threading.Event()
        report = supplier.report

        def handle(received):
            self.assertNotIn(received.id, reported)
            handled.append(received.id)
            if len(handled) == 10:
                at_tenth.set()
                killed.wait(PATIENCE_SECONDS)

        def note(id, *rest):
            result = report(id, *rest)
            reported.add(id)
            return result

        supplier.report = note
        loop = threading.Thread(target=supplier.receive, args=(handle,), kwargs={"stop": stop, "per_page": 6})
        loop.start()
        self.assertTrue(at_tenth.wait(PATIENCE_SECONDS))  # handled, and not yet reported
        network.kill()
        killed.set()
        network.start()
        until("report on all", lambda: reported >= set(sent))
        network.kill()  # while the loop waits for the next document
        network.start()
        with Exchange(network.url, network.customer) as customer:
            sent.append(customer.send(order("after")).id)
        until("report on the last", lambda: sent[-1] in reported)
        stop.set()
        loop.join()
        self.assertEqual(handled, sent)
        with Exchange(network.url, network.supplier) as again:
            self.assertEqual(list(again.pending()), [])

    def test_call_ends_when_the_exchange_is_gone(self):
        network = self.network()
        with Exchange(network.url, network.supplier, retry_for=0.3) as supplier:
            supplier.ping()
            network.kill()
            with self.assertRaises(NoAnswer):
                supplier.ping()
