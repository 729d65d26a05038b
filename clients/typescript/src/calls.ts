import type { ConnectionOptions } from "./connection.js";
import type { Decimal } from "./decimal.js";
import type { Document, DocumentType, ErrorType, Fault, Flow, ParticipantName, Status } from "./types.js";

/** A value to send: its numbers are Decimals, or whole and safe numbers. */
export type Sendable<T> = T extends Decimal
  ? Decimal | number | bigint
  : T extends (infer Element)[]
    ? Sendable<Element>[]
    : T extends object
      ? { [Name in keyof T]: Sendable<T[Name]> }
      : T;

/** A document to send: `{type, content}`, or its text, which is sent as it is. */
export type Outgoing = Sendable<Document> | string | Uint8Array;
/** The content of a document of this type, or its text. */
export type OutgoingContent<Type extends DocumentType> =
  | Sendable<Extract<Document, { type: Type }>["content"]>
  | string
  | Uint8Array;

/** One item of a list. */
export interface Listed<T> {
  readonly id: string;
  /** Every number in it is a Decimal. */
  readonly document: T;
  /** The item, byte for byte as the exchange gave it. */
  readonly text: string;
}

export interface Sent {
  /** Of the transaction; of a duplicate, the one that was there. */
  id: string;
  /** Until the recipient accepts the sender as a partner. */
  isHeld: boolean;
  /** The exchange had the document before this call. */
  isDuplicate: boolean;
  warnings: Fault[];
}

export interface Validation {
  isValid: boolean;
  /** At most 1,000 of them are named. */
  faultCount: number;
  findings: Fault[];
  warnings: Fault[];
  recipient: ParticipantName | null;
}

/** The result of a document in the recipient's own system. */
export interface Report {
  /** The default is true. */
  success?: boolean;
  /** Why it failed: the sender reads this. */
  reason?: string;
  /** DATA: the sender has to act. INTERNAL: the recipient has to act. */
  errorType?: ErrorType;
  context?: Record<string, string>;
}

/** The answer to a report. */
export interface Reported {
  id: string;
  isTaken: boolean;
  /** If it was not taken: unknown, conflict or malformed. */
  code?: string;
  message: string;
  /** The page of the case that a failure opened. */
  errorUrl?: string | undefined;
}

export interface ExchangeOptions extends ConnectionOptions {
  /** The word of the exchange in platformTransactionId. */
  fieldWord?: string;
}

/** `signal` ends a call: it then throws the reason of the signal. */
export interface Cancellable {
  signal?: AbortSignal | undefined;
}

export interface PendingFilters extends Cancellable {
  type?: DocumentType | undefined;
  /** So many seconds an empty list waits for its first document, 60 at most. */
  wait?: number;
  perPage?: number;
}

export interface HistoryFilters extends Cancellable {
  type?: DocumentType;
  flow?: Flow;
  status?: Status;
  /** 2026-01-01,2026-01-31 */
  createdBetween?: string;
  direction?: "sent" | "received";
  /** The number of the document. */
  identifier?: string;
  /** The id of a participant. */
  partner?: string;
  sscc?: string;
  perPage?: number;
}
