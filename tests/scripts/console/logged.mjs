// A developer looks at the requests of a program, and repeats a refused one with curl.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { beginSetup, openByKeyboard, screens } from './setup.mjs';

const run = promisify(execFile);

/** The answer to a command that the console shows, run by a shell. */
async function answerTo(command, token) {
  const env = { PATH: process.env.PATH, TRADEPOST_TOKEN: token };
  const { stdout } = await run('sh', ['-c', command.replace('curl ', 'curl --silent --include ')], { env });
  const [head, body] = stdout.split('\r\n\r\n');
  return { status: Number(/ (\d+)/.exec(head)[1]), body };
}

export async function testRequestLog({ test, same, browsing, look }) {
  const { here, ask, idOf, joined, until, end } = await beginSetup(browsing);
  const lookAt = async (page, name) => [...(await look(page, name)), ...(await browsing.faultsOfAxe(page))];
  const { token } = await ask('POST', '/admin/tokens', 'operator', { participant: idOf('supplier'), name: 'ERP of the supplier' });
  const program = async (body, more = {}) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more };
    const answer = await fetch(`${here}/v2/transactions`, { method: 'POST', headers, body });
    return { status: answer.status, body: await answer.text() };
  };
  const refused = async () => (await ask('GET', '/v2/requests?filter[outcome]=refused', 'supplier')).data.requests;
  const kept = (id) => until('the request in the log', async () => (await refused()).some(({ requestId }) => requestId === id));
  // The shell must change none of these.
  const quotes = `{"type": "ORDER",\n "content": {"header": {"comments": "it's $HOME \`id\` \\\\ \\"!\\" é", "orderDate": "2026-02-30"}}}\n`;
  const answer = await program(quotes, { 'X-Request-Id': 'order-4711' });
  await program('@file', { 'X-Request-Id': 'at' });
  const bytes = Buffer.from([0x7b, 0xff, 0x00, 0x27]);
  await program(bytes, { 'X-Request-Id': 'bytes' });
  await fetch(`${here}/v2/ping`, { headers: { Authorization: `Bearer ${token}` } });
  await kept('bytes');
  /** Repeats a request of the program. Its entry in the log precedes the entries of later requests. */
  const again = async (body, requestId) => {
    const repeated = await program(body, { 'X-Request-Id': requestId });
    await kept(requestId);
    return repeated;
  };
  const developer = await joined('supplier', 'administrator');
  const linkTo = (page, id) => page.locator(`a[href$="/requests/${id}"]`);
  const requests = await refused();
  const idOfRequest = (requestId) => requests.find((one) => one.requestId === requestId).id;

  await test('a developer finds a refused request, with its faults and its body', async () => {
    await openByKeyboard(developer, 'Requests');
    await developer.getByRole('link', { name: 'GET /v2/ping' }).waitFor();
    const faults = await lookAt(developer, 'requests');
    await developer.getByLabel('Result').selectOption({ label: 'Refused' });
    await developer.getByRole('link', { name: 'GET /v2/ping' }).waitFor({ state: 'detached' });
    await linkTo(developer, idOfRequest('order-4711')).click();
    await developer.getByText('order-4711').waitFor();
    await developer.getByText('ERP of the supplier').waitFor();
    const { faults: named } = JSON.parse(answer.body);
    for (const { message } of named.slice(0, 3)) await developer.getByText(message, { exact: true }).first().waitFor();
    faults.push(...same(await developer.locator('mark').count() > 0, true, 'marked places'));
    return [...faults, ...(await lookAt(developer, 'request'))];
  });

  await test('the copied command gets the same answer', async () => {
    const faults = [];
    for (const [requestId, body] of [['order-4711', undefined], ['at', '@file'], ['bytes', bytes]]) {
      await developer.goto(`${here}/console/requests/${idOfRequest(requestId)}`);
      await developer.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await developer.getByRole('button', { name: 'Copy as curl' }).click();
      await developer.getByRole('button', { name: 'Copied' }).waitFor();
      const command = await developer.evaluate(() => navigator.clipboard.readText());
      faults.push(...same(command.includes(token), false, 'a token in the command'));
      const wanted = body === undefined ? answer : await again(body, `${requestId}-again`);
      const before = new Set((await refused()).map(({ id }) => id));
      const given = await answerTo(command, token);
      faults.push(...same(given.status, wanted.status, `${requestId}: status`));
      // A case differs in its link.
      const withoutLink = ({ body }) => body.replace(/"errorUrl":"[^"]*"/, '');
      faults.push(...same(withoutLink(given), withoutLink(wanted), `${requestId}: answer`));
      let repeated;
      await until('the repeated request in the log', async () => {
        repeated = (await refused()).find(({ id }) => !before.has(id));
        return repeated !== undefined;
      });
      const bodyOf = async (id) => (await ask('GET', `/v2/requests/${id}`, 'supplier')).data.body;
      faults.push(...same(await bodyOf(repeated.id), await bodyOf(idOfRequest(requestId)), `${requestId}: body`));
    }
    return faults;
  });

  for (const screen of screens.slice(1)) {
    await test(`the pages of requests fit: ${screen.name}`, async () => {
      const page = await joined('supplier', 'administrator', screen);
      await page.goto(`${here}/console/requests`);
      await linkTo(page, idOfRequest('order-4711')).waitFor();
      const faults = await lookAt(page, `requests-${screen.name}`);
      await page.goto(`${here}/console/requests/${idOfRequest('order-4711')}`);
      await page.getByText('order-4711').waitFor();
      faults.push(...(await lookAt(page, `request-${screen.name}`)));
      await page.context().close();
      return faults;
    });
  }

  await developer.context().close();
  await end();
}
