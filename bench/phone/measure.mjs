// Measures how long a person with a phone waits for the pages of the console.
import { companies, startExchange } from '../../tests/scripts/openapi/exchange.mjs';
import { order } from '../../tests/scripts/openapi/requests.mjs';
import { Browsing } from '../../tests/scripts/console/browsing.mjs';

const turns = Number(process.env.TURNS ?? 5);
const phone = { width: 412, height: 915 };
const slowdown = 4; // of the processor
const kilobit = 1_000 / 8;
const networks = [
  { name: 'slow 4G: 400 ms, 400 kbit/s', latency: 400, downloadThroughput: 400 * kilobit, uploadThroughput: 400 * kilobit },
  { name: 'usual 4G: 170 ms, 9 Mbit/s', latency: 170, downloadThroughput: 9_000 * kilobit, uploadThroughput: 9_000 * kilobit },
];
const documents = 40;

const exchange = await startExchange([], companies);
const base = `http://127.0.0.1:${exchange.port}`;
const browsing = await Browsing.begin(base);
const ask = async (method, path, token, body) => {
  const answer = await exchange.ask({ method, path, token, body: body && JSON.stringify(body) });
  if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body);
};

let failed;
for (let at = 0; at < documents; at += 1) {
  const { type, content } = JSON.parse(order({ number: `PHONE-${at}` }));
  failed = (await ask('POST', '/v2/transactions', 'customer', { type, content })).platformTransactionId;
}
await ask('POST', `/v2/transactions/${failed}`, 'supplier', { success: false, reason: 'The quantity is wrong.' });

const heading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();
const shown = (page) => page.locator('tbody tr').first().waitFor();

/** The steps of a clerk: each begins with a press on what the page before shows. */
const steps = [
  ['form to sign in, cold', async (page) => {
    await page.goto(`${base}/console`);
    await page.getByLabel('Token', { exact: true }).waitFor();
  }],
  ['Your turn, after the sign-in', async (page) => {
    await page.getByLabel('Token', { exact: true }).fill(exchange.tokens.customer);
    await page.keyboard.press('Enter');
    await heading(page, 'Your turn');
    await shown(page);
  }],
  ['list of documents', async (page) => {
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await shown(page);
    await heading(page, 'Transactions');
  }],
  ['a document', async (page) => {
    await page.locator('tbody a').first().click();
    await page.getByRole('tab').first().waitFor();
  }],
  ['form of the correction', async (page) => {
    await page.getByRole('link', { name: 'Correct and send again' }).click();
    await page.getByText('The exchange finds no fault').waitFor();
  }],
  ['Your turn, loaded again', async (page) => {
    await page.goto(`${base}/console`);
    await heading(page, 'Your turn');
    await shown(page);
  }],
];

const median = (all) => [...all].sort((one, other) => one - other)[Math.floor(all.length / 2)];
const results = new Map(steps.map(([name]) => [name, networks.map(() => ({ seconds: [], requests: [], bytes: [] }))]));

for (const [column, { name: _name, ...network }] of networks.entries()) {
  for (let turn = 0; turn < turns; turn += 1) {
    const page = await browsing.person(phone);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    let requests = 0;
    let bytes = 0;
    session.on('Network.requestWillBeSent', () => (requests += 1));
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    for (const [step, take] of steps) {
      requests = 0;
      bytes = 0;
      const began = performance.now();
      await take(page);
      const result = results.get(step)[column];
      result.seconds.push((performance.now() - began) / 1_000);
      result.requests.push(requests);
      result.bytes.push(bytes);
    }
    await page.context().close();
  }
}

console.log(`| page | ${networks.map(({ name }) => name).join(' | ')} | requests | KB |`);
console.log(`|---|${networks.map(() => '---|').join('')}---|---|`);
for (const [name, columns] of results) {
  const seconds = columns.map(({ seconds: all }) => `${median(all).toFixed(1)} s (${Math.min(...all).toFixed(1)} to ${Math.max(...all).toFixed(1)})`);
  const [{ requests, bytes }] = columns;
  console.log(`| ${name} | ${seconds.join(' | ')} | ${median(requests)} | ${Math.round(median(bytes) / 1_000)} |`);
}
await browsing.browser.close();
await exchange.stop();
