import http from "node:http";
import https from "node:https";
import timers from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

import { NoAnswer } from "./errors.js";

// The bounds of the C++ library.
const answerBytesMax = 64 * 1024 * 1024;
const pauseFirstMs = 200;
const pauseMaxMs = 10_000;
const retryAfterMax = 3_600;

/** All times are in seconds. */
export interface ConnectionOptions {
  /** How long a call is repeated if the exchange is unreachable or busy. 0: never. Infinity: until it is stopped. */
  retryFor?: number;
  connectWithin?: number;
  /** After so long without a byte, a connection is given up. */
  silenceMax?: number;
  /** `http://` to another machine sends the token unencrypted. */
  plainHttp?: boolean;
  /** Trusted certificate authorities, PEM. By default those of Node. */
  ca?: string;
  /** An agent of node:http or node:https, for instance of a proxy. */
  agent?: http.Agent;
  userAgent?: string;
  /** Called before a request is repeated. */
  onPause?: (pause: { why: string; seconds: number }) => void;
}

export interface Call {
  method: string;
  /** Below the address: /v2/ping */
  path: string;
  headers?: Record<string, string>;
  /** JSON. */
  body?: string;
  /** Whether the call may be repeated if its outcome is unknown: a repeat changes nothing more. Default: true. */
  isRepeatable?: boolean;
  /** How long the exchange may take for it without a byte, in seconds. */
  wait?: number;
  signal?: AbortSignal | undefined;
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  /** Which attempt this answers. */
  attempts: number;
}

type Mishap = { became: "unsent" | "lost" | "refused"; error: Error };
type Attempt = { answer: Omit<Answer, "attempts"> } | Mishap;

/** The connection to one exchange. Repeats calls if that is safe. */
export class Connection {
  readonly url: string;
  readonly #address: URL;
  readonly #token: string;
  readonly #options: ConnectionOptions;
  readonly #agent: http.Agent;

  constructor(url: string, token: string, options: ConnectionOptions) {
    this.url = url.replace(/\/+$/, "");
    const address = addressOf(this.url);
    if (!address || address.username || address.password || address.search || address.hash) {
      throw new TypeError("The URL of the exchange has the form https://trade.example.org or http://127.0.0.1:8480.");
    }
    const isLoopback = /^(localhost|\[::1\]|127\.[\d.]+)$/.test(address.hostname);
    const isTls = address.protocol === "https:";
    if (!isTls && !isLoopback && !options.plainHttp) {
      throw new TypeError(`${this.url} is another machine, and http:// would send the token unencrypted. ` +
        "Use https://, or set plainHttp.");
    }
    if (!/^[!-~]{1,512}$/.test(token)) throw new TypeError("A token has 1 to 512 visible ASCII characters.");
    this.#address = address;
    this.#token = token;
    this.#options = options;
    this.#agent = new (isTls ? https : http).Agent({ keepAlive: true });
  }

  /** Ends the connections that are kept for the next calls. */
  close(): void {
    this.#agent.destroy();
  }

  /** The last answer, a refusal too. Throws NoAnswer, or the reason of the signal. */
  async ask(call: Call): Promise<Answer> {
    const giveUp = performance.now() + 1000 * (this.#options.retryFor ?? 30);
    for (let attempts = 1; ; ++attempts) {
      call.signal?.throwIfAborted();
      const last = await this.#attempt(call);
      if ("error" in last) call.signal?.throwIfAborted();
      const asked = "answer" in last ? retryAfterOf(last.answer.headers) : undefined;
      // The random part keeps clients apart that were refused at the same moment.
      const pause = 1000 * (asked ?? 0) + Math.random() * Math.min(pauseFirstMs * 2 ** (attempts - 1), pauseMaxMs);
      if (!isWorthARepeat(last, call.isRepeatable ?? true) || performance.now() + pause > giveUp) {
        if ("answer" in last) return { ...last.answer, attempts };
        throw new NoAnswer(`The exchange at ${this.url} can't be reached: ${last.error.message}.`,
          { cause: last.error });
      }
      const why = "answer" in last ? "The exchange is busy" : last.error.message;
      this.#options.onPause?.({ why, seconds: pause / 1000 });
      await rest(pause, call.signal);
    }
  }

  async #attempt(call: Call): Promise<Attempt> {
    const { hostname, port, protocol, pathname } = this.#address;
    const body = call.body === undefined ? undefined : Buffer.from(call.body);
    let isConnected = false;
    const request = (protocol === "https:" ? https : http).request({
      hostname: hostname.replace(/^\[|\]$/g, ""),
      port,
      path: pathname.replace(/\/$/, "") + call.path,
      method: call.method,
      headers: {
        Accept: "application/json",
        "Accept-Encoding": "gzip",
        Authorization: `Bearer ${this.#token}`,
        "User-Agent": this.#options.userAgent ?? "tradepost-typescript",
        ...(body && { "Content-Type": "application/json", "Content-Length": body.length }),
        ...call.headers,
      },
      // A call that is not repeated gets a new connection: a kept one may have ended since its last call.
      agent: this.#options.agent ?? ((call.isRepeatable ?? true) && this.#agent),
      ...(this.#options.ca && { ca: this.#options.ca }),
      ...(call.signal && { signal: call.signal }),
    });
    const silence = 1000 * ((this.#options.silenceMax ?? 60) + (call.wait ?? 0));
    request.setTimeout(silence, () => request.destroy(new Error("the request timed out")));
    const connecting = setTimeout(() => {
      if (!isConnected) request.destroy(new Error("the connection timed out"));
    }, 1000 * (this.#options.connectWithin ?? 10));
    request.once("socket", (socket) => {
      if (request.reusedSocket) isConnected = true;
      else socket.once(protocol === "https:" ? "secureConnect" : "connect", () => (isConnected = true));
    });
    try {
      const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
        request.once("response", resolve).on("error", reject).end(body);
      });
      return { answer: await whole(response) };
    } catch (error) {
      request.destroy();
      return mishapOf(error as NodeJS.ErrnoException, isConnected);
    } finally {
      clearTimeout(connecting);
    }
  }
}

/** Ends early, without an error, if the signal comes. */
export async function rest(ms: number, signal?: AbortSignal): Promise<void> {
  await timers.setTimeout(ms, undefined, signal && { signal }).catch(() => signal?.aborted);
}

function addressOf(url: string): URL | undefined {
  try {
    return /^https?:\/\/[!-~]+$/.test(url) ? new URL(url) : undefined;
  } catch {
    return undefined;
  }
}

async function whole(response: http.IncomingMessage): Promise<Omit<Answer, "attempts">> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > answerBytesMax) throw new TooLarge("the answer is too large");
    parts.push(part);
  }
  const raw = Buffer.concat(parts);
  const isPacked = response.headers["content-encoding"] === "gzip" && raw.length > 0;
  const body = isPacked ? await promisify(gunzip)(raw, { maxOutputLength: answerBytesMax }) : raw;
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

class TooLarge extends Error {}

// A certificate that is not trusted, and an answer that is not HTTP, will be so the next time.
function mishapOf(error: NodeJS.ErrnoException, isConnected: boolean): Mishap {
  const code = error.code ?? "";
  const isFinal = /^HPE_|^Z_|CERT|UNABLE_TO|TLS|SSL|EPROTO|TOO_LARGE|INVALID/.test(code);
  return { became: isFinal || error instanceof TooLarge ? "refused" : isConnected ? "lost" : "unsent", error };
}

function isWorthARepeat(last: Attempt, isRepeatable: boolean): boolean {
  if (!("answer" in last)) return last.became === "unsent" || (last.became === "lost" && isRepeatable);
  const { status, headers } = last.answer;
  if (status === 429 || status === 503) return true;
  return isRepeatable && (status >= 500 || (status === 409 && headers["retry-after"] !== undefined));
}

/** In seconds. As seconds, or as a date, which the Date of the answer is subtracted from. */
export function retryAfterOf(headers: http.IncomingHttpHeaders): number | undefined {
  const text = headers["retry-after"] ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text), retryAfterMax + 1);
  const until = text.endsWith(" GMT") ? Date.parse(text) : NaN;
  if (Number.isNaN(until)) return undefined;
  const now = Date.parse(headers.date ?? "");
  return Math.min(Math.max((until - (Number.isNaN(now) ? Date.now() : now)) / 1000, 0), retryAfterMax + 1);
}
