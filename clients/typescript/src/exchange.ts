import { randomUUID } from "node:crypto";

import type {
  Cancellable, ExchangeOptions, HistoryFilters, Listed, Outgoing, OutgoingContent, PendingFilters, Report, Reported,
  Sent, Validation,
} from "./calls.js";
import { Connection, rest, retryAfterOf, type Answer, type Call } from "./connection.js";
import { ExchangeError, Rejected, textOf } from "./errors.js";
import { parse, stringify, type Json, type Visit } from "./json.js";
import type {
  Case, CaseHead, CaseStatus, DocumentType, Event, Fault, IncomingTransaction, Transaction,
} from "./types.js";

const reportsMax = 1_000; // of one bulk
const reportTextMax = 1024 * 1024; // of its reasons and contexts
const waitMax = 60; // seconds
const idleMs = 1_000;

interface Walk extends Cancellable {
  wait?: number | undefined;
  perPage?: number | undefined;
}
type Filters = Record<string, string | undefined>;

/** One participant's access to an exchange. */
export class Exchange {
  readonly #connection: Connection;
  readonly #idName: string;

  constructor(url: string, token: string, options: ExchangeOptions = {}) {
    this.#connection = new Connection(url, token, options);
    this.#idName = `${options.fieldWord ?? "platform"}TransactionId`;
  }

  get url(): string {
    return this.#connection.url;
  }

  /** Ends the connections that are kept for the next calls. They do not keep a process from its end. */
  close(): void {
    this.#connection.close();
  }

  /** Any request of the interface. `isRepeatable` is false if a repeat of it would have another effect. */
  async ask(method: string, path: string, body?: unknown,
            options: Cancellable & { isRepeatable?: boolean; headers?: Record<string, string> } = {}): Promise<Json> {
    return this.#want({ method, path, ...(body !== undefined && { body: stringify(body) }), ...options });
  }

  /** Returns if the URL and the token are good. */
  async ping(options: Cancellable = {}): Promise<void> {
    await this.ask("GET", "/v2/ping", undefined, options);
  }

  /**
   * Sends `{type, content}`; with `type`, the content alone is given. A duplicate is not an error: sending again is
   * safe. `key` is the Idempotency-Key of all tries, best the id of the export in your own system. Without it none is
   * sent.
   */
  async send(document: Outgoing, options?: Cancellable & { key?: string | undefined }): Promise<Sent>;
  async send<Type extends DocumentType>(
    content: OutgoingContent<Type>, options: Cancellable & { type: Type; key?: string | undefined },
  ): Promise<Sent>;
  async send(document: unknown,
             options: Cancellable & { type?: DocumentType; key?: string | undefined } = {}): Promise<Sent> {
    const { type, key, signal } = options;
    const headers = key === undefined ? {} : { "Idempotency-Key": key };
    const body = bodyOf(document, type);
    const answer = await this.#connection.ask({ method: "POST", path: "/v2/transactions", headers, body, signal });
    const said = answer.status < 500 ? this.#membersOf(answer) : undefined;
    const id = textOf(said?.[this.#idName]);
    const { status, attempts } = answer;
    if (!said || !id || ![201, 202, 400].includes(status)) throw this.#errorOf(answer);
    const warnings = (said["warnings"] ?? []) as unknown as Fault[];
    // If a repeat is a duplicate, the first attempt arrived and its answer was lost.
    return { id, isHeld: status === 202, isDuplicate: status === 400 && attempts === 1, warnings };
  }

  /**
   * Sends one document after the other. The results are in their order. A refused document does not stop the others:
   * its result is the error. If the exchange is unreachable or busy, the call throws, and may be repeated as a whole.
   */
  async sendAll<T extends Outgoing>(documents: Iterable<T> | AsyncIterable<T>,
      options: Cancellable & { key?: (document: T) => string } = {}): Promise<(Sent | ExchangeError)[]> {
    const results: (Sent | ExchangeError)[] = [];
    for await (const document of documents) {
      try {
        results.push(await this.send(document, { key: options.key?.(document), signal: options.signal }));
      } catch (error) {
        if (!(error instanceof ExchangeError) || !concernsOneDocument(error)) throw error;
        results.push(error);
      }
    }
    return results;
  }

  /** What `send` would say, without sending. */
  async validate(document: Outgoing, options?: Cancellable): Promise<Validation>;
  async validate<Type extends DocumentType>(
    content: OutgoingContent<Type>, options: Cancellable & { type: Type },
  ): Promise<Validation>;
  async validate(document: unknown, options: Cancellable & { type?: DocumentType } = {}): Promise<Validation> {
    const body = bodyOf(document, options.type);
    const said = await this.#want({ method: "POST", path: "/v2/transactions/validate", body, signal: options.signal });
    const { valid, faultCount, faults, warnings, recipient } = said as any;
    return { isValid: valid, faultCount: faultCount.toInteger(), findings: faults, warnings, recipient };
  }

  /** All documents that wait for a report, oldest first: the walk ends with the last page. Reading changes nothing. */
  async *pending(filters: PendingFilters = {}): AsyncGenerator<Listed<IncomingTransaction>, void> {
    const { type, wait, perPage, signal } = filters;
    yield* this.#listed<IncomingTransaction>("/v2/transactions", { type }, { wait, perPage, signal });
  }

  /** A document that was reported on is not pending any more. Store it before. */
  async report(id: string, report: Report = {}, options: Cancellable = {}): Promise<Reported> {
    const body = stringify(bodyOfReport(report));
    const said = await this.#want({ method: "POST", path: `/v2/transactions/${segment(id)}`, body, ...options });
    return reportedOf(id, (said as any).data);
  }

  /**
   * Reports in bulks; an id alone is a success. One result for each, in their order. A report that is not taken does
   * not stop the others. After an error, the whole call may be repeated.
   */
  async reportAll(reports: Iterable<string | (Report & { id: string })>,
                  options: Cancellable = {}): Promise<Reported[]> {
    const all = Array.from(reports, (report) => (typeof report === "string" ? { id: report } : report));
    const results: Reported[] = [];
    for (let begin = 0; begin < all.length; ) {
      let end = begin;
      for (let length = 0; end < all.length && end - begin < reportsMax && length <= reportTextMax; ++end) {
        length += stringify(bodyOfReport(all[end]!)).length;
      }
      results.push(...await this.#reportBulk(all.slice(begin, end), options));
      begin = end;
    }
    return results;
  }

  async #reportBulk(bulk: (Report & { id: string })[], options: Cancellable): Promise<Reported[]> {
    const results = new Map<number, Reported>();
    // A bulk is taken as a whole: each round leaves out the bad ones, at least one, until the rest is taken.
    for (let left = [...bulk.keys()]; left.length > 0; left = left.filter((index) => !results.has(index))) {
      const items = left.map((index) => ({ [this.#idName]: bulk[index]!.id, ...bodyOfReport(bulk[index]!) }));
      const path = "/v2/transactions/bulk/mark-processed";
      try {
        const said = await this.#want({ method: "POST", path, body: stringify({ items }), ...options });
        left.forEach((index, at) => results.set(index, reportedOf(bulk[index]!.id, (said as any).data[at])));
      } catch (error) {
        const bad = error instanceof ExchangeError && error.status === 422 ? (error.answer["items"] as any[]) : [];
        if (!bad?.length) throw error;
        for (const { index, code } of bad) {
          const at = index.toInteger();
          const finding = (error as ExchangeError).findings.find((one) => one.path.startsWith(`items.${at}.`));
          const { id } = bulk[left[at]!]!;
          results.set(left[at]!, { id, isTaken: false, code, message: finding?.message ?? code });
        }
      }
    }
    return [...bulk.keys()].map((index) => results.get(index)!);
  }

  /**
   * Calls the handler for each pending document, one after the other, and reports it, until `signal`; with `once`,
   * until none is pending. If the handler returns, the document is reported as processed. If it throws Rejected, the
   * document is reported as failed. Any other error ends the loop without a report, and the document comes again. The
   * result is the number of reported documents.
   */
  async receive(handler: (listed: Listed<IncomingTransaction>) => unknown,
                options: PendingFilters & { once?: boolean } = {}): Promise<number> {
    const { once = false, wait = 20, signal, ...filters } = options;
    let reported = 0;
    while (!signal?.aborted) {
      const before = reported;
      const began = performance.now();
      const walk = this.pending({ ...filters, wait: once ? 0 : wait, signal });
      try {
        for await (const listed of walk) {
          if (signal?.aborted) break;
          if (!listed.document.isLatestVersion) continue;
          // Without the signal: a document that was handled is reported.
          await this.report(listed.id, await reportOf(handler, listed));
          ++reported;
        }
      } catch (error) {
        if (!signal?.aborted || error !== signal.reason) throw error;
      }
      if (once && reported === before) break;
      // The list came at once and had nothing to do: the exchange ends, or superseded documents leave its queue.
      if (reported === before && performance.now() - began < idleMs) await rest(idleMs, signal);
    }
    return reported;
  }

  /** Documents that were sent or received, newest first. */
  async *allTransactions(filters: HistoryFilters = {}): AsyncGenerator<Listed<Transaction>, void> {
    const { createdBetween, perPage, signal, ...rest } = filters;
    const query = { ...rest, created_between: createdBetween };
    yield* this.#listed<Transaction>("/v2/all-transactions", query, { perPage, signal });
  }

  async transaction(id: string, options: Cancellable = {}): Promise<Transaction> {
    return this.#data({ method: "GET", path: `/v2/all-transactions/${segment(id)}`, ...options });
  }

  /** The events of a transaction, oldest first. */
  async *events(id: string, options: Cancellable = {}): AsyncGenerator<Event, void> {
    yield* this.#items<Event>(`/v2/all-transactions/${segment(id)}/events`, {}, options);
  }

  /** Delivers the latest version once more. The result is the id of the new transaction. */
  async requeue(id: string, options: Cancellable = {}): Promise<string> {
    const path = `/v2/all-transactions/${segment(id)}/requeue`;
    // With the key, a repeat after a lost answer requeues nothing twice.
    const said = await this.#want({ method: "POST", path, headers: { "Idempotency-Key": randomUUID() }, ...options });
    return (said as any)[this.#idName];
  }

  /** The cases that you take part in, newest first. */
  async *cases(filters: Cancellable & { status?: CaseStatus; perPage?: number } = {}): AsyncGenerator<CaseHead, void> {
    const { status, perPage, signal } = filters;
    yield* this.#items<CaseHead>("/v2/errors", { status }, { perPage, signal });
  }

  /** With its comments, and with the faults of a rejected document. */
  async findCase(id: string, options: Cancellable = {}): Promise<Case> {
    return this.#data({ method: "GET", path: `/v2/errors/${segment(id)}`, ...options });
  }

  async commentOnCase(id: string, comment: string, options: Cancellable = {}): Promise<Case> {
    return this.#changeCase(id, { comment }, options);
  }

  async resolveCase(id: string, comment?: string, options: Cancellable = {}): Promise<Case> {
    return this.#changeCase(id, { status: "resolved", comment }, options);
  }

  // A comment that is repeated would occur twice.
  #changeCase(id: string, change: { comment?: string | undefined; status?: string }, { signal }: Cancellable) {
    const isRepeatable = change.comment === undefined;
    const path = `/v2/errors/${segment(id)}`;
    return this.#data<Case>({ method: "PATCH", path, body: stringify(change), isRepeatable, signal });
  }

  async #data<T>(call: Call): Promise<T> {
    return ((await this.#want(call)) as any).data;
  }

  async *#listed<T>(path: string, filters: Filters, walk: Walk): AsyncGenerator<Listed<T>, void> {
    for await (const { items, texts } of this.#pages<T>(path, filters, walk)) {
      for (const document of items) {
        yield { id: (document as any)[this.#idName], document, text: texts.get(document) ?? "" };
      }
    }
  }

  async *#items<T>(path: string, filters: Filters, walk: Walk): AsyncGenerator<T, void> {
    for await (const { items } of this.#pages<T>(path, filters, walk)) yield* items;
  }

  // hasMore alone ends a list: a short page does not.
  async *#pages<T>(path: string, filters: Filters,
                   walk: Walk): AsyncGenerator<{ items: T[]; texts: Map<unknown, string> }, void> {
    const query = new URLSearchParams({ per_page: String(walk.perPage ?? 100) });
    for (const [name, value] of Object.entries(filters)) if (value) query.set(`filter[${name}]`, value);
    let wait = Math.min(Math.floor(walk.wait ?? 0), waitMax);
    for (let hasMore = true; hasMore; wait = 0) {
      const texts = new Map<unknown, string>();
      const headers = wait > 0 ? { Prefer: `wait=${wait}` } : {};
      const call = { method: "GET", path: `${path}?${query}`, headers, wait, signal: walk.signal };
      // The page has depth 1, its list depth 2.
      const page = (await this.#want(call, (item, depth, text) => depth === 3 && texts.set(item, text))) as any;
      hasMore = page.hasMore;
      const cursor = page.nextCursor;
      if (hasMore && (!cursor || cursor === query.get("cursor"))) throw this.#noExchange(200);
      if (hasMore) query.set("cursor", cursor);
      yield { items: page.items, texts };
    }
  }

  // The JSON of a good answer; null if it has none.
  async #want(call: Call, visit?: Visit): Promise<Json> {
    const answer = await this.#connection.ask(call);
    if (answer.status < 200 || answer.status >= 300) throw this.#errorOf(answer);
    if (answer.status === 204) return null;
    const said = this.#membersOf(answer, visit);
    if (!said) throw this.#noExchange(answer.status);
    return said;
  }

  #membersOf(answer: Answer, visit?: Visit): { [name: string]: Json } | undefined {
    try {
      const said = parse(textIn(answer.body), visit);
      const isObject = typeof said === "object" && said && Object.getPrototypeOf(said) === Object.prototype;
      return isObject ? (said as { [name: string]: Json }) : undefined;
    } catch {
      return undefined;
    }
  }

  #errorOf(answer: Answer): ExchangeError {
    const { status, headers } = answer;
    const said = this.#membersOf(answer) ?? {};
    // A proxy before the exchange is busy in its own words.
    if (textOf(said["message"]) === undefined && status !== 429 && status < 500) return this.#noExchange(status);
    const message = textOf(said["message"]) ?? `The status is ${status}.`;
    const requestId = [headers["x-request-id"]].flat()[0];
    const rest = { retryAfter: retryAfterOf(headers), requestId };
    return new ExchangeError(status, textOf(said["code"]) ?? "", message, said, rest);
  }

  #noExchange(status: number): ExchangeError {
    const message = `The server at ${this.url} is not an exchange (status ${status}).`;
    return new ExchangeError(status, "not_an_exchange", message);
  }
}

async function reportOf<T>(handler: (listed: Listed<T>) => unknown, listed: Listed<T>): Promise<Report> {
  try {
    await handler(listed);
    return {};
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    return { success: false, reason: error.message, errorType: error.errorType, context: error.context };
  }
}

function concernsOneDocument(error: ExchangeError): boolean {
  return !error.isWorthARetry && error.status !== 401 && error.code !== "not_an_exchange";
}

function bodyOfReport({ success = true, reason, errorType, context }: Report): object {
  return { success, reason, errorType, errorContext: context };
}

function reportedOf(id: string, outcome: { message: string; errorUrl?: string }): Reported {
  return { id, isTaken: true, message: outcome.message, errorUrl: outcome.errorUrl };
}

function bodyOf(document: unknown, type: DocumentType | undefined): string {
  const text = typeof document === "string" ? document
    : document instanceof Uint8Array ? textIn(document) : stringify(document);
  return type === undefined ? text : `{"type":${stringify(type)},"content":${text}}`;
}

function segment(id: string): string {
  if (!id) throw new TypeError("An id is missing.");
  return encodeURIComponent(id);
}

// Fails at malformed UTF-8, and leaves a byte order mark, which JSON does not have.
function textIn(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}
