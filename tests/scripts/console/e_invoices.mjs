// An invoice is saved as an e-invoice, and a refusal names each broken rule.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

export async function testEInvoices({ test, same, browsing, base, exchange, signIn, look, supplier }) {
  const sent = async (example, number, more) => {
    const body = JSON.parse(await readFile(new URL(`../../../examples/invoice/${example}.json`, import.meta.url), 'utf8'));
    const { header } = body.content;
    Object.assign(header, { invoiceIdentifier: number }, more);
    delete header.technicalSender;
    delete header.technicalRecipient;
    const answer = await exchange.ask({ method: 'POST', path: '/v2/transactions', token: 'supplier', body: JSON.stringify(body) });
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.body}`);
    return JSON.parse(answer.body)[exchange.idName ?? 'platformTransactionId'];
  };
  const toInvoice = async (page, example, number, more = {}) => {
    await page.goto(`${base}/console/transactions/${await sent(example, number, more)}`);
    await page.getByRole('group', { name: /^(Save in another form|In anderer Form speichern)$/ }).waitFor();
  };

  await test('an invoice is saved as an e-invoice of each form', async () => {
    const page = await browsing.person();
    await signIn(page, supplier.token);
    await toInvoice(page, 'full', 'E-1');
    const wrong = await look(page, 'e-invoice');
    const forms = { XRechnung: 'xrechnung_3.0', 'Peppol BIS (UBL)': 'poacc:billing:3.0', 'EN 16931 (CII)': 'CrossIndustryInvoice' };
    for (const [name, mark] of Object.entries(forms)) {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      const file = await saving;
      wrong.push(...same(/^E-1-[a-z]+\.xml$/.test(file.suggestedFilename()), true, file.suggestedFilename()));
      const text = await readFile(await file.path(), 'utf8');
      if (!text.includes(mark) || !text.includes('>E-1<')) wrong.push(`${name}: ${text.slice(0, 300)}`);
    }
    await page.context().close();
    return wrong;
  });

  await test('an invoice is saved as a PDF file that has the e-invoice, in the language of the console', async () => {
    const page = await browsing.person({ locale: 'de-DE' });
    await page.goto(`${base}/console`);
    await page.getByLabel('Token', { exact: true }).fill(supplier.token);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Zu erledigen' }).waitFor();
    await toInvoice(page, 'full', 'E-3');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'ZUGFeRD (PDF)' }).click();
    const file = await saving;
    const path = await file.path();
    const attached = execFileSync('pdfdetach', ['-list', path], { encoding: 'utf8' });
    const text = execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' });
    await page.context().close();
    return [
      ...same(file.suggestedFilename(), 'E-3-zugferd.pdf', 'name'),
      ...same(attached, '1 embedded files\n1: factur-x.xml\n', 'attachments'),
      ...same(text.includes('Rechnung E-3'), true, text.slice(0, 200)),
    ];
  });

  await test('a value that an e-invoice does not carry is named', async () => {
    const page = await browsing.person();
    await signIn(page, supplier.token);
    await toInvoice(page, 'full', 'E-4', { projectCode: 'P-7' });
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'XRechnung' }).click();
    await saving;
    const status = page.getByRole('status').filter({ hasText: 'does not carry' });
    await status.waitFor();
    const said = await status.innerText();
    const wrong = await look(page, 'e-invoice-losses');
    for (const part of ['XRechnung', 'The form has no place for it.']) {
      if (!said.includes(part)) wrong.push(`${part} is not in: ${said}`);
    }
    await page.context().close();
    return wrong;
  });

  await test('the console saves the original of an order of EDIFACT, and its UBL', async () => {
    const page = await browsing.person();
    await signIn(page, supplier.token);
    const sending = { method: 'POST', path: '/v2/transactions', token: 'customer' };
    const head = (name) => ({ headers: { 'Content-Type': name } });
    const order = JSON.parse(await readFile(new URL('../../../examples/order/minimal.json', import.meta.url), 'utf8'));
    order.content.header.orderIdentifier = 'EDI-0';
    order.content.items = [{ lineNumber: 1, identifiers: [{ identifier: 'A-1', domain: 'SUPPLIER' }], quantity: 2 }];
    const first = await exchange.ask({ ...sending, body: JSON.stringify(order) });
    if (first.status !== 201) throw new Error(`${first.status} ${first.body}`);
    const path = `/v2/all-transactions/${JSON.parse(first.body).platformTransactionId}/content?format=edifact`;
    const message = (await exchange.ask({ method: 'GET', path, token: 'customer' })).body.replaceAll('EDI-0', 'EDI-2');
    const second = await exchange.ask({ ...sending, body: message, ...head('application/edifact') });
    if (second.status !== 207) throw new Error(`${second.status} ${second.body}`);
    const [{ answer }] = JSON.parse(second.body).data.messages;
    await page.goto(`${base}/console/transactions/${answer.platformTransactionId}`);
    const wrong = [];
    for (const [name, file, is] of [
      ['Original', 'EDI-2-original.edi', (text) => text === message],
      ['UBL', 'EDI-2-ubl.xml', (text) => text.includes('<cbc:ID>EDI-2</cbc:ID>')],
    ]) {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name, exact: true }).click();
      const saved = await saving;
      const text = await readFile(await saved.path(), 'utf8');
      wrong.push(...same(saved.suggestedFilename(), file, 'name'));
      if (!is(text)) wrong.push(`${name}: ${text.slice(0, 300)}`);
    }
    await page.context().close();
    return wrong;
  });

  await test('an order is saved as a message of EDIFACT', async () => {
    const page = await browsing.person();
    await signIn(page, supplier.token);
    const body = JSON.parse(await readFile(new URL('../../../examples/order/minimal.json', import.meta.url), 'utf8'));
    body.content.header.orderIdentifier = 'EDI-1';
    const sending = { method: 'POST', path: '/v2/transactions', token: 'customer', body: JSON.stringify(body) };
    const answer = await exchange.ask(sending);
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.body}`);
    const id = JSON.parse(answer.body)[exchange.idName ?? 'platformTransactionId'];
    await page.goto(`${base}/console/transactions/${id}`);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'EDIFACT' }).click();
    const file = await saving;
    const text = await readFile(await file.path(), 'utf8');
    const wrong = same(file.suggestedFilename(), 'EDI-1-edifact.edi', 'name');
    for (const part of ['+ORDERS:D:01B:UN:', 'BGM+220+EDI-1']) {
      if (!text.includes(part)) wrong.push(`${part} is not in: ${text}`);
    }
    wrong.push(...same(await page.getByRole('button', { name: 'XRechnung' }).count(), 0, 'e-invoices of an order'));
    await page.context().close();
    return wrong;
  });

  await test('an invoice that breaks a rule of a form is refused with the rule and the field', async () => {
    const page = await browsing.person();
    await signIn(page, supplier.token);
    await toInvoice(page, 'lifelike', 'E-2');
    browsing.isPatient = true; // a refusal is an error to the browser
    await page.getByRole('button', { name: 'XRechnung' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'cannot take the form' });
    await alert.waitFor();
    browsing.isPatient = false;
    const said = await alert.innerText();
    const wrong = await look(page, 'e-invoice-refused');
    for (const part of ['BR-DE-2', 'Supplier › Contacts', 'name, phone and email']) {
      if (!said.includes(part)) wrong.push(`${part} is not in: ${said}`);
    }
    await page.context().close();
    return wrong;
  });
}
