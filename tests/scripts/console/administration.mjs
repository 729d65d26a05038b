// An operator runs the exchange in the console: participants and their tokens, relationships, inboxes and settings.
import { order } from '../openapi/requests.mjs';

export async function testAdministration({ test, same, browsing, base, exchange, signIn, look, settled, operatorToken }) {
  const ask = async (method, path, token, body) => {
    const answer = await exchange.ask({ method, path, token, body: body === undefined ? undefined : JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body}`);
    return answer.body === '' ? undefined : JSON.parse(answer.body);
  };
  /** The status of a request with a token that a page showed. */
  const statusWith = async (token, path) => (await fetch(`${base}${path}`, { headers: { Authorization: `Bearer ${token}` } })).status;
  const send = async (token, path, body) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const named = async (name) => (await ask('GET', `/admin/participants?filter[name]=${encodeURIComponent(name)}`, 'operator')).items[0];
  const dialog = (page) => page.getByRole('dialog');
  const closed = (page) => dialog(page).waitFor({ state: 'detached' });
  const whole = async (page, name) => [...(await look(page, name)), ...(await browsing.faultsOfAxe(page, ['minor', 'moderate']))];
  /** Presses Tab until the focus is there. */
  const tabTo = async (page, target) => {
    for (let count = 0; count < 120; count += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${target}`);
  };

  /** Adds a token in the dialog of a participant's page, and returns the token, which the page shows once. */
  const addsToken = async (page, label, flow = 'TEST') => {
    await dialog(page).getByLabel('Label').fill(label);
    await dialog(page).getByLabel('Flow').selectOption(flow);
    await dialog(page).getByLabel('Expires').fill('2099-12-31');
    await dialog(page).getByRole('button', { name: 'Add token' }).click();
    await dialog(page).getByText('It is not shown again').waitFor();
    return dialog(page).locator('code').textContent();
  };

  await test('an operator onboards a partner to its first TEST document', async () => {
    const page = await browsing.person();
    await signIn(page, operatorToken, '/console/participants');
    await page.getByRole('table', { name: 'Participants' }).waitFor();
    const wrong = await whole(page, 'participants');
    await page.getByRole('button', { name: 'Add participant' }).click();
    await dialog(page).getByLabel('Name').fill('Probe GmbH');
    await dialog(page).getByLabel('Identifier', { exact: true }).fill('9521002000009');
    wrong.push(...(await whole(page, 'add-participant')));
    browsing.isPatient = true; // a refused change is an error to the browser
    await dialog(page).getByRole('button', { name: 'Add participant' }).click();
    await dialog(page).getByText('belongs to customer').waitFor();
    wrong.push(...same(await dialog(page).getByLabel('Identifier', { exact: true }).getAttribute('aria-invalid'), 'true', 'the field of the fault'));
    browsing.isPatient = false;
    await dialog(page).getByLabel('Identifier', { exact: true }).fill('9521088000007');
    await dialog(page).getByRole('button', { name: 'Add participant' }).click();
    await page.getByRole('heading', { name: 'Probe GmbH' }).waitFor();
    const { id } = await named('Probe GmbH');
    wrong.push(...same(page.url(), `${base}/console/participants/${id}`, 'the page of the new participant'));
    const steps = page.getByRole('region', { name: 'Onboarding' });
    await steps.getByText('1 of 6 steps are done').waitFor();
    wrong.push(...(await whole(page, 'participant-new')));

    await steps.getByRole('button', { name: 'Add token' }).click();
    wrong.push(...(await whole(page, 'add-token')));
    const token = await addsToken(page, 'ERP');
    wrong.push(...(await whole(page, 'new-token')), ...same(/^tp_test_/.test(token), true, 'a token of the test flow'));
    const { expiresAt } = (await ask('GET', `/admin/tokens?filter[participant]=${id}`, 'operator')).items[0];
    wrong.push(...same(Date.parse(expiresAt), new Date(2100, 0, 1).getTime(), 'end of the day of expiry'));
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await closed(page);
    await steps.getByText('2 of 6 steps are done').waitFor();

    await steps.getByRole('button', { name: 'Invite a person' }).click();
    await dialog(page).getByLabel('Name').fill('Pia Probe');
    await dialog(page).getByLabel('E-mail').fill('pia@example.org');
    await dialog(page).getByLabel('Role').selectOption('administrator');
    wrong.push(...(await whole(page, 'invite-to-participant')));
    await dialog(page).getByRole('button', { name: 'Invite' }).click();
    await dialog(page).getByRole('status').getByText('Give this link to the person').waitFor();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await steps.getByText('3 of 6 steps are done').waitFor();
    const [person] = (await ask('GET', `/admin/people?filter[participant]=${id}`, 'operator')).items;
    wrong.push(...same(person.memberships[0].role, 'administrator', 'role of the person'));

    await steps.getByRole('button', { name: 'Accept a partner' }).click();
    await dialog(page).getByLabel('Partner').fill('supplier');
    await dialog(page).getByRole('button', { name: 'Accept' }).click();
    await closed(page);
    await steps.getByText('4 of 6 steps are done').waitFor();

    const { type, content } = JSON.parse(order({ number: 'PROBE-1' }));
    const buyer = { identifiers: [{ domain: 'GS1', identifier: '9521088000007' }] };
    await send(token, '/v2/transactions', { type, content: { ...content, header: { ...content.header, buyer } } });
    await steps.getByText('5 of 6 steps are done').waitFor();
    wrong.push(...same(await statusWith(token, '/v2/transactions'), 200, 'the first pull'));
    await page.reload();
    await page.getByText('Onboarding is complete').waitFor();
    wrong.push(...(await whole(page, 'participant-complete')));
    await page.context().close();
    return wrong;
  });

  await test('participants are found by the beginning of a name and by an identifier', async () => {
    const page = await browsing.person();
    await signIn(page, operatorToken, '/console/participants');
    const table = page.getByRole('table', { name: 'Participants' });
    const field = page.getByLabel('Name or identifier');
    await table.getByText('customer').waitFor();
    for (const [text, found, other] of [['suppl', 'supplier', 'customer'], ['9521002000009', 'customer', 'supplier']]) {
      await field.fill(text);
      await table.getByRole('link', { name: other }).waitFor({ state: 'detached' });
      await table.getByRole('link', { name: found }).waitFor();
    }
    await page.reload();
    const wrong = same(await field.inputValue(), '9521002000009', 'the search after a reload');
    await page.getByRole('navigation').getByRole('link', { name: 'Participants' }).click();
    await table.getByRole('link', { name: 'supplier' }).waitFor();
    wrong.push(...same(await field.inputValue(), '', 'the field without a search'));
    await page.context().close();
    return wrong;
  });

  await test('a token is created with the keyboard alone, used, and revoked', async () => {
    const page = await browsing.person();
    await signIn(page, operatorToken);
    await settled(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Number, SSCC, partner or page' }).waitFor();
    await page.keyboard.type('supplier');
    await page.getByRole('option', { name: 'supplier', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'supplier', level: 1 }).waitFor();
    await settled(page);
    const tokens = page.locator('section', { has: page.getByRole('heading', { name: 'Tokens' }) });
    await tabTo(page, tokens.getByRole('button', { name: 'Add token' }));
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    await page.keyboard.type('Keyboard');
    await tabTo(page, dialog(page).getByLabel('Send documents'));
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('It is not shown again').waitFor();
    const token = await dialog(page).locator('code').textContent();
    const wrong = same(await statusWith(token, '/v2/transactions'), 200, 'reading with the token');
    await page.keyboard.press('Escape');
    await closed(page);
    const row = tokens.getByRole('row').filter({ hasText: 'Keyboard' });
    wrong.push(...same((await row.textContent()).includes('read, report'), true, 'scopes'));
    await tabTo(page, row.getByRole('button'));
    await page.keyboard.press('Enter');
    await dialog(page).getByText('is refused from the next request on').waitFor();
    wrong.push(...(await whole(page, 'revoke-token')));
    await tabTo(page, dialog(page).getByRole('button', { name: 'Revoke', exact: true }));
    await page.keyboard.press('Enter');
    await closed(page);
    await row.waitFor({ state: 'detached' });
    await tokens.getByRole('button', { name: /^Show revoked and expired tokens/ }).click();
    await row.getByText('Revoked').waitFor();
    wrong.push(...same(await statusWith(token, '/v2/transactions'), 401, 'reading with the revoked token'));
    await page.context().close();
    return wrong;
  });

  await test('a partner is chosen by its name, if one open participant has it', async () => {
    const add = () => ask('POST', '/admin/participants', 'operator', { name: 'Doppelt KG', identifiers: [] });
    const [one, other] = [await add(), await add()];
    const { id } = await named('supplier');
    const page = await browsing.person();
    const choose = async () => {
      await page.getByRole('button', { name: 'Accept a partner' }).click();
      await dialog(page).getByLabel('Partner').fill('Doppelt KG');
    };
    await signIn(page, operatorToken, `/console/participants/${id}`);
    await choose();
    await dialog(page).getByText('Several participants have this name.').waitFor();
    const wrong = await whole(page, 'several-participants');
    await ask('DELETE', `/admin/participants/${one.id}`, 'operator');
    await page.reload();
    await choose();
    await dialog(page).getByRole('button', { name: 'Accept' }).click();
    await closed(page);
    const { items } = await ask('GET', `/admin/relationships?filter[participant]=${other.id}`, 'operator');
    wrong.push(...same(items.length, 2, 'relationships of the open participant'));
    await page.context().close();
    return wrong;
  });

  await test('a participant is edited, and closed after a second confirmation if documents wait for it', async () => {
    const { id } = await ask('POST', '/admin/participants', 'operator', { name: 'Kurz KG', identifiers: [] });
    const { items } = await ask('GET', '/admin/participants?filter[name]=customer', 'operator');
    await ask('PUT', '/admin/relationships', 'operator', { participants: [id, items[0].id], status: 'active' });
    const page = await browsing.person();
    await signIn(page, operatorToken, `/console/participants/${id}`);
    await page.getByRole('region', { name: 'Onboarding' }).getByRole('button', { name: 'Add an identifier' }).click();
    await dialog(page).getByLabel('Name').fill('Kurz und Co. KG');
    await dialog(page).getByLabel('Identifier', { exact: true }).fill('9521088000014');
    await dialog(page).getByRole('button', { name: 'Add an identifier' }).click();
    await dialog(page).getByLabel('Domain').nth(1).selectOption('VAT_DE');
    await dialog(page).getByLabel('Identifier', { exact: true }).nth(1).fill('DE123456789');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Kurz und Co. KG', exact: true }).waitFor();
    const { identifiers } = (await ask('GET', `/admin/participants/${id}`, 'operator')).data;
    const wrong = same(identifiers.map(({ domain, identifier }) => `${domain} ${identifier}`).join(), 'GS1 9521088000014,VAT_DE DE123456789', 'identifiers');
    // The identifier of another participant moves after a second confirmation.
    const taken = await ask('POST', '/admin/participants', 'operator', { name: 'Lang KG', identifiers: [{ domain: 'DUNS', identifier: '312345678' }] });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Add an identifier' }).click();
    await dialog(page).getByLabel('Domain').nth(2).selectOption('DUNS');
    await dialog(page).getByLabel('Identifier', { exact: true }).nth(2).fill('312345678');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByRole('alert').getByText('312345678 belongs to Lang KG and moves here').waitFor();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await closed(page);
    wrong.push(...same((await ask('GET', `/admin/participants/${taken.id}`, 'operator')).data.identifiers.length, 0, 'identifiers of the earlier owner'));
    await ask('POST', '/v2/transactions', 'customer', JSON.parse(order({ gln: '9521088000014' })));
    await page.getByRole('button', { name: 'Close participant' }).click();
    wrong.push(...(await whole(page, 'close-participant')));
    browsing.isPatient = true; // a refused change is an error to the browser
    await dialog(page).getByRole('button', { name: 'Close participant' }).click();
    await dialog(page).getByText('Documents that wait for this participant: 1, held: 0').waitFor();
    browsing.isPatient = false;
    await dialog(page).getByRole('button', { name: 'Close, and let them fail' }).click();
    await page.getByText('This participant has left the network').waitFor();
    wrong.push(...same((await ask('GET', `/admin/participants/${id}`, 'operator')).data.state, 'closed', 'state'));
    wrong.push(...same(await page.getByRole('button', { name: 'Edit' }).count(), 0, 'ways to edit it'));
    await page.context().close();
    return wrong;
  });
}
