import type { Json } from "./json.js";
import type { ErrorType, Fault } from "./types.js";

/** The exchange answered, and refuses. */
export class ExchangeError extends Error {
  override name = "ExchangeError";
  /** The HTTP status. */
  readonly status: number;
  /** For programs: not_found, duplicate; `not_an_exchange` if the answer is not one that an exchange gives. */
  readonly code: string;
  /** Tells causes apart that have the same code. */
  readonly detailCode: string | undefined;
  /** Every fault of the document or of the request, with its path. */
  readonly findings: Fault[];
  /** In seconds, if the exchange asks for a pause. */
  readonly retryAfter: number | undefined;
  /** The page of the case that a rejected document opened. */
  readonly errorUrl: string | undefined;
  /** The request in the log of the exchange. */
  readonly requestId: string | undefined;
  /** The whole answer. */
  readonly answer: { readonly [name: string]: Json };

  constructor(status: number, code: string, message: string, answer: ExchangeError["answer"] = {},
              rest: { retryAfter?: number | undefined; requestId?: string | undefined } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.answer = answer;
    this.detailCode = textOf(answer["detailCode"]);
    this.findings = Array.isArray(answer["faults"]) ? (answer["faults"] as unknown as Fault[]) : [];
    this.errorUrl = textOf(answer["errorUrl"]);
    this.requestId = textOf(answer["requestId"]) ?? rest.requestId;
    this.retryAfter = rest.retryAfter;
  }

  /** Whether the same call may succeed later. */
  get isWorthARetry(): boolean {
    return this.status === 429 || this.status >= 500 || (this.status === 409 && this.retryAfter !== undefined);
  }
}

/** The exchange could not be reached within `retryFor`, or its answer was lost. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
}

/** A call of a webhook that does not come from the exchange, or is too old. */
export class SignatureError extends Error {
  override name = "SignatureError";
}

/** Thrown by a handler of `receive`: the document is reported as failed, and the loop goes on with the next one. */
export class Rejected extends Error {
  override name = "Rejected";
  readonly errorType: ErrorType;
  readonly context: Record<string, string>;

  /** The sender reads the reason. DATA: the sender has to act. INTERNAL: the recipient has to act. */
  constructor(reason: string, errorType: ErrorType = "DATA", context: Record<string, string> = {}) {
    super(reason);
    this.errorType = errorType;
    this.context = context;
  }
}

export function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
