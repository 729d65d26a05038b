// Clerks act on several documents and on several cases of a list at once.
import { order } from '../openapi/requests.mjs';
import { beginSetup, password, tabTo } from './setup.mjs';

const transactions = '/v2/transactions';
const author = 'Cara Ende'; // the name of every person of beginSetup

/** The walks of both lists have the same steps. */
async function beginSelecting({ same, browsing, look, exchange }) {
  const setup = await beginSetup(browsing);
  const { here, ask } = setup;
  const idName = exchange.idName ?? 'platformTransactionId';
  const sends = async (...numbers) => {
    const ids = [];
    for (const number of numbers) ids.push((await ask('POST', transactions, 'customer', order({ number })))[idName]);
    return ids;
  };
  const fails = async (...numbers) => {
    const ids = await sends(...numbers);
    for (const id of ids) await ask('POST', `${transactions}/${id}`, 'supplier', { success: false, reason: 'The article is unknown.' });
    return ids;
  };
  const open = async (page, list) => {
    await page.goto(`${here}/console/${list}`);
    await page.getByRole('table').locator('tbody tr').first().waitFor();
  };
  const bar = (page) => page.getByRole('region', { name: 'Actions on the selection' });
  return {
    ...setup,
    sends,
    fails,
    open,
    bar,
    box: (page, name) => page.getByRole('checkbox', { name: `Select ${name}` }),
    chosen: (page, count) => bar(page).getByText(`${count} selected`, { exact: true }).waitFor(),
    account: (page) => page.getByRole('region', { name: 'Result' }),
    dialog: (page) => page.getByRole('dialog'),
    lookAt: async (page, name) => [...(await look(page, name)), ...(await browsing.faultsOfAxe(page))],
    boxesOf: (page) => page.locator('table input[type=checkbox]'),
    each: async (ids, read, wanted, what) => same(String(await Promise.all(ids.map(read))), ids.map(() => wanted).join(), what),
  };
}

export async function testSelectingTransactions(walks) {
  const { test, same, browsing } = walks;
  const { here, ask, joined, end, sends, fails, open, bar, box, chosen, account, dialog, lookAt, boxesOf, each } = await beginSelecting(walks);
  const transaction = async (id) => (await ask('GET', `/v2/all-transactions/${id}`, 'supplier')).data;
  const statusOf = async (id) => (await transaction(id)).status;
  const authorOf = async (id) => (await ask('GET', `/v2/all-transactions/${id}/events`, 'supplier')).items.find(({ type }) => type === 'reported').by.person?.name;
  const action = (page, name) => bar(page).getByRole('button', { name, exact: true });
  const clerk = await joined('supplier', 'clerk');
  const ids = await sends('SEL-1', 'SEL-2', 'SEL-3', 'SEL-4', 'SEL-5', 'SEL-6');

  await test('a clerk reports several failures by keyboard alone, and reads which document was refused', async () => {
    await open(clerk, 'transactions');
    for (const key of ['j', 'x', 'j', 'j', 'j', 'Shift+X']) await clerk.keyboard.press(key);
    await chosen(clerk, 4);
    await clerk.keyboard.press('a');
    await tabTo(clerk, action(clerk, 'Report a failure: 4'));
    const faults = await lookAt(clerk, 'selection');
    await clerk.keyboard.press('Enter');
    await tabTo(clerk, dialog(clerk).getByLabel('Reason', { exact: true }));
    await clerk.keyboard.type('Our warehouse is closed.');
    faults.push(...(await lookAt(clerk, 'selection-report')));
    await ask('POST', `${transactions}/${ids[3]}`, 'supplier', { success: true });
    browsing.isPatient = true; // a refused change is an error to the browser
    await tabTo(clerk, dialog(clerk).getByRole('button', { name: 'Report a failure: 4' }));
    await clerk.keyboard.press('Enter');
    await account(clerk).getByText('Done: 3. Refused: 1.').waitFor();
    browsing.isPatient = false;
    await chosen(clerk, 1);
    faults.push(...(await lookAt(clerk, 'selection-result')));
    faults.push(...same(await box(clerk, 'Order SEL-4').isChecked(), true, 'the refused row is selected'));
    const refusal = await account(clerk).getByRole('listitem').innerText();
    if (!/^Order SEL-4\s.{20}/.test(refusal)) faults.push(`the refusal is ${refusal}`);
    const failed = [ids[2], ids[4], ids[5]];
    faults.push(...(await each(failed, async (id) => (await transaction(id)).report.reason, 'Our warehouse is closed.', 'reasons')));
    faults.push(...(await each(failed, statusOf, 'FAILED', 'failed')), ...(await each(failed, authorOf, author, 'authors')));
    faults.push(...same(await statusOf(ids[3]), 'SUCCESS', 'the refused document'));
    faults.push(...(await each(ids.slice(0, 2), statusOf, 'PENDING', 'others')));
    await clerk.keyboard.press('Tab');
    await tabTo(clerk, account(clerk).getByRole('link', { name: 'Order SEL-4' }));
    await clerk.keyboard.press('Enter');
    await clerk.getByRole('heading', { name: 'Order SEL-4' }).waitFor();
    await clerk.goBack();
    await chosen(clerk, 1);
    await account(clerk).getByRole('button', { name: 'Close' }).click();
    await account(clerk).waitFor({ state: 'detached' });
    return faults;
  });

  await test('an action applies to the selected documents that allow it, and says how many these are', async () => {
    await clerk.getByRole('checkbox', { name: 'Select all shown' }).check();
    await chosen(clerk, 6);
    const names = await bar(clerk).getByRole('button').allInnerTexts();
    const wanted = ['Mark as processed: 5 of 6', 'Report a failure: 2 of 6', 'Put into the inbox again: 3 of 6', 'Clear the selection'];
    const faults = same(names.join(), wanted.join(), 'actions');
    await action(clerk, 'Put into the inbox again: 3 of 6').click();
    await dialog(clerk).getByText('possible for 3 of 6 selected rows').waitFor();
    await clerk.keyboard.press('Escape');
    await dialog(clerk).waitFor({ state: 'detached' });
    faults.push(...same(await statusOf(ids[2]), 'FAILED', 'a document after Escape'));
    await action(clerk, 'Put into the inbox again: 3 of 6').click();
    await dialog(clerk).getByRole('button', { name: 'Put into the inbox again: 3' }).click();
    await account(clerk).getByText('Done: 3.', { exact: true }).waitFor();
    await chosen(clerk, 3);
    for (const [index, id] of ids.entries()) {
      const { isLatestVersion } = await transaction(id);
      faults.push(...same(isLatestVersion, ![2, 4, 5].includes(index), `SEL-${index + 1} is the latest version`));
    }
    await clerk.getByLabel('Kind').selectOption('ORDER');
    await bar(clerk).waitFor({ state: 'detached' });
    await clerk.getByRole('list', { name: 'Active filters' }).getByRole('button').click();
    return faults;
  });

  /** Holds the second report until the step is done. */
  const whileHeld = async (page, step) => {
    let count = 0;
    let release;
    let arrived;
    const held = new Promise((resolve) => { release = resolve; });
    const isHeld = new Promise((resolve) => { arrived = resolve; });
    await page.route(/\/v2\/transactions\/[^/]+$/, async (route) => {
      count += 1;
      if (count === 2) {
        arrived();
        await held;
      }
      await route.continue();
    });
    await dialog(page).getByRole('button', { name: /^Mark as processed/ }).click();
    await isHeld;
    await step();
    release();
  };

  await test('a run is stopped, and the documents that were not sent stay selected', async () => {
    const more = await sends('STOP-1', 'STOP-2', 'STOP-3', 'STOP-4');
    await open(clerk, 'transactions');
    await box(clerk, 'Order STOP-4').click();
    await box(clerk, 'Order STOP-1').click({ modifiers: ['Shift'] });
    await action(clerk, 'Mark as processed: 4').click();
    await whileHeld(clerk, async () => {
      await bar(clerk).getByText('Mark as processed: 1 of 4').waitFor();
      await bar(clerk).getByRole('button', { name: 'Stop' }).click();
    });
    await account(clerk).getByText('Stopped. Done: 2. Not sent: 2. These rows are still selected.').waitFor();
    await clerk.unroute(/\/v2\/transactions\/[^/]+$/);
    await chosen(clerk, 2);
    const faults = same(String(await Promise.all(more.map(statusOf))), 'PENDING,PENDING,SUCCESS,SUCCESS', 'statuses');
    await action(clerk, 'Mark as processed: 2').click();
    await dialog(clerk).getByRole('button', { name: 'Mark as processed: 2' }).click();
    await account(clerk).getByText('Done: 2.', { exact: true }).waitFor();
    await bar(clerk).waitFor({ state: 'detached' });
    return [...faults, ...(await each(more, statusOf, 'SUCCESS', 'statuses after the second run'))];
  });

  await test('a session that ends in a run is explained after the sign-in, and the rest stays selected', async () => {
    const more = await sends('OVER-1', 'OVER-2', 'OVER-3');
    await open(clerk, 'transactions');
    for (const number of [1, 2, 3]) await box(clerk, `Order OVER-${number}`).click();
    await action(clerk, 'Mark as processed: 3').click();
    browsing.isPatient = true; // requests after the end of the session are refused
    await whileHeld(clerk, async () => {
      const other = await browsing.another(clerk);
      await other.goto(`${here}/console`);
      await browsing.signOut(other);
      await other.getByRole('button', { name: 'Sign in' }).waitFor();
      await other.close();
    });
    await clerk.getByRole('status').getByText('Your session has ended').waitFor();
    await clerk.unroute(/\/v2\/transactions\/[^/]+$/);
    browsing.isPatient = false;
    const faults = same(String(await Promise.all(more.map(statusOf))), 'PENDING,PENDING,SUCCESS', 'statuses');
    await clerk.getByLabel('E-mail').fill('person1@example.org');
    await clerk.getByLabel('Password', { exact: true }).fill(password);
    await clerk.keyboard.press('Enter');
    await account(clerk).getByText('Your session ended before all changes were sent. Done: 1. Not sent: 2.').waitFor();
    await chosen(clerk, 2);
    faults.push(...same(await box(clerk, 'Order OVER-3').isChecked(), false, 'the changed row is selected'));
    return faults;
  });

  await test('an operator puts documents into the inbox again with one reason for all', async () => {
    const failed = await fails('OPERATOR-1', 'OPERATOR-2');
    const [other] = await fails('OPERATOR-3');
    const page = await browsing.person();
    await page.goto(`${here}/console/transactions`);
    await page.getByLabel('Token', { exact: true }).fill(walks.operatorToken);
    await page.keyboard.press('Enter');
    for (const number of [1, 2]) await box(page, `Order OPERATOR-${number}`).click();
    await action(page, 'Put into the inbox again: 2').click();
    await dialog(page).getByLabel('Reason', { exact: true }).fill('The article exists now.');
    await dialog(page).getByRole('button', { name: 'Put into the inbox again: 2' }).click();
    await account(page).getByText('Done: 2.', { exact: true }).waitFor();
    const isLatest = async (id) => (await transaction(id)).isLatestVersion;
    const faults = [...(await each(failed, isLatest, 'false', 'latest versions')), ...same(await isLatest(other), true, 'the other document')];
    const { items } = await ask('GET', '/admin/events?per_page=5', 'operator');
    faults.push(...same(items.filter(({ type }) => type === 'transaction.requeued').length, 2, 'events of the operator'));
    await page.context().close();
    return faults;
  });

  await test('an operator discards documents with one reason for all, and learns which one was refused', async () => {
    const pending = await sends('DISCARD-1', 'DISCARD-2', 'DISCARD-3');
    const page = await browsing.person();
    await page.goto(`${here}/console/transactions`);
    await page.getByLabel('Token', { exact: true }).fill(walks.operatorToken);
    await page.keyboard.press('Enter');
    for (const number of [1, 2, 3]) await box(page, `Order DISCARD-${number}`).click();
    await action(page, 'Discard: 3').click();
    const faults = await lookAt(page, 'selection-discard');
    const [refused] = pending;
    await ask('POST', `/admin/transactions/${refused}/discard`, 'operator', { reason: 'Twice.' });
    await dialog(page).getByLabel('Reason', { exact: true }).fill('Sent by mistake.');
    browsing.isPatient = true; // one request is refused
    await dialog(page).getByRole('button', { name: 'Discard: 3' }).click();
    await account(page).getByText('Done: 2. Refused: 1.').waitFor();
    browsing.isPatient = false;
    faults.push(...(await each(pending, statusOf, 'DROPPED', 'statuses')));
    const { items } = await ask('GET', '/admin/events?per_page=5', 'operator');
    faults.push(...same(items.filter(({ type }) => type === 'transaction.discarded').length, 3, 'discarded documents'));
    await page.context().close();
    return faults;
  });

  await test('a phone in German and in the dark has boxes in its rows, and readers have none', async () => {
    const [failed] = await fails('TELEFON-1');
    const page = await joined('supplier', 'clerk', { width: 390, height: 844, scheme: 'dark', locale: 'de-DE' });
    await open(page, 'transactions');
    await page.getByRole('checkbox', { name: 'Bestellung TELEFON-1 auswählen' }).check();
    const again = page.getByRole('button', { name: 'Erneut in den Eingang legen: 1' });
    await again.waitFor();
    const faults = await lookAt(page, 'selection-phone');
    await again.click();
    faults.push(...(await lookAt(page, 'selection-phone-dialog')));
    await page.getByRole('dialog').getByRole('button', { name: 'Erneut in den Eingang legen: 1' }).click();
    await page.getByText('Erledigt: 1.').waitFor();
    faults.push(...same((await transaction(failed)).isLatestVersion, false, 'the failed version is the latest'));
    await page.getByRole('checkbox', { name: 'Alle angezeigten auswählen' }).check();
    const shown = await page.getByRole('table').locator('tbody tr').count();
    await page.getByText(`${shown} ausgewählt`).waitFor();
    await page.context().close();
    const reader = await joined('supplier', 'reader');
    await open(reader, 'transactions');
    faults.push(...same(await boxesOf(reader).count(), 0, 'boxes of a reader'));
    await reader.context().close();
    return faults;
  });

  await clerk.context().close();
  await end();
}

export async function testSelectingCases(walks) {
  const { test, same, browsing } = walks;
  const { ask, joined, end, fails, open, bar, box, chosen, account, dialog, lookAt, boxesOf, each } = await beginSelecting(walks);
  const clerk = await joined('customer', 'clerk');
  const cases = [];
  for (const id of await fails('CASE-1', 'CASE-2', 'CASE-3', 'CASE-4')) {
    cases.push((await ask('GET', `/v2/all-transactions/${id}`, 'customer')).data.case);
  }
  const caseOf = async (id) => (await ask('GET', `/v2/errors/${id}`, 'customer')).data;
  const statusOf = async (id) => (await caseOf(id)).status;
  const commentsOf = async (id) => (await caseOf(id)).comments.map(({ text, by }) => `${by.person?.name}: ${text}`).join();
  const boxOf = (page, number) => box(page, `Order CASE-${number}, The article is unknown.`);

  await test('a clerk comments on several cases by keyboard alone', async () => {
    await open(clerk, 'cases');
    for (const key of ['j', 'j', 'x', 'j', 'j', 'Shift+X', 'a']) await clerk.keyboard.press(key);
    await chosen(clerk, 3);
    await tabTo(clerk, bar(clerk).getByRole('button', { name: 'Add the comment: 3' }));
    await clerk.keyboard.press('Enter');
    await tabTo(clerk, dialog(clerk).getByLabel('Comment', { exact: true }));
    await clerk.keyboard.type('We correct them today.');
    const faults = await lookAt(clerk, 'selection-comment');
    await tabTo(clerk, dialog(clerk).getByRole('button', { name: 'Add the comment: 3' }));
    await clerk.keyboard.press('Enter');
    await account(clerk).getByText('Done: 3.', { exact: true }).waitFor();
    faults.push(...(await each(cases.slice(0, 3), commentsOf, `${author}: We correct them today.`, 'comments')));
    return [...faults, ...same(await commentsOf(cases[3]), '', 'comments on the other case')];
  });

  await test('a case that changed after it was shown is refused with its sentence, and a second attempt resolves it', async () => {
    await boxOf(clerk, 1).click();
    await boxOf(clerk, 3).click({ modifiers: ['Shift'] });
    await chosen(clerk, 3);
    await bar(clerk).getByRole('button', { name: 'Resolve: 3' }).click();
    await dialog(clerk).getByText('Each of these cases is resolved.').waitFor();
    await ask('PATCH', `/v2/errors/${cases[1]}`, 'supplier', { comment: 'Wait, please.' });
    browsing.isPatient = true; // a refused change is an error to the browser
    await dialog(clerk).getByRole('button', { name: 'Resolve: 3' }).click();
    await account(clerk).getByText('Done: 2. Refused: 1.').waitFor();
    browsing.isPatient = false;
    await chosen(clerk, 1);
    const faults = await lookAt(clerk, 'selection-cases-result');
    const refused = account(clerk).getByRole('listitem');
    await refused.getByText('The case has changed since you read it.').waitFor();
    const href = await refused.getByRole('link').getAttribute('href');
    faults.push(...same(href.split('/').pop(), cases[1], 'link of the refusal'));
    faults.push(...same(String(await Promise.all(cases.map(statusOf))), 'resolved,open,resolved,open', 'statuses'));
    await bar(clerk).getByRole('button', { name: 'Resolve: 1' }).click();
    await dialog(clerk).getByRole('button', { name: 'Resolve: 1' }).click();
    await account(clerk).getByText('Done: 1.', { exact: true }).waitFor();
    await clerk.getByRole('checkbox', { name: 'Select all shown' }).check();
    await bar(clerk).getByRole('button', { name: 'Resolve: 1 of 4' }).waitFor();
    await bar(clerk).getByRole('button', { name: 'Reopen: 3 of 4' }).click();
    await dialog(clerk).getByRole('button', { name: 'Reopen: 3' }).click();
    await account(clerk).getByText('Done: 3.', { exact: true }).waitFor();
    return [...faults, ...(await each(cases, statusOf, 'open', 'statuses after reopening'))];
  });

  await test('the selection has the rows of one page, and the next page begins without one', async () => {
    for (let count = 0; count < 26; count += 1) await ask('POST', '/v2/errors', 'customer', { errorReason: `Problem ${count}` });
    await open(clerk, 'cases');
    await clerk.getByRole('checkbox', { name: 'Select all shown' }).check();
    await bar(clerk).getByText('The selection contains the rows of this page only.').waitFor();
    await bar(clerk).getByRole('button', { name: 'Resolve: 25' }).waitFor();
    await clerk.getByRole('button', { name: 'Next page' }).click();
    await boxOf(clerk, 1).waitFor();
    await bar(clerk).waitFor({ state: 'detached' });
    return same(await clerk.locator('table input:checked').count(), 0, 'selected rows of the next page');
  });

  await test('a phone in the dark selects cases, and readers have no boxes', async () => {
    const page = await joined('supplier', 'clerk', { width: 390, height: 844, scheme: 'dark' });
    await open(page, 'cases');
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await chosen(page, 4);
    const faults = await lookAt(page, 'selection-cases-phone');
    await bar(page).getByRole('button', { name: 'Clear the selection' }).click();
    await bar(page).waitFor({ state: 'detached' });
    await page.context().close();
    const reader = await joined('supplier', 'reader');
    await open(reader, 'cases');
    faults.push(...same(await boxesOf(reader).count(), 0, 'boxes of a reader'));
    await reader.context().close();
    return faults;
  });

  await clerk.context().close();
  await end();
}
