// Names and numbers in lists lead to the documents that they mean.
import { order } from '../openapi/requests.mjs';
import { beginSetup } from './setup.mjs';

const transactions = '/v2/transactions';
const screens = [{ name: 'screen' }, { name: 'phone', width: 360, height: 740 }];

export async function testLinks({ test, same, browsing, look, operatorToken }) {
  const { here, answered, ask, idOf, joined, end } = await beginSetup(browsing);
  const sends = async (number, from = 'customer') => (await ask('POST', transactions, from, order({ from, number }))).platformTransactionId;
  const table = (page, name) => page.getByRole('table', { name, exact: true });
  const operatorAt = async (path, screen) => {
    const page = await browsing.person(screen);
    await page.goto(`${here}/console${path}`);
    await page.getByLabel('Token', { exact: true }).fill(operatorToken);
    await page.keyboard.press('Enter');
    await page.locator('.who').waitFor();
    return page;
  };
  /** The filters in the address of the list of transactions, and the number of its rows. */
  const listOf = async (page) => {
    await page.waitForURL((url) => url.pathname.endsWith('/transactions'));
    await table(page, 'Transactions').waitFor();
    const { searchParams } = new URL(page.url());
    const shown = ['partner', 'status', 'direction'].map((name) => searchParams.get(name) ?? '').join();
    return `${shown}: ${await table(page, 'Transactions').locator('tbody tr').count()}`;
  };

  const failed = await sends('LINK-1');
  await ask('POST', `${transactions}/${failed}`, 'supplier', { success: false, reason: 'The article is unknown.' });
  for (const number of ['LINK-2', 'LINK-3']) await sends(number);
  for (const number of ['HELD-1', 'HELD-2']) await answered('POST', transactions, 'newcomer', order({ from: 'newcomer', number }));
  const faulty = JSON.parse(order({ number: 'LINK-4' }));
  await answered('POST', transactions, 'customer', { ...faulty, content: { ...faulty.content, items: [{ quantity: 'x' }] } });

  for (const { name, ...screen } of screens) {
    await test(`${name}: the document of a case in a list is a link to its page`, async () => {
      const page = await joined('customer', 'clerk', screen);
      await page.goto(`${here}/console/cases`);
      const rows = table(page, 'Cases').locator('tbody tr');
      await rows.filter({ hasText: 'LINK-4' }).waitFor();
      const wrong = await look(page, `links-cases-${name}`);
      wrong.push(...(await browsing.faultsOfTargets(page)));
      // A refused document has no page, so its row has the link to the case and the partners only.
      wrong.push(...same(await rows.filter({ hasText: 'LINK-4' }).getByRole('link', { name: 'Order LINK-4' }).count(), 0, 'links to the refused document'));
      await rows.getByRole('link', { name: 'Order LINK-1' }).click();
      await page.getByRole('heading', { name: 'Order LINK-1', level: 1 }).waitFor();
      wrong.push(...same(new URL(page.url()).pathname, `/console/transactions/${failed}`, 'address'));
      await page.goBack();
      await rows.getByRole('link', { name: 'The article is unknown.' }).click();
      await page.getByRole('heading', { name: 'A document could not be processed' }).waitFor();
      await page.context().close();
      return wrong;
    });
  }

  await test('the waiting documents of a participant lead to the list of them', async () => {
    const page = await operatorAt('/participants');
    const row = (name) => table(page, 'Participants').getByRole('row').filter({ hasText: name });
    await row('Lieferwerk AG').getByRole('link', { name: '2', exact: true }).waitFor();
    const wrong = await look(page, 'links-participants');
    wrong.push(...same(await row('Neuland OHG').getByRole('link').count(), 1, 'links of a participant without waiting documents'));
    await row('Lieferwerk AG').getByRole('link', { name: '2', exact: true }).click();
    wrong.push(...same(await listOf(page), `${idOf('supplier')},PENDING,: 2`, 'the list, without held documents'));
    for (const number of ['LINK-2', 'LINK-3']) await table(page, 'Transactions').getByRole('link', { name: number }).waitFor();
    await page.context().close();
    return wrong;
  });

  await test('the held documents of a relationship lead to the list of them', async () => {
    const wrong = [];
    for (const path of [`/participants/${idOf('supplier')}`, '/relationships']) {
      const page = await operatorAt(path);
      if (path === '/relationships') await page.getByLabel('Status').selectOption('requested');
      const row = table(page, 'Relationships').getByRole('row').filter({ hasText: /Neuland OHG.*Lieferwerk AG/ });
      await row.getByRole('link', { name: '2', exact: true }).click();
      wrong.push(...same(await listOf(page), `${idOf('supplier')},HELD,: 2`, `the list from ${path}`));
      await page.context().close();
    }
    return wrong;
  });

  await test('the documents that a partner does not collect, and those that it holds, lead to lists of them', async () => {
    const page = await joined('customer', 'clerk');
    const { items } = await ask('GET', '/v2/errors?per_page=1', 'customer');
    // A partner is overdue after a day.
    await page.route('**/v2/overview', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      const partner = { id: idOf('supplier'), name: 'Lieferwerk AG' };
      await route.fulfill({ response: answer, json: { data: { ...data, overduePartners: [{ partner, flow: 'LIVE', count: 2, case: items[0].id }] } } });
    });
    await page.goto(`${here}/console/overview`);
    const overdue = table(page, 'Partners that stopped collecting').getByRole('row').filter({ hasText: 'Lieferwerk AG' });
    await overdue.getByRole('link', { name: '2', exact: true }).click();
    const wrong = same(await listOf(page), `${idOf('supplier')},PENDING,sent: 2`, 'the list of the overdue partner');
    await page.context().close();
    const sender = await joined('newcomer', 'administrator');
    await sender.goto(`${here}/console/partners`);
    await sender.getByRole('link', { name: 'Your held documents: 2' }).click();
    wrong.push(...same(await listOf(sender), `${idOf('supplier')},HELD,sent: 2`, 'the list of held documents'));
    await sender.context().close();
    return wrong;
  });

  await end();
}
