export type {
  Cancellable, ExchangeOptions, HistoryFilters, Listed, Outgoing, OutgoingContent, PendingFilters, Report, Reported,
  Sendable, Sent, Validation,
} from "./calls.js";
export { Decimal } from "./decimal.js";
export { ExchangeError, NoAnswer, Rejected, SignatureError } from "./errors.js";
export { Exchange } from "./exchange.js";
export { JsonError, parse, stringify } from "./json.js";
export type { Json } from "./json.js";
export type * from "./types.js";
export { verifyWebhook } from "./webhook.js";
export type { WebhookHeaders } from "./webhook.js";
