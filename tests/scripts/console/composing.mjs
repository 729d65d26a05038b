// What a small supplier does without a system of its own: it answers an order, ships it and invoices it.
import { order } from '../openapi/requests.mjs';

export async function testComposing({ test, same, browsing, base, signIn, look, settled, customer, supplier, exchange }) {
  const idName = exchange.idName ?? 'platformTransactionId';
  const ordered = async (number) => {
    const { type, content } = JSON.parse(order());
    const items = [{ lineNumber: 10, identifiers: [{ identifier: '4012345678901' }], isDepositItem: false, quantity: 12, unitPrice: 2.5, tax: { percentage: 19 } }];
    const body = JSON.stringify({ type, content: { ...content, header: { ...content.header, orderIdentifier: number }, items } });
    const answer = await exchange.ask({ method: 'POST', path: '/v2/transactions', token: 'customer', body });
    if (answer.status !== 201) throw new Error(answer.body);
    return JSON.parse(answer.body)[idName];
  };
  const received = async (page) => {
    const id = new URL(page.url()).pathname.split('/').pop();
    const { status, body } = await exchange.ask({ method: 'GET', path: `/v2/all-transactions/${id}`, token: 'customer' });
    if (status !== 200) throw new Error(body);
    return JSON.parse(body).data;
  };
  const sent = async (page, button) => {
    await button.click();
    await page.getByRole('tab').first().waitFor();
    await settled(page);
  };

  // The sums follow the lines, and the user's own sums are compared with them.
  const credited = async (page) => {
    const field = (path) => page.locator(`[id="field-${path}"]`);
    const hasValue = (path, value) =>
      page.waitForFunction(([id, text]) => document.getElementById(id)?.value === text, [`field-${path}`, value]);
    const noFault = page.getByText('The exchange finds no fault in this document.');
    await page.getByRole('link', { name: '+ Credit note' }).click();
    await page.getByRole('button', { name: 'Header › Credit note number' }).click();
    await page.keyboard.type('GS-1');
    await field('items.0').click();
    await field('items.0.quantity').fill('2');
    await hasValue('summary.grossAmount', '5.95');
    await noFault.waitFor();
    const sums = page.getByRole('region', { name: 'Sums of the lines' });
    const wrong = same(await sums.count(), 0, 'a question about sums that are right');
    await field('summary.grossAmount').fill('1');
    await sums.getByText('The document has other sums.').waitFor();
    wrong.push(...(await look(page, 'new-credit-note-sums')));
    await sums.getByRole('button', { name: 'Take these sums' }).click();
    await hasValue('summary.grossAmount', '5.95');
    await noFault.waitFor();
    await sent(page, page.getByRole('button', { name: 'Send', exact: true }));
    const { content } = await received(page);
    wrong.push(...same(content.summary.dueAmount, 5.95, 'due'), ...same(content.items[0].quantity, 2, 'credited'));
    return wrong;
  };

  await test('an order is answered, shipped with a label and invoiced without another system', async () => {
    const id = await ordered('COMPOSE-1');
    const page = await browsing.person();
    await signIn(page, supplier.token, `/console/transactions/${id}`);
    const wrong = await look(page, 'order-to-answer');
    const [heads, cells] = await page.locator('table.lines').evaluate((table) =>
      ['thead tr > *', 'tbody tr:first-child > *'].map((of) => [...table.querySelectorAll(of)].map((cell) => cell.getBoundingClientRect().x)),
    );
    wrong.push(...same(String(cells), String(heads), 'where the columns begin'));
    let clicks = 0;
    const click = async (button) => {
      clicks += 1;
      await button.click();
    };
    const send = page.getByRole('button', { name: 'Send', exact: true });
    const composed = async (kind, field, number) => {
      await click(page.getByRole('link', { name: `+ ${kind}` }));
      await page.getByRole('heading', { name: `New: ${kind}` }).waitFor();
      await page.getByText('One fault is left').waitFor();
      wrong.push(...same(await send.isEnabled(), false, 'sending without a number'));
      await click(page.getByRole('button', { name: `Header › ${field}` }));
      await page.keyboard.type(number);
      await page.getByText('The exchange finds no fault in this document.').waitFor();
      wrong.push(...(await look(page, `new-${kind.toLowerCase().replace(' ', '-')}`)));
      clicks += 1;
      await sent(page, send);
      return received(page);
    };
    const response = await composed('Order response', 'Response number', 'AB-1');
    wrong.push(...same(response.content.items[0].confirmedQuantity, 12, 'confirmed'));
    const notice = await composed('Shipping notice', 'Notice number', 'LS-1');
    wrong.push(...same(notice.content.header.orderIdentifier, 'COMPOSE-1', 'order of the notice'));
    await page.getByRole('tab', { name: 'Labels' }).click();
    await page.getByRole('link', { name: /PDF/ }).first().waitFor();
    const invoice = await composed('Invoice', 'Invoice number', 'RE-1');
    wrong.push(...same(invoice.content.items[0].unitPrice, 2.5, 'price'));
    wrong.push(...same(invoice.content.items[0].quantity, 12, 'invoiced'));
    wrong.push(...same(invoice.content.summary.grossAmount, 35.7, 'sum of the invoice'));
    console.log(`an order is answered, shipped and invoiced with ${clicks} clicks`);
    wrong.push(...(await credited(page)));
    await page.context().close();
    return wrong;
  });

  await test('an order is written without another document', async () => {
    const page = await browsing.person();
    await signIn(page, customer.token, '/console');
    await page.getByRole('link', { name: 'New document' }).click();
    await page.getByRole('heading', { name: 'New document' }).waitFor();
    const begin = page.getByRole('button', { name: 'Begin' });
    const wrong = same(await begin.isEnabled(), false, 'beginning without a partner');
    wrong.push(...(await look(page, 'new-document-parties')));
    await page.getByLabel('Partner').selectOption({ label: 'supplier' });
    await begin.click();
    await page.getByRole('heading', { name: 'New: Order' }).waitFor();
    await page.getByRole('button', { name: 'Header › Order number' }).click();
    await page.keyboard.type('COMPOSE-5');
    await page.getByRole('button', { name: 'Paste lines' }).click();
    await page.getByLabel('Rows of a spreadsheet').fill('GTIN\tQuantity\n4012345678901\t3');
    await page.getByRole('button', { name: 'Add 1 line' }).click();
    await page.getByText('The exchange finds no fault in this document.').waitFor();
    wrong.push(...(await look(page, 'new-document')));
    await sent(page, page.getByRole('button', { name: 'Send', exact: true }));
    const order = await received(page);
    wrong.push(...same(order.recipient.name, 'supplier', 'recipient'), ...same(order.content.items[0].quantity, 3, 'quantity'));
    await page.context().close();
    return wrong;
  });

  await test('a removed line of an answer stays with the quantity 0 and can be restored by keyboard', async () => {
    const id = await ordered('COMPOSE-6');
    const page = await browsing.person({ width: 390, height: 844 });
    await signIn(page, supplier.token, `/console/transactions/${id}`);
    await page.getByRole('link', { name: '+ Order response' }).click();
    await page.getByRole('button', { name: 'Header › Response number' }).click();
    await page.keyboard.type('AB-6');
    await page.locator('[id="field-items.0"]').click();
    await page.getByRole('button', { name: 'Remove Items 1' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('removed, quantity 0').waitFor();
    const wrong = await look(page, 'removed-line');
    const isAt = async (text) => same(await page.evaluate(() => document.activeElement?.textContent), text, 'the focus');
    wrong.push(...(await isAt('Restore Items 1')));
    await page.keyboard.press('Enter');
    await page.getByText('removed, quantity 0').waitFor({ state: 'detached' });
    wrong.push(...(await isAt('Remove Items 1')));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add: Items' }).click();
    await page.getByRole('button', { name: 'Remove Items 2' }).click();
    wrong.push(...same(await page.locator('[id="field-items.1"]').count(), 0, 'lines that were not in the order'));
    await page.getByText('The exchange finds no fault in this document.').waitFor();
    await sent(page, page.getByRole('button', { name: 'Send', exact: true }));
    const { content } = await received(page);
    wrong.push(...same(content.items[0].confirmedQuantity, 0, 'confirmed'), ...same(content.header.type, 'CHANGE', 'type'));
    await page.context().close();
    return wrong;
  });

  await test('rows of a spreadsheet become lines of a document', async () => {
    const id = await ordered('COMPOSE-3');
    const page = await browsing.person();
    await signIn(page, customer.token, `/console/transactions/${id}`);
    await page.getByRole('link', { name: 'Copy as new' }).click();
    await page.getByRole('button', { name: 'Header › Order number' }).click();
    await page.keyboard.type('COMPOSE-4');
    await page.getByRole('button', { name: 'Paste lines' }).click();
    const rows = page.getByLabel('Rows of a spreadsheet');
    await rows.fill('A\tB\n1\t2');
    await page.getByText('The first row names no field of a line.').waitFor();
    await rows.fill('GTIN\tQuantity\tShelf\n4012345678901\t1,200\tA3\n9521001010016\t2.5\tA4');
    await page.getByText('left out: Shelf.').waitFor();
    const wrong = await look(page, 'paste-lines');
    await page.getByRole('button', { name: 'Add 2 lines' }).click();
    await page.getByText('The exchange finds no fault in this document.').waitFor();
    await sent(page, page.getByRole('button', { name: 'Send', exact: true }));
    const { content } = await received(page);
    const lines = content.items.map(({ lineNumber, quantity, identifiers }) => [lineNumber, quantity, identifiers[0].identifier].join(' '));
    wrong.push(...same(String(lines), '10 12 4012345678901,11 1200 4012345678901,12 2.5 9521001010016', 'lines'));
    await page.context().close();
    return wrong;
  });

  await test('a new document keeps what the user typed until it is sent, and is there in German by keyboard', async () => {
    const id = await ordered('COMPOSE-2');
    const page = await browsing.person({ locale: 'de-DE', scheme: 'dark' });
    await page.goto(`${base}/console/transactions/${id}`);
    await page.getByLabel('Token', { exact: true }).fill(supplier.token);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: '+ Bestellantwort' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Neu: Bestellantwort' }).waitFor();
    const fault = page.locator('.to-place');
    await fault.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('AB-2');
    await page.getByText('Der Beleg ist fehlerfrei.').waitFor();
    const wrong = await look(page, 'new-order-response-german');
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.goBack();
    wrong.push(...same(await page.getByText('AB-2').count() > 0 || (await page.locator('input').evaluateAll((all) => all.some(({ value }) => value === 'AB-2'))), true, 'the draft'));
    const send = page.getByRole('button', { name: 'Senden', exact: true });
    await send.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('tab').first().waitFor();
    wrong.push(...same((await received(page)).content.header.orderResponseIdentifier, 'AB-2', 'number'));
    await page.context().close();
    return wrong;
  });
}
