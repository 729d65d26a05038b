// The exchange keeps the documents that people have begun, and tells a second editor about the first.
import { order } from '../openapi/requests.mjs';

export async function testDrafts({ test, same, browsing, base, signIn, look, settled, supplier, exchange }) {
  const ask = async (method, path, token, body) => {
    const answer = await exchange.ask({ method, path, token, body });
    if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const idName = exchange.idName ?? 'platformTransactionId';
  const ordered = async (number) => {
    const { type, content } = JSON.parse(order());
    const items = [{ lineNumber: 10, identifiers: [{ identifier: '4012345678901' }], isDepositItem: false, quantity: 12, unitPrice: 2.5, tax: { percentage: 19 } }];
    const body = JSON.stringify({ type, content: { ...content, header: { ...content.header, orderIdentifier: number }, items } });
    return (await ask('POST', '/v2/transactions', 'customer', body))[idName];
  };
  const drafts = async () => (await ask('GET', '/v2/drafts', 'supplier')).data.drafts;
  const documentOf = async (id) => JSON.parse((await ask('GET', `/v2/drafts/${id}`, 'supplier')).data.document);
  const begun = async (id, looks = {}) => {
    const page = await browsing.person(looks);
    await signIn(page, supplier.token, `/console/new-documents/${id}?type=ORDER_RESPONSE`);
    await page.getByRole('heading', { name: 'New: Order response' }).waitFor();
    return page;
  };
  const number = (page) => page.locator('[id="field-header.orderResponseIdentifier"]');
  const typed = async (page, text) => {
    if ((await number(page).count()) === 0) await page.getByRole('button', { name: 'Header › Response number' }).click();
    await number(page).fill(text);
  };
  const saved = (page) => page.getByText('Saved', { exact: true }).waitFor();
  const changed = (page) => page.getByRole('region', { name: 'Changed elsewhere' });

  await test('a document is saved while it is written, continued at another computer and sent', async () => {
    const page = await begun(await ordered('DRAFT-1'));
    await typed(page, 'AB-D1');
    await saved(page);
    const wrong = await look(page, 'draft-saved');
    await page.context().close();
    const other = await browsing.person({ scheme: 'dark' });
    await signIn(other, supplier.token, '/console');
    await other.getByRole('link', { name: 'Drafts', exact: true }).click();
    await other.getByRole('row', { name: /Order response AB-D1 customer/ }).waitFor();
    wrong.push(...(await look(other, 'drafts')));
    await other.getByRole('link', { name: 'Order response AB-D1' }).click();
    await other.getByText('The exchange finds no fault in this document.').waitFor();
    wrong.push(...same(await number(other).inputValue(), 'AB-D1', 'the number of the draft'));
    await other.getByRole('button', { name: 'Send', exact: true }).click();
    await other.getByRole('tab').first().waitFor();
    await settled(other);
    wrong.push(...same((await drafts()).length, 0, 'drafts after sending'));
    await other.context().close();
    return wrong;
  });

  await test('the second of two tabs learns who changed the draft, and either loads it or keeps its own', async () => {
    const id = await ordered('DRAFT-2');
    const [one, two] = [await begun(id), await begun(id, { width: 390, height: 844 })];
    await typed(one, 'AB-ONE');
    await saved(one);
    await typed(two, 'AB-TWO');
    await changed(two).getByText(/has a draft of this document/).waitFor();
    const wrong = await look(two, 'draft-of-another');
    await changed(two).getByRole('button', { name: 'Load the other version' }).click();
    await changed(two).waitFor({ state: 'detached' });
    wrong.push(...same(await number(two).inputValue(), 'AB-ONE', 'the loaded number'));
    await typed(two, 'AB-THREE');
    await saved(two);
    browsing.isPatient = true; // a refused change is an error to the browser
    await typed(one, 'AB-FOUR');
    await changed(one).getByText(/changed this draft/).waitFor();
    browsing.isPatient = false;
    wrong.push(...(await look(one, 'draft-changed')));
    await changed(one).getByRole('button', { name: 'Keep mine as a new draft' }).press('Enter');
    await saved(one);
    const all = await drafts();
    const numbers = await Promise.all(all.map(async (draft) => (await documentOf(draft.id)).header.orderResponseIdentifier));
    wrong.push(...same(String(numbers), 'AB-FOUR,AB-THREE', 'both drafts'));
    await one.context().close();
    await two.context().close();
    return wrong;
  });

  await test('a draft is discarded in German by keyboard', async () => {
    const page = await browsing.person({ locale: 'de-DE', scheme: 'dark' });
    await page.goto(`${base}/console/drafts`);
    await page.getByLabel('Token', { exact: true }).fill(supplier.token);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Entwürfe' }).waitFor();
    const discard = page.getByRole('button', { name: 'Entwurf verwerfen: Bestellantwort AB-FOUR' });
    await discard.press('Enter');
    const wrong = await look(page, 'draft-discarded-german');
    await page.getByRole('dialog').getByRole('button', { name: 'Verwerfen' }).press('Enter');
    await discard.waitFor({ state: 'detached' });
    wrong.push(...same((await drafts()).length, 1, 'drafts that are left'));
    await page.context().close();
    return wrong;
  });
}
