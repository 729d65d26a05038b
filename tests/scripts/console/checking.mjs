// An integrator checks documents, fills in samples, and sends one in the test flow, in a browser.
import { readFileSync } from 'node:fs';

import { order } from '../openapi/requests.mjs';
import { parties } from '../openapi/exchange.mjs';
import { beginSetup, openByKeyboard, screens, tabTo } from './setup.mjs';

const faulty = readFileSync(new URL('../../../examples/order/faulty_dates.json', import.meta.url), 'utf8');
const noFault = /The exchange finds no fault|Der Beleg ist fehlerfrei/;

/** An order with many lines, of about five million characters. */
function large() {
  const { type, content } = JSON.parse(order());
  const items = Array.from({ length: 20_000 }, (_none, at) => ({
    lineNumber: at + 1,
    identifiers: [{ identifier: '4012345678901', domain: 'GS1' }],
    quantity: 12,
    unitOfMeasure: 'CS',
    unitPrice: 2.5,
    description: `Article ${at}`,
  }));
  return JSON.stringify({ type, content: { ...content, items } }, null, 2);
}

export async function testChecking({ test, same, browsing, look }) {
  const { here, ask, idOf, joined, end } = await beginSetup(browsing);
  const idName = 'platformTransactionId';
  const ofTest = async (party) =>
    (await ask('POST', '/admin/tokens', 'operator', { participant: idOf(party), flow: 'TEST' })).token;
  const supplier = await ofTest('supplier');
  const customer = await ofTest('customer');
  const field = (page) => page.locator('textarea');
  const button = (page, name) => page.getByRole('button', { name, exact: true });
  const lookAt = async (page, name) => [...(await look(page, name)), ...(await browsing.faultsOfAxe(page))];
  const selected = (page) =>
    field(page).evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
  /** Replaces the text as a paste does. */
  const paste = async (page, text) => {
    await field(page).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
  };
  const integrator = await joined('customer', 'administrator');

  await test('a text that is no JSON has its line and column, and a faulty document all faults, by keyboard alone', async () => {
    const page = integrator;
    browsing.isPatient = true; // an answer of 400 is an error to the browser
    await openByKeyboard(page, 'Check a document');
    await tabTo(page, field(page));
    await page.keyboard.insertText('{"type": "ORDER",\n "content": {"note": "Grüße €", "header": }}');
    const place = page.getByRole('button', { name: 'line 2, column 43' });
    await place.waitFor();
    const wrong = await lookAt(page, 'check-unreadable');
    await page.getByText('A value is expected here.').waitFor();
    await tabTo(page, place);
    await page.keyboard.press('Enter');
    wrong.push(...same(await selected(page), '}}', 'the selected place'));
    browsing.isPatient = false;

    await paste(page, faulty);
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('22 faults', { exact: true }).waitFor();
    const first = result.getByRole('listitem').first();
    wrong.push(...same(await first.locator('strong').innerText(), 'Header › Order date', 'the field'));
    await first.getByText('order.header.orderDate.not_a_datetime').waitFor();
    await first.getByText('content.header.orderDate', { exact: true }).waitFor();
    await first.getByText('"2023-02-30" is not a valid date').waitFor();
    wrong.push(...same((await result.locator('mark').count()) > 10, true, 'marks'));
    wrong.push(...(await lookAt(page, 'check-faults')));
    await tabTo(page, first.getByRole('button'));
    await page.keyboard.press('Enter');
    wrong.push(...same(/^"orderDate": "2023-02-30"/.test(await selected(page)), true, 'the selected fault'));
    return wrong;
  });

  await test('the live flow sends nothing and leads to the test flow, where the text still is', async () => {
    const page = integrator;
    await page.getByText('This page sends documents in the test flow only').waitFor();
    const wrong = same(await button(page, 'Send').count(), 0, 'buttons that send');
    await tabTo(page, button(page, 'Switch to TEST'));
    await page.keyboard.press('Enter');
    await page.locator('.ribbon').waitFor();
    await page.getByRole('heading', { name: 'Check a document', level: 1 }).waitFor();
    wrong.push(...same(await field(page).inputValue(), faulty, 'the text after the switch'));
    return wrong;
  });

  await test('a sample is sent once although the answer is lost, and its failure comes back', async () => {
    const page = integrator;
    const partner = page.getByLabel('Partner');
    await partner.selectOption({ label: 'Lieferwerk AG' });
    await tabTo(page, page.getByLabel('GLN of the partner'));
    await page.keyboard.type(parties.supplier);
    await page.keyboard.press('Enter');
    await page.getByText(noFault).waitFor();
    await page.getByText('Recipient: Lieferwerk AG').waitFor();
    await page.getByRole('region', { name: 'The document for readers' }).getByText('Kundenmarkt GmbH').first().waitFor();
    const wrong = await lookAt(page, 'check-sample');
    let sends = 0;
    browsing.isPatient = true; // a lost answer is an error to the browser
    await page.route('**/v2/transactions', async (route) => {
      await route.fetch();
      sends += 1;
      await route.abort();
    }, { times: 1 });
    const send = button(page, 'Send on TEST to Lieferwerk AG');
    await tabTo(page, send);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The answer of the exchange was lost').waitFor();
    browsing.isPatient = false;
    await tabTo(page, send);
    await page.keyboard.press('Enter');
    await page.getByText('The document is sent.').waitFor();
    wrong.push(...same(sends, 1, 'answers that were lost'));
    wrong.push(...(await lookAt(page, 'check-sent')));

    const { items } = await ask('GET', '/v2/transactions', supplier);
    wrong.push(...same(items.length, 1, 'documents of the supplier'));
    wrong.push(...same(/^SAMPLE-[0-9A-F]{8}$/.test(items[0].content.header.orderIdentifier), true, 'number'));
    await ask('POST', `/v2/transactions/${items[0][idName]}`, supplier, { success: false, reason: 'Article 4711 is unknown.' });
    await tabTo(page, page.getByRole('link', { name: 'To the document' }));
    await page.keyboard.press('Enter');
    await page.getByText('Article 4711 is unknown.').first().waitFor();
    wrong.push(...same(await page.getByText('Failed', { exact: true }).count() > 0, true, 'the failure'));
    return wrong;
  });

  await test('a sample of each kind has no fault, for oneself and for a partner', async () => {
    const page = integrator;
    await openByKeyboard(page, 'Check a document');
    const kinds = page.getByLabel('Kind');
    const wrong = [];
    let before = await field(page).inputValue();
    for (const label of ['Yourself (Kundenmarkt GmbH)', 'Lieferwerk AG']) {
      await page.getByLabel('Partner').selectOption({ label });
      for (const kind of await kinds.locator('option').evaluateAll((all) => all.map(({ value }) => value))) {
        await kinds.selectOption(kind);
        await button(page, 'Fill in a sample').click();
        await page.waitForFunction((text) => document.querySelector('textarea').value !== text, before);
        before = await field(page).inputValue();
        wrong.push(...same(JSON.parse(before).type, kind, 'kind'));
        await page.locator('section[aria-busy=false]').waitFor();
        const { valid, faults, recipient } = await ask('POST', '/v2/transactions/validate', customer, before);
        wrong.push(...same(valid, true, `${kind} to ${label}: ${JSON.stringify(faults)}`));
        wrong.push(...same(label.includes(recipient?.name), true, `recipient of ${kind}: ${recipient?.name}`));
      }
    }
    await page.getByText(noFault).waitFor();
    return wrong;
  });

  await test('a document to a participant that has not accepted the sender is held, and the page leads to the partners', async () => {
    const page = integrator;
    await paste(page, order({ from: 'customer', to: 'newcomer' }));
    await button(page, 'Send on TEST to Neuland OHG').click();
    const sent = page.getByRole('region', { name: 'Send' });
    await sent.getByRole('link', { name: 'To the partners' }).waitFor();
    const wrong = await look(page, 'check-held');
    const words = await sent.getByRole('status').innerText();
    wrong.push(...same(/held/.test(words), true, `the sentence: ${words}`));
    const isFocused = await sent.getByRole('link', { name: 'To the document' }).evaluate((link) => link === document.activeElement);
    return [...wrong, ...same(isFocused, true, 'focus at the link')];
  });

  await test('a document of five megabytes is checked, and the page stays responsive', async () => {
    const page = integrator;
    const text = large();
    await field(page).evaluate((area, value) => {
      area.value = value;
      area.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, text);
    await page.getByRole('button', { name: 'Show the document' }).waitFor();
    let checks = 0;
    page.on('request', (request) => (checks += request.url().endsWith('/validate') ? 1 : 0));
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/validate'));
    const slowest = await page.evaluate(() => {
      const area = document.querySelector('textarea');
      const times = Array.from({ length: 20 }, () => {
        const begin = performance.now();
        area.dispatchEvent(new InputEvent('input', { bubbles: true }));
        return performance.now() - begin;
      });
      return Math.max(...times);
    });
    await answered;
    console.log(`${text.length} characters: the slowest of 20 inputs took ${Math.round(slowest)} ms`);
    await button(page, 'Clear').click();
    await page.getByText('Paste a document, open a file').waitFor();
    await page.context().close();
    return same(checks, 1, 'checks of 20 inputs in a row');
  });

  for (const screen of screens.slice(1)) {
    await test(`faults are shown on the screen ${screen.name}`, async () => {
      const page = await joined('customer', 'clerk', screen);
      await page.goto(`${here}/console/check`);
      await field(page).waitFor();
      await paste(page, faulty);
      await page.locator('mark').first().waitFor();
      const wrong = await lookAt(page, `check-${screen.name}`);
      if (screen.name !== 'german') {
        await page.context().close();
        return wrong;
      }
      await button(page, 'Zum Testbetrieb wechseln').click();
      await page.locator('.ribbon').waitFor();
      await button(page, 'Beispiel einsetzen').click();
      const send = button(page, 'Im Testbetrieb senden an Kundenmarkt GmbH');
      await tabTo(page, send);
      await page.keyboard.press('Enter');
      await page.getByText('Der Beleg ist gesendet.').waitFor();
      wrong.push(...(await lookAt(page, 'check-sent-german')));
      const { items } = await ask('GET', '/v2/transactions', customer);
      wrong.push(...same(items.length, 1, 'documents to oneself'));
      await page.context().close();
      return wrong;
    });
  }

  await test('readers have no page that checks documents', async () => {
    const page = await joined('customer', 'reader');
    await page.goto(`${here}/console/check`);
    await page.getByRole('link', { name: 'Transactions', exact: true }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const wrong = same(await field(page).count(), 0, 'fields');
    wrong.push(...same(await page.getByRole('link', { name: 'Check a document' }).count(), 0, 'links to the page'));
    await page.context().close();
    return wrong;
  });

  await end();
}
