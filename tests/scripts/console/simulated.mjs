// An administrator trades with the partners that the exchange simulates, in a browser.
import { withoutSimulatedPartners } from '../openapi/exchange.mjs';
import { beginSetup, openByKeyboard, screens, tabTo } from './setup.mjs';

const heading = 'Simulated partners';

export async function testSimulated({ test, same, browsing, look }) {
  const { here, joined, end } = await beginSetup(browsing);
  const lookAt = async (page, name) => [...(await look(page, name)), ...(await browsing.faultsOfAxe(page))];
  const button = (page, name) => page.getByRole('button', { name, exact: true });
  const region = (page, name) => page.getByRole('region', { name, exact: true });
  const toTest = async (page, name = 'Switch to TEST') => {
    await button(page, name).click();
    await page.locator('.ribbon').waitFor();
  };
  const page = await joined('customer', 'administrator');
  const supplier = region(page, 'Supplier');
  const state = (part, word) => part.getByRole('status').getByText(word, { exact: true }).waitFor();
  /** The row of an answer of the supplier. */
  const answer = (kind) => supplier.getByRole('row', { name: new RegExp(`Sent ${kind}`) });

  await test('the live flow leads to the simulated partners of the test flow', async () => {
    const link = page.getByRole('link', { name: heading, exact: true });
    const wrong = same(await link.count(), 0, 'links in the live flow');
    await page.goto(`${here}/console/simulated-partners`);
    await page.getByText('Simulated partners work in the test flow only.').waitFor();
    wrong.push(...(await lookAt(page, 'simulated-live')));
    await tabTo(page, button(page, 'Switch to TEST'));
    await page.keyboard.press('Enter');
    await page.locator('.ribbon').waitFor();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await supplier.getByText('The first start gives it a name and a GLN.').waitFor();
    wrong.push(...same(await link.count(), 1, 'links in the test flow'));
    return [...wrong, ...(await lookAt(page, 'simulated-stopped'))];
  });

  await test('a supplier is started by keyboard, and answers an order that a person writes', async () => {
    await openByKeyboard(page, heading);
    const start = button(page, 'Start the supplier');
    await tabTo(page, start);
    await page.keyboard.press('Enter');
    await state(supplier, 'Running');
    const stop = button(page, 'Stop the supplier');
    const keepsFocus = await stop.evaluate((element) => element === document.activeElement);
    const wrong = same(keepsFocus, true, 'the focus after the start');
    await supplier.getByText(/^9529\d{9}$/).waitFor();
    await supplier.getByText('Simulated supplier of Kundenmarkt GmbH').waitFor();

    await tabTo(page, supplier.getByRole('link', { name: 'New order for this supplier' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New: Order' }).waitFor();
    await page.getByRole('button', { name: 'Header › Order number' }).click();
    await page.keyboard.type('SIM-1');
    await button(page, 'Paste lines').click();
    await page.getByLabel('Rows of a spreadsheet').fill('GTIN\tQuantity\n4012345678901\t3');
    await button(page, 'Add 1 line').click();
    await page.getByText('The exchange finds no fault in this document.').waitFor();
    await button(page, 'Send').click();
    await page.getByRole('tab').first().waitFor();

    await openByKeyboard(page, heading);
    await answer('Order response AB-SIM-1').waitFor();
    await answer('Invoice RE-SIM-1').waitFor();
    wrong.push(...(await lookAt(page, 'simulated-running')));
    await supplier.getByRole('link', { name: 'Order response AB-SIM-1' }).click();
    await page.getByRole('heading', { name: /Order response AB-SIM-1/, level: 1 }).waitFor();
    return wrong;
  });

  await test('a number that ends in -REJECT is rejected, and the page shows it without a reload', async () => {
    const other = await browsing.another(page);
    await other.goto(`${here}/console/simulated-partners`);
    const shown = region(other, 'Supplier');
    await state(shown, 'Running');
    await page.goto(`${here}/console/simulated-partners`);
    await supplier.getByRole('link', { name: 'New order for this supplier' }).click();
    await page.getByRole('button', { name: 'Header › Order number' }).click();
    await page.keyboard.type('SIM-2-REJECT');
    await button(page, 'Paste lines').click();
    await page.getByLabel('Rows of a spreadsheet').fill('GTIN\tQuantity\n4012345678901\t3');
    await button(page, 'Add 1 line').click();
    await page.getByText('The exchange finds no fault in this document.').waitFor();
    await button(page, 'Send').click();
    await shown.getByRole('row', { name: /Order response AB-SIM-2-REJECT rejects the order/ }).waitFor();
    await other.close();
    return [];
  });

  await test('a stopped supplier keeps its name, its number and what it did', async () => {
    await page.goto(`${here}/console/simulated-partners`);
    await tabTo(page, button(page, 'Stop the supplier'));
    await page.keyboard.press('Enter');
    await state(supplier, 'Stopped');
    await supplier.getByRole('row', { name: /Ended/ }).first().waitFor();
    const wrong = same(await answer('Order response AB-SIM-1').count(), 1, 'the answer of before');
    wrong.push(...same(await supplier.getByText(/^9529\d{9}$/).count(), 1, 'numbers'));
    return [...wrong, ...(await lookAt(page, 'simulated-ended'))];
  });

  await test('a buyer sends orders at the chosen speed', async () => {
    const buyer = region(page, 'Buyer');
    await buyer.getByRole('combobox').selectOption({ label: 'A day takes a second' });
    await button(page, 'Start the buyer').click();
    await state(buyer, 'Running');
    await buyer.getByRole('row', { name: /Sent Order B/ }).first().waitFor();
    await button(page, 'Stop the buyer').click();
    await state(buyer, 'Stopped');
    await page.context().close();
    return [];
  });

  for (const screen of screens.slice(1)) {
    await test(`simulated partners are shown on the screen ${screen.name}`, async () => {
      const of = await joined('customer', 'administrator', screen);
      await of.goto(`${here}/console/simulated-partners`);
      const isGerman = screen.name === 'german';
      await toTest(of, isGerman ? 'Zum Testbetrieb wechseln' : 'Switch to TEST');
      await of.getByRole('row', { name: /AB-SIM-1/ }).first().waitFor();
      const wrong = await lookAt(of, `simulated-${screen.name}`);
      await of.context().close();
      return wrong;
    });
  }

  await test('readers have no page of simulated partners', async () => {
    const of = await joined('customer', 'reader');
    await of.goto(`${here}/console/simulated-partners`);
    await of.getByRole('link', { name: 'To the overview' }).waitFor();
    const wrong = same(await of.getByRole('link', { name: heading }).count(), 0, 'links to the page');
    await of.context().close();
    return wrong;
  });
  await end();

  await test('an exchange without simulated partners names the setting', async () => {
    const without = await beginSetup(browsing, [withoutSimulatedPartners]);
    const of = await without.joined('customer', 'administrator');
    browsing.isPatient = true; // a refused request is an error to the browser
    await of.goto(`${without.here}/console/simulated-partners`);
    await toTest(of);
    await of.getByText('The operator has not switched on simulated partners').waitFor();
    const wrong = await lookAt(of, 'simulated-off');
    wrong.push(...same(await of.getByRole('button', { name: /^Start/ }).count(), 0, 'buttons'));
    await of.context().close();
    browsing.isPatient = false;
    await without.end();
    return wrong;
  });
}
