// Administrators of two participants ask, accept and block each other, and set requirements, in a browser.
import { order } from '../openapi/requests.mjs';
import { beginSetup, openByKeyboard, screens, tabTo } from './setup.mjs';

const field = { kind: 'ORDER', path: 'items.*.identifiers' };

export async function testPartners({ test, same, browsing, look }) {
  const { here, answered, ask, idOf, joined, end } = await beginSetup(browsing);
  const partnerOf = async (party, other) =>
    (await ask('GET', '/v2/trade-partners?per_page=100', party)).items.find(({ id }) => id === idOf(other));
  const sends = async (from, to) => (await answered('POST', '/v2/transactions', from, order({ from, to }))).status;
  const requirements = async () => (await ask('GET', '/v2/profile', 'supplier')).data.requirements;
  const row = (page, name) => page.getByRole('row').filter({ hasText: name });
  const lookAt = async (page, name) => [...(await look(page, name)), ...(await browsing.faultsOfAxe(page))];

  await sends('newcomer', 'supplier');
  await sends('newcomer', 'supplier');
  const chief = await joined('supplier', 'administrator');

  await test('an administrator accepts a partner by keyboard alone, and its held documents are delivered', async () => {
    await chief.getByRole('link', { name: 'Held for you' }).waitFor(); // the tile leads to partners, too
    await openByKeyboard(chief, 'Partners');
    const neuland = row(chief, 'Neuland OHG');
    await neuland.getByText('Asks for acceptance').waitFor();
    await neuland.getByText('Held documents: 2. Accepting delivers them.').waitFor();
    const faults = await lookAt(chief, 'partners');
    await tabTo(chief, neuland.getByRole('button', { name: 'Accept' }));
    await chief.keyboard.press('Enter');
    await chief.getByRole('status').getByText('Delivered held documents: 2.').waitFor();
    await neuland.getByText('Accepted', { exact: true }).waitFor();
    const { items } = await ask('GET', '/v2/transactions', 'supplier');
    faults.push(...same((await partnerOf('supplier', 'newcomer')).incoming.status, 'active', 'status'));
    return [...faults, ...same(items.length, 2, 'delivered documents')];
  });

  await test('a partner is blocked after a confirmation, and unblocked', async () => {
    const neuland = row(chief, 'Neuland OHG');
    const dialog = chief.getByRole('dialog', { name: 'Block Neuland OHG?' });
    await neuland.getByRole('button', { name: 'Block' }).click();
    await dialog.getByText('are refused from now on').waitFor();
    const faults = await lookAt(chief, 'partners-block');
    await chief.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    faults.push(...same((await partnerOf('supplier', 'newcomer')).incoming.status, 'active', 'status after Escape'));
    await chief.keyboard.press('Enter'); // the focus is at the button again
    await tabTo(chief, dialog.getByRole('button', { name: 'Block' }));
    await chief.keyboard.press('Enter');
    await neuland.getByText('Blocked', { exact: true }).waitFor();
    faults.push(...same(await sends('newcomer', 'supplier'), 403, 'answer to a blocked sender'));
    await neuland.getByRole('button', { name: 'Unblock' }).click();
    await chief.getByRole('status').getByText('You accept documents of Neuland OHG.').waitFor();
    return [...faults, ...same(await sends('newcomer', 'supplier'), 201, 'answer to an accepted sender')];
  });

  await test('a participant asks another one by its id, which accepts and blocks in German', async () => {
    browsing.isPatient = true; // a refused change is an error to the browser
    await chief.getByLabel('Id of the participant').fill('018f0000-0000-7000-8000-000000000000');
    await chief.keyboard.press('Enter');
    await chief.getByRole('alert').getByText('no participant with this id').waitFor();
    browsing.isPatient = false;
    await ask('PUT', `/v2/trade-partners/${idOf('newcomer')}`, 'supplier', { status: 'active', kinds: ['ORDER'] });
    const other = await joined('newcomer', 'administrator', { name: 'de', locale: 'de-DE' });
    await openByKeyboard(other, 'Partner');
    const ownId = await other.locator('code').textContent();
    await chief.getByLabel('Id of the participant').fill(ownId);
    await chief.keyboard.press('Enter');
    await chief.getByRole('status').getByText('You asked Neuland OHG.').waitFor();
    const faults = same(await sends('supplier', 'newcomer'), 202, 'answer before the acceptance');
    await chief.reload();
    await row(chief, 'Neuland OHG').getByText('Only: Order').waitFor();
    const held = chief.getByRole('link', { name: 'Your held documents: 1' });
    await held.click();
    await chief.getByRole('table', { name: 'Transactions' }).getByText('Held').waitFor();
    await chief.goto(`${here}/console`);
    await chief.getByRole('link', { name: 'Your documents, held' }).click();
    const list = chief.getByRole('table', { name: 'Transactions' });
    await list.getByText('Held').waitFor();
    faults.push(...same(await list.locator('tbody tr').count(), 1, 'held documents'));
    faults.push(...same(await chief.getByLabel('Status').inputValue(), 'HELD', 'chosen status'));
    await chief.goto(`${here}/console/partners`);
    await chief.getByLabel('Show').selectOption('held');
    await row(chief, 'Neuland OHG').waitFor();
    await row(chief, 'Kundenmarkt GmbH').waitFor({ state: 'detached' });
    await chief.getByLabel('Show').selectOption('');

    await other.reload();
    const lieferwerk = row(other, 'Lieferwerk AG');
    await lieferwerk.getByText('Bittet um Freigabe').waitFor();
    faults.push(...(await lookAt(other, 'partners-german')));
    await tabTo(other, lieferwerk.getByRole('button', { name: 'Sperren' }));
    await other.keyboard.press('Enter');
    await other.getByRole('dialog').getByText('Die zurückgehaltenen Belege (1) bleiben').waitFor();
    faults.push(...(await lookAt(other, 'partners-block-german')));
    await tabTo(other, other.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }));
    await other.keyboard.press('Enter');
    await tabTo(other, lieferwerk.getByRole('button', { name: 'Freigeben' }));
    await other.keyboard.press('Enter');
    await other.getByRole('status').getByText('Zugestellte zurückgehaltene Belege: 1.').waitFor();
    faults.push(...same((await partnerOf('supplier', 'newcomer')).outgoing.status, 'active', 'status'));
    await chief.getByLabel('Id of the participant').fill(ownId);
    await chief.keyboard.press('Enter');
    await chief.getByRole('status').getByText('Neuland OHG accepts your documents already.').waitFor();
    await lieferwerk.getByRole('button', { name: 'Sperren' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Sperren' }).click();
    await lieferwerk.getByText('Gesperrt', { exact: true }).waitFor();
    await chief.reload();
    await row(chief, 'Neuland OHG').getByText('Blocked by the partner').waitFor();
    await other.context().close();
    return faults;
  });

  await test('the list shows the partners that wait for an answer', async () => {
    await sends('blocked', 'newcomer');
    await sends('newcomer', 'keyed');
    const page = await joined('keyed', 'administrator');
    await page.goto(`${here}/console/partners`);
    await page.getByLabel('Show').selectOption('requested');
    await row(page, 'Neuland OHG').waitFor();
    await row(page, 'Lieferwerk AG').waitFor({ state: 'detached' });
    const faults = same(new URL(page.url()).searchParams.get('status'), 'requested', 'status in the address');
    await page.context().close();
    return faults;
  });

  await test('requirements are added and removed, and a fault is shown at its field', async () => {
    const section = chief.locator('section').filter({ has: chief.getByRole('heading', { name: 'Your requirements for received documents' }) });
    await section.getByLabel('Kind').selectOption(field.kind);
    browsing.isPatient = true; // a refused change is an error to the browser
    await section.getByLabel('Field').fill('items.identifiers');
    await chief.keyboard.press('Enter');
    await section.getByRole('alert').getByText('have no field at this path').waitFor();
    browsing.isPatient = false;
    const faults = await lookAt(chief, 'requirement-fault');
    await tabTo(chief, section.getByLabel('Field'));
    await chief.keyboard.press('Control+a');
    await chief.keyboard.type(field.path);
    await section.locator(`option[value="${field.path}"]`).waitFor({ state: 'attached' });
    await section.getByLabel('Domain of the identifier').selectOption('SUPPLIER');
    await section.getByRole('button', { name: 'Add the requirement' }).press('Enter');
    await section.getByRole('status').getByText('would have refused').waitFor();
    await section.getByRole('cell', { name: /^Items › Identifiers/ }).waitFor();
    faults.push(...(await lookAt(chief, 'requirements')));
    faults.push(...same(JSON.stringify(await requirements()), JSON.stringify([{ ...field, domain: 'SUPPLIER' }]), 'requirements'));
    faults.push(...same(await sends('customer', 'supplier'), 422, 'answer to a document without the field'));
    await section.getByRole('button', { name: 'Remove' }).click();
    await section.getByText('You have no requirements of your own.').waitFor();
    faults.push(...same((await requirements()).length, 0, 'requirements'));
    return [...faults, ...same(await sends('customer', 'supplier'), 201, 'answer without requirements')];
  });
  await chief.context().close();

  await test('a reader sees partners and requirements, and changes nothing', async () => {
    await ask('PUT', '/v2/profile', 'supplier', { requirements: [{ ...field, when: ['STANDARD'] }] });
    const reader = await joined('supplier', 'reader');
    await reader.getByRole('link', { name: 'Partners', exact: true }).click();
    await reader.getByText('Only for STANDARD').waitFor();
    await row(reader, 'Neuland OHG').waitFor();
    const faults = same(await reader.locator('main').getByRole('button').count(), 0, 'buttons');
    faults.push(...same(await reader.getByLabel('Id of the participant').count(), 0, 'forms'));
    await reader.context().close();
    return faults;
  });

  await test('a name in a list and on a document leads to the page of the partner', async () => {
    const page = await joined('supplier', 'administrator');
    await page.goto(`${here}/console/transactions`);
    const of = page.getByRole('table', { name: 'Transactions' }).getByRole('row').filter({ hasText: 'Kundenmarkt GmbH' }).first();
    await of.getByRole('link', { name: 'Kundenmarkt GmbH' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Kundenmarkt GmbH', level: 1 }).waitFor();
    const faults = same(new URL(page.url()).pathname, `/console/partners/${idOf('customer')}`, 'address');
    await page.goBack();
    await of.waitFor();
    await page.waitForFunction(() => document.activeElement?.closest('tbody tr') !== null);
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Document' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Kundenmarkt GmbH' }).click();
    await page.getByRole('table', { name: 'Transactions' }).waitFor();
    faults.push(...same(await page.getByRole('heading', { name: 'Open cases' }).count(), 1, 'headings of the open cases'));
    await page.getByRole('button', { name: 'Block: Kundenmarkt GmbH' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
    await page.getByText('Blocked', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Unblock: Kundenmarkt GmbH' }).click();
    await page.getByRole('status').getByText('You accept documents of Kundenmarkt GmbH.').waitFor();
    await page.getByRole('link', { name: 'See all transactions' }).click();
    await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor();
    faults.push(...same(new URL(page.url()).searchParams.get('partner'), idOf('customer'), 'partner in the address'));
    await page.context().close();
    return faults;
  });

  for (const screen of screens) {
    await test(`${screen.name}: partners`, async () => {
      const page = await joined('supplier', 'administrator', screen);
      await page.goto(`${here}/console/partners`);
      await row(page, 'Neuland OHG').waitFor();
      const faults = await lookAt(page, `partners-${screen.name}`);
      await page.goto(`${here}/console/partners/${idOf('customer')}`);
      await page.getByRole('heading', { name: 'Kundenmarkt GmbH', level: 1 }).waitFor();
      faults.push(...(await lookAt(page, `partner-${screen.name}`)));
      await page.goBack();
      await row(page, 'Kundenmarkt GmbH').getByRole('button', { name: /Block|Sperren/ }).click();
      await page.getByRole('dialog').waitFor();
      faults.push(...(await lookAt(page, `partners-block-${screen.name}`)));
      await page.context().close();
      return faults;
    });
  }
  await end();
}
