// A person chooses messages about waiting work, and follows one from a real SMTP server to its case, in a browser.
import { mailOptions, startExchange, startNode } from '../openapi/exchange.mjs';
import { mark, order } from '../openapi/requests.mjs';
import { startMailServer } from './mail_server.mjs';

const password = 'vier einfache Worte hier';

/** With a store in a database, the browser is at a second node, and each node can send the messages. */
export async function testNotices({ test, browsing, same, look, store = [] }) {
  const mailServer = await startMailServer();
  const options = [...mailOptions.slice(2), '--mail-server', `smtp://127.0.0.1:${mailServer.port}`, ...store];
  const exchange = await startExchange(options);
  const node = store.length > 0 ? await startNode(options) : undefined;
  const here = `http://127.0.0.1:${(node ?? exchange).port}`;
  const before = browsing.base;
  browsing.base = here;

  const byOperator = async (method, path, body) => {
    const { status, body: text } = await exchange.ask({ method, path, token: 'operator', body: body && JSON.stringify(body) });
    if (status >= 300) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
    return JSON.parse(text);
  };
  const { items } = await byOperator('GET', '/admin/participants?per_page=100');
  const idOf = (wanted) => items.find(({ name }) => name === wanted).id;
  const fails = async (reason) => {
    const { status, body } = await exchange.ask({ method: 'POST', path: '/v2/transactions', token: 'customer', body: order() });
    if (status !== 201) throw new Error(`an order was answered with ${status}: ${body}`);
    const id = JSON.parse(body).platformTransactionId;
    const { status: reported } = await exchange.ask(mark(id, { success: false, reason }));
    if (reported >= 300) throw new Error(`a report was answered with ${reported}`);
  };
  const addressIn = (message) => message.match(/https:..trade.example(\/console\/cases\/[-\w]+\?[^\s"]+)/)?.[1];
  const mia = await browsing.person();

  await test('a person chooses which messages come', async () => {
    const invitation = { name: 'Mia Wolf', email: 'mia@example.org', role: 'clerk', participant: idOf('supplier') };
    await byOperator('POST', '/admin/invitations', invitation);
    const link = (await mailServer.next()).match(/https:..trade.example(\/console\/join#[-\w]+)/)[1];
    await mia.goto(here + link);
    await mia.getByLabel('New password', { exact: true }).fill(password);
    await mia.keyboard.press('Enter');
    await mia.getByText('Mia Wolf', { exact: true }).waitFor();
    await byOperator('POST', '/admin/invitations', { ...invitation, participant: idOf('customer') });
    await browsing.openAccount(mia);
    await mia.getByLabel('A sent document failed').selectOption('immediately');
    await mia.getByLabel('A webhook was given up').selectOption('daily');
    const messages = mia.locator('section').filter({ has: mia.getByRole('heading', { name: 'E-mail about waiting work' }) });
    await messages.getByRole('button', { name: 'Save' }).click();
    await messages.getByRole('status').getByText('Saved').waitFor();
    return look(mia, 'messages');
  });

  let message;
  await test('a message about a failed document leads to its case, in the participant of the case', async () => {
    await fails('The article is unknown.');
    message = await mailServer.next();
    const faults = [];
    if (!message.includes('<mia@example.org>')) faults.push('the message is not to the person');
    if (!/^Subject: Order .* to supplier failed. The article is unknown./m.test(message)) faults.push(`the subject does not say it: ${message}`);
    await mia.goto(here + addressIn(message));
    await mia.getByText('The article is unknown.').first().waitFor();
    const who = await mia.locator('.who').innerText();
    if (!who.includes('customer')) faults.push(`the session is for ${who}`);
    return [...faults, ...same(new URL(mia.url()).search, '', 'the place in the address')];
  });

  await test('the next message has only what is new', async () => {
    await fails('The price is wrong.');
    const next = await mailServer.next();
    return [
      ...same(next.includes('The price is wrong.'), true, 'the new case'),
      ...same(next.includes('The article is unknown.'), false, 'the case of the message before'),
    ];
  });

  await test('a person ends all messages by the link in one', async () => {
    const link = message.match(/^List-Unsubscribe: <https:..trade.example([^>]+)>/m)[1];
    const { headers } = await fetch(here + link, { redirect: 'manual' });
    await mia.goto(headers.get('Location').replace('https://trade.example', here));
    await mia.getByRole('heading', { name: 'End e-mails' }).waitFor();
    const faults = await look(mia, 'unsubscribe');
    await mia.getByRole('button', { name: 'End all e-mails' }).click();
    await mia.getByRole('status').getByText('no more e-mails').waitFor();
    await mia.goto(`${here}/console/account`);
    await mia.getByLabel('A sent document failed').waitFor();
    return [...faults, ...same(await mia.getByLabel('A sent document failed').inputValue(), '', 'the choice')];
  });

  await test('a mail program ends all messages with one request', async () => {
    const path = message.match(/^List-Unsubscribe: <https:..trade.example([^>]+)>/m)[1];
    const answer = await fetch(here + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    return same(answer.status, 204, 'the status');
  });

  await mia.context().close();
  browsing.base = before;
  await node?.stop();
  await exchange.stop();
  mailServer.stop();
}
