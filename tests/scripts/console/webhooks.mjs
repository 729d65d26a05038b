// An administrator sets up webhooks of a participant, and repairs one, with a receiver that fails at first.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';

import { order } from '../openapi/requests.mjs';
import { beginSetup, openByKeyboard, screens, tabTo } from './setup.mjs';

/** A system that answers with `status`, and keeps the events of its calls. */
async function startReceiver() {
  const receiver = { status: 500, calls: [] };
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString();
    const { 'tradepost-event': event, 'tradepost-timestamp': at, 'tradepost-signature': signature } = request.headers;
    receiver.calls.push({ path: request.url, event, at, signature, body, status: receiver.status });
    response.writeHead(receiver.status).end();
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  receiver.url = `http://127.0.0.1:${server.address().port}/in`;
  receiver.stop = () => server.close();
  return receiver;
}

const isSignedWith = (secret, { at, body, signature }) =>
  signature === `v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;

export async function testWebhooks({ test, same, browsing, look }) {
  const { here, ask, joined, until, end } = await beginSetup(browsing);
  const receiver = await startReceiver();
  await ask('PUT', '/admin/webhook-targets', 'operator', { targets: ['127.0.0.1'] });
  const webhooks = async () => (await ask('GET', '/v2/profile/webhooks', 'supplier')).data;
  const lookAt = async (page, name) => [...(await look(page, name)), ...(await browsing.faultsOfAxe(page))];
  const address = (page) => page.getByLabel('Address of your system');
  const calls = (page) => page.getByRole('table', { name: 'Recent calls' });
  const chief = await joined('supplier', 'administrator');
  let secret;

  await test('an administrator adds a webhook by keyboard alone, and sees its secret once', async () => {
    await openByKeyboard(chief, 'Webhooks');
    await chief.getByText('You have no webhooks.').waitFor();
    await tabTo(chief, address(chief));
    browsing.isPatient = true; // a refused change is an error to the browser
    await chief.keyboard.type('http://erp.example.org/in');
    await chief.keyboard.press('Enter');
    await chief.getByRole('alert').getByText('does not allow this host').waitFor();
    browsing.isPatient = false;
    const faults = await lookAt(chief, 'webhook-fault');
    await chief.keyboard.press('Control+a');
    await chief.keyboard.type(receiver.url);
    await tabTo(chief, chief.getByLabel('A partner reported on your document'));
    await chief.keyboard.press('Space');
    await chief.keyboard.press('Enter');
    await chief.getByRole('status').getByText('It is not shown again.').waitFor();
    secret = await chief.getByRole('status').locator('code').textContent();
    faults.push(...(await lookAt(chief, 'webhook-secret')));
    await chief.evaluate(() => delete Navigator.prototype.clipboard); // as without TLS
    await chief.getByRole('button', { name: 'Copy' }).click();
    await chief.getByRole('alert').getByText('Copy it by hand.').waitFor();
    faults.push(...same(await chief.evaluate(() => String(getSelection())), secret, 'selected text'));
    const [added] = await webhooks();
    faults.push(...same(added.url, receiver.url, 'address'));
    faults.push(...same(added.events.join(), 'transaction.pending,case.opened', 'events'));
    await chief.reload();
    await chief.getByRole('table', { name: 'Webhooks' }).getByText('Healthy').waitFor();
    return [...faults, ...same(await chief.getByText(secret).count(), 0, 'secrets after a reload')];
  });

  await test('a webhook is changed after the password, if the sign-in is old', async () => {
    const [{ id }] = await webhooks();
    await chief.goto(`${here}/console/webhooks/${id}`);
    const settings = chief.locator('section', { has: chief.getByRole('heading', { name: 'Settings' }) });
    const refused = { code: 'forbidden', detailCode: 'confirmation_needed', message: 'Enter your password once more.' };
    await chief.route('**/v2/profile/webhooks/*', (route) => route.fulfill({ status: 403, json: refused }), { times: 1 });
    browsing.isPatient = true; // a refused change is an error to the browser
    await settings.getByLabel('A case was opened').click();
    await settings.getByRole('button', { name: 'Save' }).click();
    await settings.getByLabel('Password').fill('vier einfache Worte hier');
    browsing.isPatient = false;
    const faults = [...(await lookAt(chief, 'webhook-confirmation')), ...same(await chief.locator('form form').count(), 0, 'nested forms')];
    await settings.getByRole('button', { name: 'Confirm' }).click();
    await settings.getByText('Saved').waitFor();
    faults.push(...same((await webhooks())[0].events.join(), 'transaction.pending', 'events'));
    await settings.getByLabel('A case was opened').click();
    await settings.getByRole('button', { name: 'Save' }).click();
    await until('the change', async () => (await webhooks())[0].events.length === 2);
    return faults;
  });

  await test('a failing webhook says why, and a test event shows its result in place', async () => {
    await ask('POST', '/v2/transactions', 'customer', order());
    await until('two attempts', () => receiver.calls.length >= 2);
    await chief.getByRole('link', { name: 'Your turn' }).click();
    await chief.getByRole('heading', { name: 'Your turn' }).waitFor();
    await chief.reload();
    await chief.getByRole('region', { name: 'Failing webhooks' }).first().getByRole('link', { name: receiver.url }).click();
    await chief.getByRole('region', { name: 'State' }).getByText('Failing', { exact: true }).waitFor();
    await chief.getByText('Your system had an error (500).').first().waitFor();
    await calls(chief).getByRole('link', { name: 'Document' }).first().waitFor();
    const faults = await lookAt(chief, 'webhook-failing');
    await tabTo(chief, chief.getByRole('button', { name: 'Send a test event' }));
    await chief.keyboard.press('Enter');
    await chief.getByRole('status').getByText('The test event failed').waitFor();
    await calls(chief).getByText('Test', { exact: true }).waitFor();
    await chief.getByRole('link', { name: 'All webhooks' }).click();
    await chief.getByRole('table', { name: 'Webhooks' }).getByText('had an error (500)').waitFor();
    return [...faults, ...(await lookAt(chief, 'webhooks-failing'))];
  });

  for (const screen of screens) {
    await test(`${screen.name}: webhooks`, async () => {
      const page = await joined('supplier', 'administrator', screen);
      await page.goto(`${here}/console/webhooks`);
      await page.getByRole('link', { name: receiver.url }).waitFor();
      await page.getByText('(500)').waitFor();
      const faults = await lookAt(page, `webhooks-${screen.name}`);
      await page.getByRole('link', { name: receiver.url }).click();
      await page.getByRole('heading', { name: 'Webhook', exact: true }).waitFor();
      await page.locator('tbody tr').first().waitFor();
      faults.push(...(await lookAt(page, `webhook-${screen.name}`)));
      await page.context().close();
      return faults;
    });
  }

  await test('a test event is sent by keyboard alone, in German', async () => {
    const page = await joined('supplier', 'administrator', { locale: 'de-DE' });
    await openByKeyboard(page, 'Webhooks');
    await tabTo(page, page.getByRole('link', { name: receiver.url }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Testereignis senden' }));
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText(/gescheitert. In Ihrem System ist ein Fehler aufgetreten \(500\)/).waitFor();
    await page.context().close();
    return [];
  });

  await test('a repaired webhook gets its waiting events again', async () => {
    await chief.getByRole('link', { name: receiver.url }).click();
    receiver.status = 200;
    const [{ event }] = receiver.calls;
    const deliver = chief.getByRole('button', { name: 'Deliver again' });
    await tabTo(chief, deliver);
    await chief.keyboard.press('Enter');
    await chief.getByRole('status').getByText('Events that are sent now:').waitFor();
    await until('the accepted event', () => receiver.calls.some((call) => call.status === 200 && call.event === event));
    await chief.getByRole('region', { name: 'State' }).getByText('Healthy').waitFor();
    await calls(chief).getByText('Accepted (200)').first().waitFor();
    const faults = await lookAt(chief, 'webhook-healthy');
    const [{ waiting, failures }] = await webhooks();
    faults.push(...same(waiting, 0, 'waiting events'), ...same(failures, 0, 'failures'));
    faults.push(...same(receiver.calls.every((call) => isSignedWith(secret, call)), true, 'signatures'));
    await deliver.waitFor({ state: 'detached' });
    return faults;
  });

  await test('one event of a repaired webhook is sent again by keyboard alone', async () => {
    const before = receiver.calls.length;
    const [{ event, body }] = receiver.calls;
    const list = chief.getByRole('region', { name: 'Recent calls' });
    await list.getByLabel('Result').selectOption({ label: 'Failed' });
    await calls(chief).getByText('Accepted (200)').waitFor({ state: 'detached' });
    const failed = calls(chief).getByRole('row', { name: 'A document waits for you' }).last();
    await failed.getByText('Your system had an error (500).').waitFor();
    await tabTo(chief, failed.getByRole('button', { name: 'Details' }));
    await chief.keyboard.press('Enter');
    const dialog = chief.getByRole('dialog', { name: 'A document waits for you' });
    await dialog.getByText(event).waitFor();
    await dialog.getByRole('listitem').nth(1).waitFor();
    const faults = await lookAt(chief, 'webhook-call');
    await tabTo(chief, dialog.getByRole('button', { name: 'Send again' }));
    await chief.keyboard.press('Enter');
    await dialog.getByRole('status').getByText('Your system accepted the event (200)').waitFor();
    await dialog.getByRole('listitem').first().getByText('Accepted (200)').waitFor();
    faults.push(...(await lookAt(chief, 'webhook-sent-again')));
    await chief.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await list.getByLabel('Result').selectOption({ label: 'Accepted' });
    await calls(chief).getByText('Sent again on request').waitFor();
    const sent = receiver.calls.slice(before);
    faults.push(...same(sent.length, 1, 'calls'), ...same(sent[0].event, event, 'event'));
    faults.push(...same(sent[0].body, body, 'content'), ...same(isSignedWith(secret, sent[0]), true, 'signature'));
    await calls(chief).getByRole('button', { name: 'Send again' }).first().click();
    await list.getByRole('status').getByText('Your system accepted the event (200)').waitFor();
    await list.getByRole('button', { name: /Result/ }).click();
    return faults;
  });

  for (const screen of screens) {
    await test(`${screen.name}: one call of a webhook`, async () => {
      const page = await joined('supplier', 'administrator', screen);
      const [{ id }] = await webhooks();
      await page.goto(`${here}/console/webhooks/${id}`);
      await page.getByRole('button', { name: /^(Details|Einzelheiten)$/ }).first().click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
      const faults = await lookAt(page, `webhook-call-${screen.name}`);
      await page.context().close();
      return faults;
    });
  }

  await test('the address, the events and the secret of a webhook are changed', async () => {
    await address(chief).fill(`${receiver.url}/new`);
    await chief.getByLabel('A partner reported on your document').check();
    await chief.getByRole('button', { name: 'Save' }).click();
    await chief.getByRole('status').getByText('Saved.').waitFor();
    const [{ url, events }] = await webhooks();
    await chief.getByRole('button', { name: 'Create a new secret' }).click();
    await chief.getByRole('dialog').getByText('Calls fail until your system has it.').waitFor();
    const faults = await lookAt(chief, 'webhook-new-secret-dialog');
    await chief.getByRole('dialog').getByRole('button', { name: 'Create a new secret' }).click();
    const next = await chief.getByRole('status').locator('code').textContent();
    await chief.getByRole('button', { name: 'Send a test event' }).click();
    await chief.getByRole('status').getByText('Your system accepted the test event (200)').waitFor();
    faults.push(...(await lookAt(chief, 'webhook-new-secret')));
    const last = receiver.calls.at(-1);
    faults.push(...same(url, `${receiver.url}/new`, 'address'), ...same(events.length, 3, 'events'));
    faults.push(...same(last.path, '/in/new', 'path of the call'), ...same(next === secret, false, 'same secret'));
    return [...faults, ...same(isSignedWith(next, last), true, 'signed with the new secret')];
  });

  await test('a reader sees webhooks and their calls, and changes nothing', async () => {
    const reader = await joined('supplier', 'reader');
    await reader.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await reader.getByRole('link', { name: receiver.url }).click();
    await calls(reader).getByText('Accepted (200)').first().waitFor();
    const buttons = reader.locator('main').getByRole('button', { name: /Send|Deliver|Create|Remove|Save/ });
    const faults = same(await buttons.count(), 0, 'buttons');
    await reader.getByRole('button', { name: 'Details' }).first().click();
    await reader.getByRole('dialog').getByRole('listitem').first().waitFor();
    faults.push(...same(await buttons.count(), 0, 'buttons of a call'));
    faults.push(...same(await address(reader).count(), 0, 'fields'));
    await reader.context().close();
    return faults;
  });

  await test('a webhook is removed after a confirmation', async () => {
    const remove = chief.getByRole('button', { name: 'Remove the webhook' });
    await remove.click();
    await chief.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const faults = same((await webhooks()).length, 1, 'webhooks after Cancel');
    await remove.click();
    await chief.getByRole('dialog').getByRole('button', { name: 'Remove the webhook' }).click();
    await chief.getByText('You have no webhooks.').waitFor();
    return [...faults, ...same((await webhooks()).length, 0, 'webhooks')];
  });

  await test('a token that only sends has neither page', async () => {
    const page = await browsing.person();
    const participant = (await ask('GET', '/v2/profile', 'supplier')).data.id;
    const { token } = await ask('POST', '/admin/tokens', 'operator', { participant, name: 'sender', scopes: ['send'] });
    const faults = [];
    browsing.isPatient = true; // the frame of a token that only sends asks for lists that it may not read
    for (const path of ['webhooks', 'partners']) {
      await page.goto(`${here}/console/${path}#token=${token}`);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'There is no such page.' }).waitFor();
      faults.push(...same(await page.getByRole('link', { name: /^(Partners|Webhooks)$/ }).count(), 0, 'links'));
      await browsing.signOut(page);
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    }
    browsing.isPatient = false;
    await page.context().close();
    return faults;
  });

  await chief.context().close();
  receiver.stop();
  await end();
}
