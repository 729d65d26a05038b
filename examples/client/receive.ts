// receive.ts FOLDER: stores every pending document in a file, then reports it. Node 18, no library.
import { open } from "node:fs/promises";
import type { components } from "./exchange.js"; // openapi-typescript "$TRADEPOST_URL/openapi.json" -o exchange.d.ts

const { TRADEPOST_URL: url, TRADEPOST_TOKEN: token } = process.env;
const folder = process.argv[2];

async function ask(path: string, body?: components["schemas"]["ReportList"]): Promise<string> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const request = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  const answer = await fetch(url + path, { ...request, signal: AbortSignal.timeout(60_000) });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.text();
}

// The text of each item: a number that went through a float may be another one.
function* textsOf(page: string): Generator<string> {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;
  tokens.lastIndex = page.indexOf('"items":[') + '"items":['.length;
  let depth = 0, begin = 0;
  for (let token = tokens.exec(page); token && depth >= 0; token = tokens.exec(page)) {
    if ("{[".includes(token[0]) && depth++ === 0) begin = token.index;
    if ("}]".includes(token[0]) && --depth === 0) yield page.slice(begin, token.index + 1);
  }
}

async function store(name: string, text: string): Promise<void> {
  const file = await open(`${folder}/${name}.json`, "w");
  await file.writeFile(text);
  await file.sync();
  await file.close();
}

for (let cursor: string | null = "", more = true; more;) {
  const text = await ask(`/v2/transactions?per_page=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
  const page = JSON.parse(text) as components["schemas"]["IncomingPage"];
  const texts = [...textsOf(text)];
  const ids = page.items.map((item) => item.platformTransactionId);
  for (const [at, id] of ids.entries()) await store(id, texts[at]!);
  if (ids.length) {
    const items = ids.map((id) => ({ platformTransactionId: id, success: true }));
    await ask("/v2/transactions/bulk/mark-processed", { items });
    console.log(ids.join("\n"));
  }
  [cursor, more] = [page.nextCursor, page.hasMore];
}
