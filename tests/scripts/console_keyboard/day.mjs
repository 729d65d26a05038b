// The day of a clerk, an operator and an integrator. Each walk begins at the sign-in, and says what it did wrong.
import { createServer } from 'node:http';

import { order } from '../openapi/requests.mjs';

const field = (page, path) => page.locator(`[id="field-${path}"]`);
const item = { lineNumber: 10, identifiers: [{ identifier: '4012345678901' }], isDepositItem: false, quantity: 12, unitPrice: 2.5, tax: { percentage: 19 } };

export async function orders(ask, number) {
  const { type, content } = JSON.parse(order());
  const header = { ...content.header, orderIdentifier: number };
  const sent = await ask('POST', '/v2/transactions', 'customer', { type, content: { ...content, header, items: [item] } });
  return sent.platformTransactionId;
}

export async function signsIn({ page, hands, say }, token) {
  await hands.writeOn(page.getByLabel(say.token, { exact: true }), token);
  await hands.submit(page.getByRole('button', { name: say.signIn, exact: true }));
  await page.getByRole('heading', { name: say.yourTurn, level: 1 }).waitFor();
  await page.locator('.dim.end').first().waitFor();
  await hands.arrives();
}

const heading = (page, text) => page.getByRole('heading', { name: text, level: 1 }).waitFor();

/** A failure is found, corrected and sent again; the recipient processes it, and the case is closed. */
async function clerk({ ask, tokens, same, begins }) {
  const id = await orders(ask, 'DAY-1');
  await ask('POST', `/v2/transactions/${id}`, 'supplier', { success: false, reason: 'The quantity is wrong.' });
  const { data: failed } = await ask('GET', `/v2/all-transactions/${id}`, 'customer');

  const sender = await begins();
  const { page, hands, say } = sender;
  await signsIn(sender, tokens.customer);
  await hands.row(page.getByRole('region', { name: say.ownCases }).getByRole('link', { name: 'The quantity is wrong.' }));
  await page.getByRole('link', { name: say.correct }).waitFor();
  await hands.arrives();
  await hands.press(page.getByRole('link', { name: say.correct }));
  await page.getByText(say.noFaults).waitFor();
  await hands.arrives();
  await hands.press(page.locator('summary', { hasText: say.firstItem }));
  await hands.write(field(page, 'items.0.quantity'), '9');
  await page.locator('tbody').getByText('9', { exact: true }).waitFor();
  await page.getByText(say.noFaults).waitFor();
  const send = page.getByRole('button', { name: say.sendCorrected });
  await page.waitForFunction((name) => [...document.querySelectorAll('button')].some((one) => one.innerText === name && !one.disabled), say.sendCorrected);
  await hands.press(send);
  await page.getByRole('tab').first().waitFor();
  await hands.arrives();

  const recipient = await begins();
  await signsIn(recipient, tokens.supplier);
  await recipient.hands.open(say.transactions);
  await recipient.hands.row(recipient.page.getByRole('link', { name: /DAY-1/ }).first());
  await recipient.page.getByRole('button', { name: say.markProcessed }).waitFor();
  await recipient.hands.arrives();
  await recipient.hands.press(recipient.page.getByRole('button', { name: say.markProcessed }));
  await recipient.page.getByRole('button', { name: say.confirm }).waitFor();
  await recipient.hands.press(recipient.page.getByRole('button', { name: say.confirm }));
  await recipient.page.locator('.status').getByText(say.processed).first().waitFor();
  await recipient.hands.arrives();
  const { data: closed } = await ask('GET', `/v2/errors/${failed.case}`, 'customer');
  return same(closed.status, 'resolved', 'case');
}

/** An order is answered, shipped with printed labels, and invoiced. */
async function supplier({ ask, tokens, same, begins }) {
  await orders(ask, 'DAY-2');
  const me = await begins();
  const { page, hands, say } = me;
  await signsIn(me, tokens.supplier);
  await hands.open(say.transactions);
  await hands.row(page.getByRole('link', { name: /DAY-2/ }).first());
  await page.getByRole('tab').first().waitFor();
  await hands.arrives();
  const composes = async (kind, fault, path, number) => {
    await hands.press(page.getByRole('link', { name: `+ ${kind}`, exact: true }));
    await page.getByRole('button', { name: fault }).waitFor();
    await hands.arrives();
    await hands.press(page.getByRole('button', { name: fault }));
    await hands.writeOn(field(page, path), number);
    await page.getByText(say.noFaults).waitFor();
    await hands.press(page.getByRole('button', { name: say.send, exact: true }));
    await page.getByRole('tab').first().waitFor();
    await heading(page, new RegExp(number));
    await hands.arrives();
  };
  await composes(say.orderResponse, say.responseNumber, 'header.orderResponseIdentifier', 'AB-1');
  await composes(say.shippingNotice, say.noticeNumber, 'header.shippingNoticeIdentifier', 'LS-1');
  await hands.tab(page.getByRole('tab', { name: say.labels }));
  const print = page.getByRole('link', { name: say.printLabels });
  await page.locator('.labels img').first().waitFor();
  const opened = page.waitForEvent('popup');
  await hands.press(print);
  const file = await opened;
  await file.close();
  await page.bringToFront();
  const { status, headers } = await fetch(await print.evaluate((link) => link.href), { headers: { Authorization: `Bearer ${tokens.supplier}` } })
    .then((answer) => ({ status: answer.status, headers: answer.headers }));
  const wrong = [...same(status, 200, 'the file to print'), ...same(headers.get('content-type'), 'application/pdf', 'its type')];
  await composes(say.invoice, say.invoiceNumber, 'header.invoiceIdentifier', 'RE-1');
  return wrong;
}

/** A partner is onboarded to its first document. */
async function onboarding({ ask, tokens, same, begins }) {
  const me = await begins();
  const { page, hands, say } = me;
  const dialog = page.getByRole('dialog');
  const closed = () => dialog.waitFor({ state: 'detached' });
  const button = (name) => dialog.getByRole('button', { name, exact: true });
  await signsIn(me, tokens.operator);
  await hands.open(say.participants);
  await hands.press(page.getByRole('button', { name: say.addParticipant }));
  await hands.writeOn(dialog.getByLabel(say.name, { exact: true }), 'Probe GmbH');
  await hands.write(dialog.getByLabel(say.identifier, { exact: true }), '9521088000007');
  await hands.submit(button(say.addParticipant));
  await heading(page, 'Probe GmbH');
  const steps = page.getByRole('region', { name: say.onboarding });
  await steps.getByText(say.steps(1)).waitFor();
  await hands.arrives();

  await hands.press(steps.getByRole('button', { name: say.addToken }));
  await hands.writeOn(dialog.getByLabel(say.label), 'ERP');
  await hands.submit(button(say.addToken));
  const token = await dialog.locator('code').textContent();
  await hands.press(button(say.done));
  await closed();
  await steps.getByText(say.steps(2)).waitFor();
  await hands.arrives();

  await hands.press(steps.getByRole('button', { name: say.invitePerson }));
  await hands.writeOn(dialog.getByLabel(say.name, { exact: true }), 'Pia Probe');
  await hands.write(dialog.getByLabel(say.email), 'pia@example.org');
  await hands.choose(dialog.getByLabel(say.role), say.administrator);
  await hands.press(button(say.invite));
  await hands.press(button(say.done));
  await closed();
  await steps.getByText(say.steps(3)).waitFor();
  await hands.arrives();

  await hands.press(steps.getByRole('button', { name: say.acceptPartner }));
  await hands.writeOn(dialog.getByLabel(say.partner), 'Lieferwerk AG');
  await page.waitForFunction(() => document.querySelector('dialog button[type=submit]')?.disabled === false);
  await hands.submit(button(say.accept));
  await closed();
  await steps.getByText(say.steps(4)).waitFor();
  await hands.arrives();

  const { type, content } = JSON.parse(order({ number: 'PROBE-1' }));
  const buyer = { identifiers: [{ domain: 'GS1', identifier: '9521088000007' }] };
  await ask('POST', '/v2/transactions', token, { type, content: { ...content, header: { ...content.header, buyer } } });
  await steps.getByText(say.steps(5)).waitFor();
  await hands.arrives();
  return same(token.startsWith('tp_test_'), true, 'a token of the test flow');
}

/** A token is created, used and revoked. */
async function token({ ask, tokens, same, begins, here }) {
  const me = await begins();
  const { page, hands, say } = me;
  const dialog = page.getByRole('dialog');
  const pulled = async (secret) => (await fetch(`${here}/v2/transactions`, { headers: { Authorization: `Bearer ${secret}` } })).status;
  await signsIn(me, tokens.customer);
  await hands.open(say.tokens);
  await hands.press(page.getByRole('button', { name: say.addToken }));
  await hands.writeOn(dialog.getByLabel(say.label), 'Day');
  await hands.submit(dialog.getByRole('button', { name: say.addToken }));
  const secret = await dialog.locator('code').textContent();
  const wrong = same(await pulled(secret), 200, 'a pull with the token');
  await hands.press(dialog.getByRole('button', { name: say.done }));
  await dialog.waitFor({ state: 'detached' });
  await hands.arrives();
  const revoke = page.getByRole('button', { name: say.revokeOf('Day') });
  await hands.press(revoke);
  await hands.press(dialog.getByRole('button', { name: say.revoke, exact: true }));
  await revoke.waitFor({ state: 'detached' });
  await hands.arrives();
  return [...wrong, ...same(await pulled(secret), 401, 'a pull with the revoked token')];
}

/** A system that refuses its calls until it is repaired. */
async function startSystem() {
  const system = { status: 500, taken: 0 };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (system.status === 200) system.taken += 1;
      response.writeHead(system.status).end();
    });
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  system.url = `http://127.0.0.1:${server.address().port}/in`;
  system.stop = () => server.close();
  return system;
}

/** A webhook is repaired, and gets its waiting events. */
async function webhook({ ask, tokens, begins }) {
  const system = await startSystem();
  try {
    await ask('PUT', '/admin/webhook-targets', 'operator', { targets: ['127.0.0.1'] });
    await ask('POST', '/v2/profile/webhooks', 'supplier', { url: system.url });
    await orders(ask, 'DAY-3');
    const me = await begins();
    const { page, hands, say, until } = me;
    await until('a failing webhook', async () => (await ask('GET', '/v2/profile/webhooks', 'supplier')).data[0].failures > 0);
    await signsIn(me, tokens.supplier);
    await hands.press(page.getByRole('region', { name: say.failingWebhooks }).first().getByRole('link', { name: system.url }));
    const state = page.getByRole('region', { name: say.state, exact: true });
    await page.getByText(say.systemError).first().waitFor();
    await hands.arrives();
    system.status = 200;
    await hands.press(state.getByRole('button', { name: say.deliver }));
    await state.getByText(say.healthy).waitFor();
    await hands.arrives();
    await until('event', () => system.taken > 0);
    await until('an empty queue', async () => (await ask('GET', '/v2/profile/webhooks', 'supplier')).data[0].waiting === 0);
    return [];
  } finally {
    system.stop();
  }
}

export const day = [
  { name: 'A failed document is corrected, sent again and processed', walk: clerk },
  { name: 'An order is answered, shipped with labels and invoiced', walk: supplier },
  { name: 'A partner is onboarded to its first document', walk: onboarding },
  { name: 'A token is created and revoked', walk: token },
  { name: 'A webhook is repaired and replayed', walk: webhook },
];
