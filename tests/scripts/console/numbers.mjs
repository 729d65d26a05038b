// The exchange numbers the documents of a participant that has no system.
import { order } from '../openapi/requests.mjs';

export async function testNumbers({ test, same, browsing, signIn, look, settled, supplier, exchange }) {
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
  const responses = async () => (await ask('GET', '/v2/all-transactions?filter[type]=ORDER_RESPONSE', 'customer')).items;
  const numbersOfResponses = async () => (await responses()).map(({ content }) => content.header.orderResponseIdentifier);
  const send = (page) => page.getByRole('button', { name: 'Send', exact: true });
  const noFault = (page) => page.getByText('The exchange finds no fault in this document.').waitFor();
  const begun = async (number, looks = {}) => {
    const page = await browsing.person(looks);
    await signIn(page, supplier.token, `/console/new-documents/${await ordered(number)}?type=ORDER_RESPONSE`);
    await page.getByRole('heading', { name: 'New: Order response' }).waitFor();
    return page;
  };
  const sentBy = async (page) => {
    await send(page).click();
    await page.getByRole('tab').first().waitFor();
    await settled(page);
    return (await page.getByRole('heading', { level: 1 }).innerText()).match(/AB-\S+/)?.[0];
  };

  await test('an administrator sets a number range, and sees the next number before saving it', async () => {
    const page = await browsing.person();
    await signIn(page, supplier.token, '/console/numbers');
    await page.getByText('You have no number ranges.').waitFor();
    const wrong = await look(page, 'numbers-empty');
    await page.getByRole('button', { name: 'Add a number range' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Document').selectOption({ label: 'Order response' });
    await dialog.getByLabel('Prefix').fill('AB2026');
    await dialog.getByLabel('Next number').fill('42');
    browsing.isPatient = true; // a refused change is an error to the browser
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText("The prefix can't end with a digit.").waitFor();
    browsing.isPatient = false;
    await dialog.getByLabel('Prefix').fill('AB-2026-');
    await dialog.getByText('Next document: AB-2026-00042').waitFor();
    wrong.push(...(await look(page, 'numbers-dialog')));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Order response AB-2026-00042/ }).waitFor();
    wrong.push(...(await look(page, 'numbers')));
    await page.context().close();
    return wrong;
  });

  await test('two people answer orders at the same time without typing a number, and get two numbers', async () => {
    const pages = [await begun('NUMBERED-1'), await begun('NUMBERED-2', { scheme: 'dark' })];
    const wrong = [];
    for (const [at, page] of pages.entries()) {
      await noFault(page);
      await page.getByText('Assigned when you send: AB-2026-00042 or the next one.').waitFor();
      wrong.push(...(await look(page, `numbered-${at}`)));
    }
    const numbers = await Promise.all(pages.map(sentBy));
    wrong.push(...same(numbers.toSorted().join(' '), 'AB-2026-00042 AB-2026-00043', 'numbers'));
    wrong.push(...same((await numbersOfResponses()).filter((number) => number.startsWith('AB-2026-')).length, 2, 'responses'));
    for (const page of pages) await page.context().close();
    return wrong;
  });

  await test('a document whose answer was lost is sent once more with the same number', async () => {
    const page = await begun('NUMBERED-3', { width: 390, height: 800 });
    await noFault(page);
    const wrong = await look(page, 'numbered-phone');
    browsing.isPatient = true; // a lost answer is an error to the browser
    await page.route('**/v2/transactions', async (route) => {
      await route.fetch();
      await route.abort();
    }, { times: 1 });
    await send(page).click();
    await page.getByText('The answer of the exchange was lost.').waitFor();
    browsing.isPatient = false;
    wrong.push(...same(await page.getByLabel('Response number').inputValue(), 'AB-2026-00044', 'number of the draft'));
    wrong.push(...same(await sentBy(page), 'AB-2026-00044', 'number'));
    const numbers = (await numbersOfResponses()).filter((number) => number === 'AB-2026-00044');
    wrong.push(...same(numbers.length, 1, 'documents with the number'));
    await page.context().close();
    return wrong;
  });

  await test('a number that the user types is kept, and a removed range assigns none', async () => {
    const page = await begun('NUMBERED-4');
    await page.getByLabel('Response number').fill('AB-own');
    await noFault(page);
    const wrong = same(await page.getByText('Assigned when you send').count(), 0, 'hints next to a number');
    wrong.push(...same(await sentBy(page), 'AB-own', 'number'));
    await page.goto(page.url().replace(/\/console\/.*/, '/console/numbers'));
    await page.getByRole('button', { name: 'Remove the number range: Order response' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('AB-2026-00045').waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('You have no number ranges.').waitFor();
    await page.context().close();
    const after = await begun('NUMBERED-5');
    await after.getByText('One fault is left').waitFor();
    wrong.push(...same(await send(after).isEnabled(), false, 'sending without a number'));
    await after.context().close();
    return wrong;
  });

  await test('the page of number ranges is there in German, dark and on a phone', async () => {
    await ask('PUT', '/v2/profile/number-ranges/INVOICE', 'supplier', JSON.stringify({ prefix: 'RE-2026-', next: 7, width: 5 }));
    const page = await browsing.person({ locale: 'de-DE', scheme: 'dark', width: 390, height: 800 });
    await page.goto(`http://127.0.0.1:${exchange.port}/console/numbers`);
    await page.getByLabel('Token', { exact: true }).fill(supplier.token);
    await page.keyboard.press('Enter');
    await page.getByText('RE-2026-00007').waitFor();
    const wrong = await look(page, 'numbers-phone-german');
    await page.getByRole('button', { name: 'Nummernkreis ändern: Rechnung' }).click();
    await page.getByText('Nächster Beleg: RE-2026-00007').waitFor();
    wrong.push(...(await look(page, 'numbers-dialog-phone-german')));
    await page.context().close();
    await ask('DELETE', '/v2/profile/number-ranges/INVOICE', 'supplier');
    return wrong;
  });
}
