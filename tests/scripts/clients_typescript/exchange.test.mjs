// The installed package against the binary.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";

import { Decimal, Exchange, ExchangeError, NoAnswer, Rejected, SignatureError, verifyWebhook } from "tradepost";

import { Network, example, idsOf, listening, order, until } from "./network.mjs";

let network, customer, supplier;
before(async () => {
  network = await Network.start();
  [customer, supplier] = [network.as("customer"), network.as("supplier")];
});
after(() => network.end());

const changed = ({ type, content }) => ({ type, content: { ...content, header: { ...content.header, comments: "changed" } } });

// Leaves an empty queue for the next test.
const drain = () => supplier.receive(() => {}, { once: true });

test("a_repeated_document_is_a_duplicate", async () => {
  const first = await customer.send(example("order/lifelike.json"));
  assert.deepEqual({ ...first, id: "" }, { id: "", isHeld: false, isDuplicate: false, warnings: [] });
  assert.deepEqual(await customer.send(example("order/lifelike.json").toString()), { ...first, isDuplicate: true });
  assert.deepEqual(await idsOf(supplier.pending()), [first.id]);
  await drain();
});

test("a_key_that_is_used_twice_gives_the_first_result", async () => {
  const first = order();
  const second = changed(first);
  const one = await customer.send(first, { key: "export-1" });
  const two = await customer.send(second.content, { type: "ORDER", key: "export-2" });
  assert.deepEqual(await customer.send(first, { key: "export-1" }), one);
  await assert.rejects(customer.send(order(), { key: "export-1" }), { status: 422, detailCode: "key_reused" });
  assert.deepEqual(await idsOf(supplier.pending()), [two.id]);
  // A new key makes the older version the newest one; without a key it is a duplicate.
  assert.equal((await customer.send(first)).isDuplicate, true);
  const three = await customer.send(first, { key: "export-3" });
  assert.deepEqual(await idsOf(supplier.pending()), [three.id]);
  await drain();
});

test("a_rejected_document_is_told_with_every_fault", async () => {
  const { faultCount, findings, isValid } = await customer.validate(example("order/faulty_dates.json"));
  const error = await customer.send(example("order/faulty_dates.json")).catch((one) => one);
  assert.ok(error instanceof ExchangeError);
  assert.deepEqual([error.status, error.code, isValid], [422, "invalid", false]);
  assert.deepEqual([error.findings.length, findings.length], [faultCount, faultCount]);
  assert.ok(faultCount > 10 && error.answer.faultCount.equals(faultCount));
  assert.deepEqual(error.findings, findings);
  for (const { path, code, message } of findings) assert.ok(path.startsWith("content.") && code && message);
  assert.ok(error.requestId);
  // The case that the sender sees.
  const id = new URL(error.errorUrl).pathname.split("/").pop();
  const shown = await customer.findCase(id);
  assert.deepEqual([shown.origin, shown.document.faults.length], ["rejection", faultCount]);
});

test("one_refused_document_does_not_stop_the_others", async () => {
  const blocked = order(({ header }) => (header.supplier.identifiers = [{ domain: "GS1", identifier: "9521003000008" }]));
  const documents = [order(), example("order/faulty_missing.json"), blocked, order()];
  const results = await customer.sendAll(documents, { key: (document) => `all-${documents.indexOf(document)}` });
  assert.deepEqual(results.map((one) => one instanceof ExchangeError && one.status), [false, 422, 403, false]);
  assert.deepEqual(await idsOf(supplier.pending()), [results[0].id, results[3].id]);
  await drain();
  const stranger = new Exchange(network.url, "tp_live_unknown");
  await assert.rejects(stranger.sendAll([order()]), { status: 401, code: "unauthorized" });
});

test("a_walk_shows_all_pages_with_their_exact_numbers", async () => {
  const prices = Array.from({ length: 25 }, (_, index) => new Decimal(`${index}.${"0".repeat(index)}10`));
  const documents = prices.map((price) => order((content) => (content.items[0].unitPrice = price)));
  const sent = await customer.sendAll(documents);
  const seen = [];
  for await (const { id, document, text } of supplier.pending({ perPage: 10, type: "ORDER" })) {
    assert.equal(document.type, "ORDER");
    assert.ok(text.startsWith("{") && text.endsWith("}") && text.includes(`"unitPrice":${document.content.items[0].unitPrice},`));
    seen.push([id, document.content.items[0].unitPrice.text]);
  }
  assert.deepEqual(seen, sent.map(({ id }, index) => [id, prices[index].text]));
  assert.deepEqual(await idsOf(supplier.pending({ type: "INVOICE" })), []);
  await drain();
});

test("the_text_of_a_document_is_what_was_sent", async () => {
  const content = '{"header":{"orderIdentifier":"text-1","orderDate":"2026-03-02","buyer":{"identifiers":[{"domain":"GS1",' +
    '"identifier":"9521002000009"}]},"supplier":{"identifiers":[{"domain":"GS1","identifier":"9521001000000"}]},' +
    '"x":[1.50,1e2,-0,"\\u00fc\\/ü😀"]},"items":[{"quantity":1.000}]}';
  await customer.send(content, { type: "ORDER" });
  const { value: listed } = await supplier.pending().next();
  assert.ok(listed.text.includes(`"content":${content}`));
  await drain();
});

test("a_short_page_does_not_end_the_walk", async () => {
  const filler = "x".repeat(60_000);
  const large = () => order((content) => (content.filler = Array.from({ length: 55 }, () => filler)));
  const sent = await customer.sendAll([large(), large(), large()]);
  const page = await supplier.ask("GET", "/v2/transactions?per_page=100");
  assert.ok(page.hasMore && page.count.compare(3) < 0);
  assert.deepEqual(await idsOf(supplier.pending()), sent.map(({ id }) => id));
  await supplier.reportAll(sent.map(({ id }) => id));
  assert.deepEqual(await idsOf(supplier.pending()), []);
});

test("a_long_poll_waits_for_the_first_document", async () => {
  const began = performance.now();
  assert.deepEqual(await idsOf(supplier.pending({ wait: 1 })), []);
  assert.ok(performance.now() - began > 900);
  const waiting = idsOf(supplier.pending({ wait: 30 }));
  const { id } = await customer.send(order());
  assert.deepEqual(await waiting, [id]);
  assert.ok(performance.now() - began < 25_000);
  await drain();
});

test("a_signal_ends_a_long_poll_at_once", async () => {
  const stop = new AbortController();
  const began = performance.now();
  const walk = idsOf(supplier.pending({ wait: 30, signal: stop.signal }));
  const loop = supplier.receive(() => {}, { wait: 30, signal: stop.signal });
  stop.abort(new Error("enough"));
  await assert.rejects(walk, /enough/);
  assert.equal(await loop, 0);
  assert.ok(performance.now() - began < 10_000);
});

test("a_report_is_taken_once", async () => {
  const { id } = await customer.send(order());
  assert.deepEqual(await supplier.report(id), { id, isTaken: true, message: "Marked as processed.", errorUrl: undefined });
  assert.equal((await supplier.report(id)).isTaken, true);
  await assert.rejects(supplier.report(id, { success: false, reason: "no" }), { status: 409, code: "conflict" });
  await assert.rejects(supplier.report("unknown"), { status: 404, code: "not_found" });
  await assert.rejects(supplier.report(""), TypeError);
  assert.equal((await customer.transaction(id)).status, "SUCCESS");
  const events = [];
  for await (const event of customer.events(id)) events.push(event.type);
  assert.ok(events.includes("received") && events.includes("reported"));
});

test("a_bulk_leaves_out_bad_reports", async () => {
  const [one, two] = await customer.sendAll([order(), order()]);
  const unknown = (index) => `00000000-0000-8000-8000-${String(index).padStart(12, "0")}`;
  const ids = [one.id, ...Array.from({ length: 1500 }, (_, index) => unknown(index)), { id: two.id, success: false, reason: "late" }];
  const results = await supplier.reportAll(ids);
  assert.equal(results.length, 1502);
  assert.deepEqual([results[0].id, results[0].isTaken], [one.id, true]);
  assert.ok(results.slice(1, -1).every(({ id, isTaken, code, message }, index) =>
    id === unknown(index) && !isTaken && code === "unknown" && message));
  assert.ok(results.at(-1).isTaken && results.at(-1).errorUrl);
  const history = [];
  for await (const { id, document } of customer.allTransactions({ status: "FAILED", perPage: 1 })) history.push([id, document.report.reason]);
  assert.deepEqual(history[0], [two.id, "late"]);
  assert.equal((await customer.transaction(one.id)).status, "SUCCESS");
});

test("a_rejection_by_the_handler_opens_a_case_that_the_sender_sees", async () => {
  const [good, bad] = await customer.sendAll([order(), order()]);
  const handler = async ({ id }) => {
    if (id === bad.id) throw new Rejected("Article 4711 is not known here.", "DATA", { article: "4711" });
  };
  assert.equal(await supplier.receive(handler, { once: true }), 2);
  assert.equal((await customer.transaction(good.id)).status, "SUCCESS");
  const { report, status } = await customer.transaction(bad.id);
  assert.deepEqual([status, report.reason, report.type, report.context.article],
    ["FAILED", "Article 4711 is not known here.", "DATA", "4711"]);
  let found;
  for await (const one of customer.cases({ status: "open" })) if (one.transaction === bad.id) found = one;
  assert.deepEqual([found.reason, found.context.article, found.turn], ["Article 4711 is not known here.", "4711", "sender"]);
  const { comments, turn } = await customer.commentOnCase(found.id, "It is 4712.");
  assert.deepEqual([comments.at(-1).text, turn], ["It is 4712.", "recipient"]);
  assert.equal((await supplier.resolveCase(found.id, "Thank you.")).status, "resolved");
  assert.deepEqual((await customer.findCase(found.id)).comments.map(({ text }) => text), ["It is 4712.", "Thank you."]);
  const again = await customer.requeue(bad.id);
  assert.deepEqual(await idsOf(supplier.pending()), [again]);
  await drain();
});

test("any_other_error_of_the_handler_ends_the_loop_without_a_report", async () => {
  const [one, two] = await customer.sendAll([order(), order()]);
  const handled = [];
  const handler = ({ id }) => {
    handled.push(id);
    if (id === two.id) throw new Error("The disk is full.");
  };
  await assert.rejects(supplier.receive(handler, { once: true }), /The disk is full/);
  assert.deepEqual(handled, [one.id, two.id]);
  assert.deepEqual(await idsOf(supplier.pending()), [two.id]);
  assert.equal(await drain(), 1);
});

test("a_killed_exchange_loses_and_repeats_nothing", async () => {
  const sent = (await customer.sendAll(Array.from({ length: 30 }, () => order()))).map(({ id }) => id);
  const stop = new AbortController();
  const handled = [];
  let killed;
  const loop = supplier.receive(({ id }) => {
    handled.push(id);
    if (handled.length === 10) killed = network.kill().then(() => network.serve());
  }, { signal: stop.signal, perPage: 20, wait: 30 });
  await until(() => killed !== undefined);
  await killed;
  await until(() => handled.length >= sent.length);
  sent.push((await customer.send(order())).id);
  await until(() => handled.length >= sent.length);
  await until(async () => (await customer.transaction(sent.at(-1))).status === "SUCCESS");
  stop.abort();
  assert.equal(await loop, sent.length);
  assert.deepEqual(handled, sent);
  assert.deepEqual(await idsOf(supplier.pending()), []);
  for (const id of sent) assert.equal((await customer.transaction(id)).status, "SUCCESS");
});

test("documents_that_are_sent_while_the_exchange_is_killed_arrive_once", async () => {
  const documents = Array.from({ length: 40 }, () => order());
  let killed;
  const sent = await Promise.all(documents.map(async (document, index) => {
    const result = await customer.send(document, { key: `killed-${index}` });
    killed ??= network.kill().then(() => network.serve());
    return result.id;
  }));
  await killed;
  assert.equal(new Set(sent).size, documents.length);
  assert.deepEqual((await idsOf(supplier.pending())).sort(), sent.sort());
  await drain();
});

test("an_unreachable_exchange_is_asked_again_until_retry_for_ends", async () => {
  const pauses = [];
  const nobody = new Exchange("http://127.0.0.1:9", "token", { retryFor: 0.5, onPause: (pause) => pauses.push(pause) });
  await assert.rejects(nobody.ping(), (error) => error instanceof NoAnswer && error.cause.code === "ECONNREFUSED");
  assert.ok(pauses.length >= 1 && pauses.every(({ why, seconds }) => /ECONNREFUSED/.test(why) && seconds < 1));
  await assert.rejects(new Exchange("http://127.0.0.1:9", "token", { retryFor: 0 }).ping(), NoAnswer);
});

test("a_call_that_is_not_repeatable_is_not_repeated_when_its_answer_is_lost", async (context) => {
  let connections = 0;
  const url = await listening(context, net.createServer((socket) => socket.once("data", () => {
    ++connections;
    socket.destroy();
  })));
  const lossy = new Exchange(url, "token", { retryFor: 1 });
  await assert.rejects(lossy.commentOnCase("1", "once"), NoAnswer);
  assert.equal(connections, 1);
  await assert.rejects(lossy.resolveCase("1"), NoAnswer);
  assert.ok(connections > 2);
});

test("too_many_requests_wait_as_long_as_the_exchange_asks", async (context) => {
  const slow = await Network.start(["--requests-per-second", "1", "--requests-burst", "3"]);
  context.after(() => slow.end());
  const pauses = [];
  const eager = slow.as("customer", { onPause: ({ seconds }) => pauses.push(seconds) });
  for (let count = 0; count < 5; ++count) await eager.ping();
  assert.ok(pauses.length >= 1 && pauses.every((seconds) => seconds >= 1), `${pauses}`);
  const impatient = slow.as("customer", { retryFor: 0 });
  const answers = await Promise.all(Array.from({ length: 5 }, () => impatient.ping().catch((error) => error)));
  const refused = answers.find((one) => one);
  assert.deepEqual([refused.status, refused.code, refused.isWorthARetry], [429, "too_many_requests", true]);
  assert.ok(refused.retryAfter >= 1);
});

test("an_exchange_without_a_free_connection_is_waited_for", async (context) => {
  const full = await Network.start(["--connections-per-address", "1"]);
  context.after(() => full.end());
  full.operator.close();
  const holder = full.as("customer");
  await holder.ping(); // and keeps its connection
  const pauses = [];
  const waiting = full.as("customer", { onPause: (pause) => pauses.push(pause) }).ping();
  const refusals = () => pauses.filter(({ why }) => why === "The exchange is busy");
  await until(() => refusals().length > 0);
  holder.close();
  await waiting;
  assert.ok(refusals().every(({ seconds }) => seconds >= 1), JSON.stringify(pauses));
});

test("a_busy_proxy_is_waited_for_until_the_date_that_it_names", async (context) => {
  let answered = 0;
  const url = await listening(context, http.createServer((_, response) => {
    const date = (seconds) => new Date(1772442843000 + 1000 * seconds).toUTCString();
    if (++answered > 1) response.writeHead(204).end();
    else response.writeHead(502, { Date: date(0), "Retry-After": date(1) }).end("<html>busy</html>");
  }));
  const pauses = [];
  await new Exchange(url, "token", { onPause: ({ seconds }) => pauses.push(seconds) }).ping();
  assert.ok(pauses.length === 1 && pauses[0] >= 1 && pauses[0] < 2, `${pauses}`);
});

test("a_certificate_is_trusted_if_its_authority_is_given", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "tradepost-typescript-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
    "-keyout", key, "-out", certificate, "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"], { stdio: "ignore" });
  const ca = readFileSync(certificate, "utf8");
  const secure = await Network.start(["--tls-cert", certificate, "--tls-key", key], ca);
  context.after(() => secure.end());
  await secure.as("customer", { ca }).ping();
  const pauses = [];
  await assert.rejects(secure.as("customer", { onPause: (pause) => pauses.push(pause) }).ping(), NoAnswer);
  assert.deepEqual(pauses, []);
});

test("a_server_that_is_not_an_exchange_is_named", async (context) => {
  const url = await listening(context, http.createServer((_, response) => response.end("<html>hello</html>")));
  const wrong = new Exchange(`${url}/`, "token");
  await assert.rejects(wrong.ping(), { code: "not_an_exchange", status: 200 });
  await assert.rejects(new Exchange(`${network.url}/elsewhere`, "token").ping(), ExchangeError);
});

test("settings_that_cannot_be_used_are_refused", () => {
  for (const url of ["", "trade.example", "ftp://trade.example", "https://user:word@trade.example", "https://a/?b", "https://a b"]) {
    assert.throws(() => new Exchange(url, "token"), /form https:/, url);
  }
  assert.throws(() => new Exchange("http://trade.example", "token"), /plainHttp/);
  new Exchange("http://trade.example", "token", { plainHttp: true });
  for (const token of ["", "two words", "x".repeat(513), "ü"]) assert.throws(() => new Exchange("https://a", token), /token/);
});

test("a_webhook_call_is_verified_and_a_changed_one_refused", async (context) => {
  await network.operator.ask("PUT", "/admin/webhook-targets", { targets: ["127.0.0.1"] });
  const calls = [];
  const address = await listening(context, http.createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    calls.push({ headers: request.headers, body: Buffer.concat(parts) });
    response.end();
  }));
  const url = `${address}/in`;
  const { id: webhook, secret } = await supplier.ask("POST", "/v2/profile/webhooks", { url, events: ["transaction.pending"] });
  const { id } = await customer.send(order());
  await until(() => calls.length === 1);
  const [{ headers, body }] = calls;

  const event = verifyWebhook(secret, headers, body);
  assert.deepEqual([event.type, event.transaction.platformTransactionId], ["transaction.pending", id]);
  assert.equal(verifyWebhook(["another", secret], new Headers(headers), body.toString()).id, event.id);
  assert.equal(verifyWebhook(secret, { "Tradepost-Signature": headers["tradepost-signature"],
    "Tradepost-Timestamp": headers["tradepost-timestamp"] }, body).id, event.id);
  const sent = Number(headers["tradepost-timestamp"]);
  assert.equal(verifyWebhook(secret, headers, body, { now: sent + 299 }).id, event.id);
  assert.throws(() => verifyWebhook(secret, headers, body, { now: sent + 301 }), SignatureError);
  assert.throws(() => verifyWebhook(secret, headers, body, { now: sent - 11, tolerance: 10 }), SignatureError);
  assert.throws(() => verifyWebhook("another", headers, body), SignatureError);
  assert.throws(() => verifyWebhook(secret, headers, Buffer.concat([body, Buffer.from(" ")])), SignatureError);
  assert.throws(() => verifyWebhook(secret, { ...headers, "tradepost-timestamp": String(sent + 1) }, body), SignatureError);
  assert.throws(() => verifyWebhook(secret, {}, body), SignatureError);
  assert.throws(() => verifyWebhook([], headers, body), TypeError);
  assert.throws(() => verifyWebhook("", headers, body), TypeError);

  const { data: { secret: newer } } = await supplier.ask("PUT", `/v2/profile/webhooks/${webhook}`, { secret: "new" });
  await customer.send(order());
  await until(() => calls.length === 2);
  const [, second] = calls;
  assert.throws(() => verifyWebhook(secret, second.headers, second.body), SignatureError);
  assert.equal(verifyWebhook([secret, newer], second.headers, second.body).type, "transaction.pending");
  await supplier.ask("DELETE", `/v2/profile/webhooks/${webhook}`);
  await drain();
});
