import { createHmac, timingSafeEqual } from "node:crypto";

import { SignatureError } from "./errors.js";
import { parse } from "./json.js";
import type { WebhookNotification } from "./types.js";

/** The headers of a request: of node:http, of fetch, or any object. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | string[] | undefined };

/**
 * The event of a call. Throws SignatureError if no secret signed it, or if its timestamp is more than `tolerance`
 * seconds (300) from `now`, in seconds since 1970. `body` is the body as it was received. While a secret is replaced,
 * give the old and the new one.
 */
export function verifyWebhook(secrets: string | readonly string[], headers: WebhookHeaders, body: string | Uint8Array,
    options: { now?: number; tolerance?: number } = {}): WebhookNotification {
  const keys = [secrets].flat();
  if (keys.length === 0 || !keys.every(Boolean)) throw new TypeError("A secret of the webhook is missing.");
  const sent = headerOf(headers, "tradepost-timestamp");
  const given = Buffer.from(headerOf(headers, "tradepost-signature"));
  // All secrets are tried, so that the time says nothing about them.
  const isKnown = keys.map((key) => {
    const signed = Buffer.from(`v1=${createHmac("sha256", key).update(`${sent}.`).update(body).digest("hex")}`);
    return given.length === signed.length && timingSafeEqual(given, signed);
  }).includes(true);
  if (!isKnown) throw new SignatureError("The signature of the webhook call is wrong.");
  const now = options.now ?? Date.now() / 1000;
  if (!/^\d{1,15}$/.test(sent) || Math.abs(now - Number(sent)) > (options.tolerance ?? 300)) {
    throw new SignatureError("The webhook call is too old, or its clock or yours is wrong.");
  }
  try {
    return parse(typeof body === "string" ? body : Buffer.from(body).toString()) as unknown as WebhookNotification;
  } catch (error) {
    throw new SignatureError("The body of the webhook call is not JSON.", { cause: error });
  }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  if (typeof headers.get === "function") return headers.get(name) ?? "";
  const key = Object.keys(headers).find((one) => one.toLowerCase() === name);
  return String((headers as Record<string, unknown>)[key ?? ""] ?? "");
}
