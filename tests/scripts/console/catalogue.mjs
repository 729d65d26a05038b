// An order is written with the articles of the partner's catalogue.
import { order } from '../openapi/requests.mjs';
import { screens, tabTo } from './setup.mjs';

const articles = 3_000;
const gtin = (at) => {
  const digits = String(400_000_000_000 + at);
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

/** Returns the body of a catalogue. Its prices have more digits than a double. */
function catalogue(number, items) {
  const { buyer, supplier } = JSON.parse(order()).content.header;
  const header = { catalogNumber: number, catalogDate: '2026-01-15', sender: supplier, receiver: buyer };
  return `{"type":"PRODUCT_CATALOG","content":{"header":${JSON.stringify(header)},"items":[${items.join(',')}]}}`;
}

const item = (at, more = {}) =>
  JSON.stringify({
    name: `Pils ${at}, crate of 20 bottles with a long name`,
    lineNumber: at,
    quantity: 1,
    identity: { gtin: gtin(at), senderPartnerId: `20-${at}` },
    currency: 'EUR',
    unitOfMeasure: 'CS',
    unitPrice: 0,
    taxPercentage: 19,
    ...more,
  }).replace('"unitPrice":0', `"unitPrice":${at}.12345678901234567890`);

export async function testCatalogue({ test, same, browsing, base, signIn, look, settled, customer, supplier, exchange }) {
  const send = async (body) => {
    const { status, body: answer } = await exchange.ask({ method: 'POST', path: '/v2/transactions', token: 'supplier', body });
    if (status !== 201) throw new Error(answer);
  };
  const begun = async (screen) => {
    const page = await browsing.person(screen);
    const isGerman = screen?.locale === 'de-DE';
    if (isGerman) {
      await page.goto(`${base}/console/new-documents`);
      await page.getByLabel('Token', { exact: true }).fill(customer.token);
      await page.keyboard.press('Enter');
    } else {
      await signIn(page, customer.token, '/console/new-documents');
    }
    await page.getByLabel('Partner').selectOption({ label: 'supplier' });
    await page.getByRole('button', { name: isGerman ? 'Beginnen' : 'Begin' }).click();
    return page;
  };

  await test('a partner without a catalogue offers no articles', async () => {
    const page = await browsing.person();
    await signIn(page, supplier.token, '/console/new-documents');
    await page.getByLabel('Partner').selectOption({ label: 'customer' });
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('button', { name: 'Choose from the catalogue' }).click();
    await page.getByText('This partner has sent no catalogue.').waitFor();
    const wrong = await look(page, 'catalogue-none');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.context().close();
    return wrong;
  });

  await test('an order gets lines from thousands of articles by keyboard, with every digit', async () => {
    const all = Array.from({ length: articles }, (_one, at) => item(at + 1));
    await send(catalogue('KAT-1', all));
    await send(catalogue('KAT-2', [item(1, { action: 'DELETED' }), item(7, { action: 'CHANGED', name: 'Pils seven', minimumOrderQuantity: 4 })]));
    const page = await begun();
    await page.getByRole('button', { name: 'Header › Order number' }).click();
    await page.keyboard.type('CATALOGUE-1');
    await tabTo(page, page.getByRole('button', { name: 'Choose from the catalogue' }));
    await page.keyboard.press('Enter');
    await page.getByText('1–25 of 2,999').waitFor();
    const wrong = await look(page, 'catalogue');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('26–50 of 2,999').waitFor();
    await page.getByLabel('Name, GTIN or article number').fill('pils sev');
    await page.getByText('1 article').waitFor();
    await page.getByLabel('Quantity of Pils seven').fill('two');
    await page.getByText('Enter a number above 0').waitFor();
    wrong.push(...same(await page.getByRole('button', { name: /^Add 0/ }).isEnabled(), false, 'adding a wrong quantity'));
    await page.getByLabel('Quantity of Pils seven').fill('2.50');
    const search = page.getByLabel('Name, GTIN or article number');
    await search.fill(gtin(2_998));
    await page.getByText('1 article').waitFor();
    await search.fill('20-299');
    await page.getByText('11 articles').waitFor();
    await page.getByLabel('Quantity of Pils 299,').focus();
    await page.keyboard.type('3');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('4');
    await page.getByRole('button', { name: 'Add 3 lines' }).click();
    wrong.push(...same(await page.evaluate(() => document.activeElement?.textContent), 'Choose from the catalogue', 'the focus'));
    await page.getByText('The exchange finds no fault in this document.').waitFor();
    await page.getByRole('button', { name: 'Choose from the catalogue' }).click();
    await page.getByLabel('Name, GTIN or article number').fill('seven');
    await page.getByText('in the order').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('tab').first().waitFor();
    await settled(page);
    const id = new URL(page.url()).pathname.split('/').pop();
    const { body } = await exchange.ask({ method: 'GET', path: `/v2/all-transactions/${id}`, token: 'customer' });
    const { currency } = JSON.parse(body).data.content.header;
    const lines = [...body.matchAll(/"quantity":\s*([\d.]+)[^}]*?"unitPrice":\s*([\d.]+)/g)].map(([, count, price]) => `${count} ${price}`);
    wrong.push(...same(currency, 'EUR', 'currency'));
    wrong.push(
      ...same(
        lines.join(),
        '2.50 7.12345678901234567890,3 299.12345678901234567890,4 2990.12345678901234567890',
        'lines',
      ),
    );
    await page.context().close();
    return wrong;
  });

  for (const screen of screens) {
    await test(`the catalogue fits the screen: ${screen.name}`, async () => {
      const page = await begun(screen);
      const isGerman = screen.locale === 'de-DE';
      await page.getByRole('button', { name: isGerman ? 'Aus dem Katalog wählen' : 'Choose from the catalogue' }).click();
      await page.getByText(isGerman ? '1–25 von 2.999' : '1–25 of 2,999').waitFor();
      if (isGerman) {
        await page.getByLabel('Menge von Pils 2,').fill('1.000');
        await page.getByText('Geben Sie eine Zahl über 0 ein').waitFor();
        await page.getByLabel('Menge von Pils 2,').fill('2,5');
        await page.getByRole('button', { name: '1 Position' }).waitFor();
      }
      const wrong = await look(page, `catalogue-${screen.name}`);
      await page.context().close();
      return wrong;
    });
  }
}
