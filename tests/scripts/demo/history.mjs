// The history of a demo, by HTTP. TRADEPOST_URL is its exchange, and `folder` its folder.
//   node history.mjs is_lifelike        it has the shape of 30 days of trade
//   node history.mjs write FILE         its documents become the lines of a file
//   node history.mjs includes FILE      it has the documents of a file
import { readFileSync, statSync, writeFileSync } from 'node:fs';

const [command, file] = process.argv.slice(2);
const base = process.env.TRADEPOST_URL;
const lines = readFileSync(`${process.env.folder}/tokens`, 'utf8').trim().split('\n');
const tokens = Object.fromEntries(lines.map((line) => line.split('=')));
const companies = ['MUSTERHAUS', 'NORD', 'HUBER', 'SOMMER', 'LAGER'];
const dayMs = 86_400_000;

async function all(company, path) {
  const items = [];
  for (let url = base + path; url; ) {
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${tokens[company]}` } });
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    const page = await answer.json();
    items.push(...page.items);
    url = page.nextPageUrl;
  }
  return items;
}

async function ofEverybody(path) {
  return (await Promise.all(companies.map((company) => all(company, path)))).flat();
}

function expect(holds, what) {
  if (holds) return;
  console.log(`expected: ${what}`);
  process.exitCode = 1;
}

const transactions = await ofEverybody('/v2/all-transactions?per_page=100');
const sent = transactions.filter(({ direction }) => direction === 'sent');

// Its address depends on the port.
const withoutLabel = (key, value) => (key === 'transportLabel' ? undefined : value);

// Documents of the last hours may still wait for their report or for another version.
const lineOf = ({ createdAt, platformTransactionId: id, type, content }) =>
  `${createdAt} ${id} ${type} ${JSON.stringify(content, withoutLabel)}`;
const settled = () => {
  const until = new Date(Date.now() - dayMs / 2).toISOString();
  return sent.filter(({ createdAt }) => createdAt < until).map(lineOf).sort();
};

if (command === 'write') {
  writeFileSync(file, settled().join('\n'));
} else if (command === 'includes') {
  const present = new Set(settled());
  const before = readFileSync(file, 'utf8').split('\n');
  const missing = before.filter((line) => !present.has(line));
  const isWhole = before.length > 1_000 && missing.length === 0;
  expect(isWhole, `the ${before.length} documents, of which ${missing.length} are missing`);
} else {
  // The file was written when the network was made. Later documents are no history.
  const made = statSync(`${process.env.folder}/tokens`).mtime;
  const past = sent.filter(({ createdAt }) => createdAt < made.toISOString());
  const dayOf = (time) => new Date(time).toISOString().slice(0, 10);
  const documents = new Map();
  const orders = new Map();
  for (const { type, createdAt } of past) {
    const day = dayOf(createdAt);
    documents.set(day, (documents.get(day) ?? 0) + 1);
    if (type === 'ORDER') orders.set(day, (orders.get(day) ?? 0) + 1);
  }
  const perWeekday = Array.from({ length: 7 }, () => []);
  for (let ago = 30; ago >= 1; --ago) {
    const day = new Date(made.getTime() - 60_000 - ago * dayMs);
    const count = documents.get(dayOf(day)) ?? 0;
    expect(count >= 20, `20 documents of ${dayOf(day)}, not ${count}`);
    perWeekday[day.getUTCDay()].push(orders.get(dayOf(day)) ?? 0);
  }
  const mean = (counts) => counts.reduce((sum, one) => sum + one) / counts.length;
  const [sunday, , , wednesday, , friday] = perWeekday.map(mean);
  const haveTheirShares = friday > 1.3 * wednesday && wednesday > 4 * sunday;
  expect(haveTheirShares, `most orders on Fridays, fewest on Sundays: ${sunday} ${wednesday} ${friday}`);
  const successes = past.filter(({ status }) => status === 'SUCCESS').length;
  const failures = past.filter(({ status }) => status === 'FAILED').length;
  expect(successes > 0.9 * past.length && failures >= 10, `reports: ${successes} and ${failures} of ${past.length}`);
  for (const [status, count] of [['open', 5], ['resolved', 30]]) {
    const cases = await ofEverybody(`/v2/errors?per_page=100&filter[status]=${status}`);
    expect(cases.length >= count, `${count} ${status} cases, not ${cases.length}`);
  }
}
