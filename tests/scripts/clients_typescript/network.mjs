// The binary under test, serving two participants, and what they send.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { Exchange, parse } from "tradepost";

const repository = process.env.TRADEPOST_TREE;
const binary = process.env.TRADEPOST_BIN;
const operatorToken = "tp_op_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";

const partners = { customer: "9521002000009", supplier: "9521001000000", closed: "9521003000008" };

export const example = (name) => readFileSync(join(repository, "examples", name));

let number = 0;
/** An order that was not sent before; `change` gets its content. */
export function order(change = () => {}) {
  const document = parse(example("order/lifelike.json").toString());
  document.content.header.orderIdentifier = `TS-${++number}`;
  change(document.content);
  return document;
}

export async function idsOf(walk) {
  const ids = [];
  for await (const { id } of walk) ids.push(id);
  return ids;
}

/** A condition that comes true within 20 s. */
export async function until(condition) {
  for (const end = Date.now() + 20_000; !(await condition()); await new Promise((go) => setTimeout(go, 10))) {
    if (Date.now() > end) throw new Error(`not within 20 s: ${condition}`);
  }
}

/** The URL of a server of node:net or node:http, which ends with the test. */
export async function listening(context, server) {
  context.after(() => server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${server.address().port}`;
}

/** An exchange in a folder of its own, with a customer, a supplier, and one that blocks the customer. A restart keeps its address. */
export class Network {
  #folder = mkdtempSync(join(tmpdir(), "tradepost-typescript-"));
  #options;
  #process;
  #listen = "127.0.0.1:0";
  tokens = {};

  static async start(options = [], ca = undefined) {
    const network = new Network();
    network.#options = options;
    await network.serve();
    network.operator = new Exchange(network.url, operatorToken, { ca });
    const act = (...request) => network.operator.ask(...request);
    const ids = {};
    for (const [name, identifier] of Object.entries(partners)) {
      ids[name] = (await act("POST", "/admin/participants", { name, identifiers: [{ domain: "GS1", identifier }] })).id;
      network.tokens[name] = (await act("POST", "/admin/tokens", { participant: ids[name] })).token;
    }
    await act("PUT", "/admin/relationships", { from: ids.customer, to: ids.supplier, status: "active" });
    await act("PUT", "/admin/relationships", { from: ids.supplier, to: ids.customer, status: "active" });
    await act("PUT", "/admin/relationships", { from: ids.customer, to: ids.closed, status: "blocked" });
    return network;
  }

  async serve() {
    const args = ["serve", "--data", join(this.#folder, "network"), "--listen", this.#listen];
    const env = { ...process.env, TRADEPOST_OPERATOR_TOKEN: operatorToken };
    this.#process = spawn(binary, [...args, ...this.#options], { env, stdio: ["ignore", "pipe", "ignore"] });
    const ended = once(this.#process, "close").then(([how]) => Promise.reject(new Error(`serve ended: ${how}`)));
    const [line] = await Promise.race([once(createInterface({ input: this.#process.stdout }), "line"), ended]);
    ended.catch(() => {});
    this.url = /https?:\S+/.exec(line)[0];
    this.#listen = this.url.replace(/^https?:\/\//, "");
  }

  async kill() {
    const ended = once(this.#process, "close");
    this.#process.kill("SIGKILL");
    await ended;
  }

  async end() {
    await this.kill();
    rmSync(this.#folder, { recursive: true });
  }

  as(name, options) {
    return new Exchange(this.url, this.tokens[name], options);
  }
}
