// The frame of the pages: the work that waits, the search by keyboard, the filters of cases, and the places of a person.
import { order } from '../openapi/requests.mjs';

const password = 'vier einfache Worte hier';

export async function testFrame({ test, same, browsing, base, exchange, signIn, look, settled, customer, supplier, operatorToken }) {
  const ask = async (method, path, token, body) => {
    const answer = await exchange.ask({ method, path, token, body: body === undefined ? undefined : JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const field = (page) => page.getByRole('combobox', { name: 'Number, SSCC, partner or page' });
  const option = (page, name) => page.getByRole('option', { name });
  const sends = async (number) => {
    const { content } = JSON.parse(order());
    const sent = { type: 'ORDER', content: { ...content, header: { ...content.header, orderIdentifier: number } } };
    return (await ask('POST', '/v2/transactions', 'customer', sent))[exchange.idName ?? 'platformTransactionId'];
  };

  await test('the first page can be loaded again', async () => {
    const page = await browsing.person();
    await signIn(page, customer.token);
    await page.getByRole('link', { name: 'Your turn' }).click();
    await page.getByRole('heading', { name: 'Your turn' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Your turn' }).waitFor();
    const wrong = same(new URL(page.url()).pathname, '/console', 'address');
    await page.context().close();
    return wrong;
  });

  await test('a phone has the navigation in one row, with the present page in view', async () => {
    const page = await browsing.person({ width: 360, height: 740 });
    await signIn(page, operatorToken);
    const wrong = [];
    for (const name of ['Settings', 'Cases']) {
      const link = page.getByRole('navigation').getByRole('link', { name, exact: true });
      await link.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
      await page.evaluate(() => document.activeElement?.blur());
      await page.reload();
      await settled(page);
      const { left, right } = await link.evaluate((one) => one.getBoundingClientRect().toJSON());
      if (left < 0 || right > 360) wrong.push(`${name} is at ${left} to ${right}`);
      const tops = await page.locator('.side .way').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      wrong.push(...same(new Set(tops).size, 1, 'rows of the navigation'), ...(await look(page, `navigation-${name}`)));
      wrong.push(...(await browsing.faultsOfTargets(page)));
    }
    await page.context().close();
    return wrong;
  });

  await test('Ctrl-K opens a document by the beginning of its number, with the keyboard alone', async () => {
    const id = await sends('FRAME-77-A');
    const page = await browsing.person();
    await signIn(page, customer.token);
    await settled(page);
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.type('frame-77');
    await option(page, /^Order FRAME-77-A/).waitFor();
    const wrong = await look(page, 'palette');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Order FRAME-77-A' }).waitFor();
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.keyboard.press('Control+k');
    await field(page).fill('FRAME-77-A');
    await page.keyboard.press('Enter'); // before the exchange has answered
    await page.getByRole('heading', { name: 'Order FRAME-77-A' }).waitFor();
    wrong.push(...same(page.url().includes(id), true, 'the page of the document'));
    await page.context().close();
    return wrong;
  });

  await test('the search finds partners and pages, says that nothing matches, and closes by Escape', async () => {
    const page = await browsing.person({ locale: 'de-DE', width: 360, height: 740, scheme: 'dark' });
    await page.goto(`${base}/console`);
    await page.getByLabel('Token', { exact: true }).fill(customer.token);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Suche', exact: true }).click();
    const german = page.getByRole('combobox', { name: 'Nummer, SSCC, Partner oder Seite' });
    await german.fill('supplier');
    await option(page, 'supplier').waitFor();
    const wrong = await look(page, 'palette-phone');
    await german.fill('there is nothing like this');
    await page.getByRole('dialog').getByText('Keine Treffer.').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await german.fill('fäl');
    await option(page, 'Fälle').click();
    await page.getByRole('heading', { name: 'Fälle', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await german.fill('supplier');
    await option(page, 'supplier').click();
    await page.getByRole('heading', { name: 'supplier', exact: true }).waitFor();
    if (!page.url().startsWith(`${base}/console/partners/`)) wrong.push(`a partner leads to ${page.url()}`);
    await page.context().close();
    return wrong;
  });

  await test('the first page has the cases of the own turn, and no others', async () => {
    const id = await sends('FRAME-TURN');
    await sends('FRAME-WAITING');
    await ask('POST', `/v2/transactions/${id}`, 'supplier', { success: false, reason: 'FRAME-TURN is unknown.' });
    const wrong = [];
    for (const [token, count] of [[customer.token, 1], [supplier.token, 0]]) {
      const page = await browsing.person();
      await signIn(page, token, '/console');
      await settled(page);
      await page.getByRole('heading', { name: 'Cases that wait for you' }).waitFor();
      wrong.push(...same(await page.getByRole('link', { name: 'FRAME-TURN is unknown.' }).count(), count, 'cases'));
      const documents = page.getByRole('table', { name: 'Documents that wait for you' });
      wrong.push(...same(await documents.getByRole('link', { name: 'FRAME-WAITING' }).count(), 1 - count, 'waiting documents'));
      if (count === 1) wrong.push(...(await look(page, 'your-turn')));
      await page.context().close();
    }
    return wrong;
  });

  await test('the filters of cases apply at once, and are in the address', async () => {
    const page = await browsing.person();
    await signIn(page, customer.token, '/console/cases');
    await settled(page);
    const table = page.getByRole('table', { name: 'Cases', exact: true });
    await table.getByText('FRAME-TURN is unknown.').waitFor();
    await page.getByLabel('Turn', { exact: true }).selectOption('others');
    await table.getByText('FRAME-TURN is unknown.').waitFor({ state: 'detached' });
    const chip = (text) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem').filter({ hasText: text });
    await page.getByLabel('Turn', { exact: true }).selectOption('own');
    await chip('Turn You').waitFor();
    await page.getByLabel('Kind').selectOption('ORDER');
    await chip('Kind Order').waitFor();
    await page.getByLabel('Partner').fill('supplier');
    await page.keyboard.press('Enter');
    await chip('Partner supplier').waitFor();
    await table.getByText('FRAME-TURN is unknown.').waitFor();
    const { searchParams } = new URL(page.url());
    const wrong = [...same(searchParams.get('turn'), 'own', 'turn'), ...same(searchParams.get('type'), 'ORDER', 'type')];
    await page.reload();
    await table.getByText('FRAME-TURN is unknown.').waitFor();
    wrong.push(...same(await page.getByLabel('Partner').inputValue(), 'supplier', 'partner after a reload'));
    wrong.push(...(await look(page, 'cases-filtered')));
    await page.getByLabel('Kind').selectOption('INVOICE');
    await page.getByText('Nothing matches.').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await table.waitFor();
    await page.context().close();
    return wrong;
  });

  await test('a person switches to the test flow by the menu, and back by the ribbon', async () => {
    const { items } = await ask('GET', '/admin/participants?per_page=100', 'operator');
    const participant = items.find(({ name }) => name === 'customer').id;
    const invitation = { name: 'Frida Frame', email: 'frida@example.org', role: 'clerk', participant };
    const { link } = (await ask('POST', '/admin/invitations', 'operator', invitation)).data;
    const page = await browsing.person();
    await page.goto(link.replace(/^http:..[^/]+/, base));
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your turn' }).waitFor();
    await page.locator('.who').click();
    await page.getByRole('button', { name: 'customer (test)' }).waitFor();
    const wrong = await look(page, 'user-menu');
    await page.getByRole('button', { name: 'customer (test)' }).click();
    await page.getByText('These documents reach only test systems.').waitFor();
    wrong.push(...(await look(page, 'test-ribbon')));
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await page.getByText('Nothing matches.').waitFor();
    await page.getByRole('button', { name: 'Switch to live' }).click();
    await page.getByText('These documents reach only test systems.').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Your turn' }).waitFor();
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await page.getByRole('table', { name: 'Transactions', exact: true }).waitFor();
    await page.context().close();
    return wrong;
  });
}
