// What a clerk does with a document and with a case: correct and send again, report, requeue, answer.
import { order } from '../openapi/requests.mjs';

const transactions = '/v2/transactions';

export async function testActing({ test, same, browsing, base, signIn, look, settled, customer, supplier, operatorToken, exchange }) {
  const idName = exchange.idName ?? 'platformTransactionId';
  const ask = async (method, path, token, body) => {
    const answer = await exchange.ask({ method, path, token, body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body}`);
    return answer.body === '' ? undefined : JSON.parse(answer.body);
  };
  let numbers = 0;
  const numbered = () => {
    const { content } = JSON.parse(order());
    numbers += 1;
    return { ...content, header: { ...content.header, orderIdentifier: `ACT-${numbers}` } };
  };
  const sends = async (content = numbered()) => (await ask('POST', transactions, 'customer', { type: 'ORDER', content }))[idName];
  const fails = async (more = {}) => {
    const id = await sends();
    await ask('POST', `${transactions}/${id}`, 'supplier', { success: false, reason: 'The article is unknown.', ...more });
    return id;
  };
  const refused = async (content) => {
    const { status, body } = await exchange.ask({ method: 'POST', path: transactions, token: 'customer', body: JSON.stringify({ type: 'ORDER', content }) });
    if (status !== 422) throw new Error(`${status} ${body}`);
    return new URL(JSON.parse(body).errorUrl).pathname.split('/').pop();
  };
  const transaction = async (id, token = 'customer') => (await ask('GET', `/v2/all-transactions/${id}`, token)).data;
  const caseOf = async (id) => (await ask('GET', `/v2/errors/${id}`, 'customer')).data;
  const toDocument = async (page, id) => {
    await page.goto(`${base}/console/transactions/${id}`);
    await settled(page);
  };
  const idOfPage = (page) => new URL(page.url()).pathname.split('/').pop();
  const sendButton = (page) => page.getByRole('button', { name: 'Send the corrected document' });
  const sent = async (page) => {
    await sendButton(page).click();
    await page.getByRole('tab', { name: 'Document' }).waitFor();
    await settled(page);
    return idOfPage(page);
  };

  await test('a clerk corrects a failed document, it is processed, and its case is closed', async () => {
    const id = await fails();
    const page = await browsing.person();
    let clicks = 0;
    const click = async (button) => {
      clicks += 1;
      await button.click();
    };
    await signIn(page, customer.token, `/console/transactions/${id}`);
    await page.getByText('The article is unknown.').first().waitFor();
    const wrong = await look(page, 'failed-document');
    await click(page.getByRole('link', { name: 'Correct and send again' }));
    await page.getByText('The exchange finds no fault in this document.').waitFor();
    wrong.push(...same(await sendButton(page).isEnabled(), true, 'sending of the unchanged document'));
    await click(page.locator('summary', { hasText: /^Items 1/ }));
    await page.getByLabel('Quantity', { exact: true }).first().fill('abc');
    await page.getByText('One fault is left').waitFor();
    wrong.push(...same(await sendButton(page).isEnabled(), false, 'sending with a fault'));
    wrong.push(...(await look(page, 'correction')));
    await page.getByLabel('Quantity', { exact: true }).first().fill('12.50');
    await page.getByText('The exchange finds no fault in this document.').waitFor();
    const difference = await page.getByRole('region', { name: 'Your changes' }).locator('tbody tr').allInnerTexts();
    wrong.push(...same(difference.length, 1, 'changes'));
    clicks += 1;
    const corrected = await sent(page);
    console.log(`a failed document is corrected and sent with ${clicks} clicks`);
    const found = await exchange.ask({ method: 'GET', path: `/v2/all-transactions/${corrected}`, token: 'supplier' });
    if (!/"quantity":\s*12\.50\b/.test(found.body)) wrong.push(found.body);
    const failed = await transaction(id);
    wrong.push(...same(failed.isLatestVersion, false, 'the failed version is the latest'));
    wrong.push(...same((await caseOf(failed.case)).resolvedBy, 'newer_version', 'resolved by'));

    const recipient = await browsing.person();
    await signIn(recipient, supplier.token, `/console/transactions/${corrected}`);
    await recipient.getByRole('button', { name: 'Mark as processed' }).click();
    wrong.push(...(await look(recipient, 'report-processed')));
    await recipient.getByRole('button', { name: 'Confirm' }).click();
    await recipient.locator('.status').getByText('Processed').waitFor();
    wrong.push(...same((await transaction(corrected)).status, 'SUCCESS', 'status'));
    await page.context().close();
    await recipient.context().close();
    return wrong;
  });

  await test('a refused document is corrected field by field, and its case is closed', async () => {
    const good = numbered();
    const [item] = good.items;
    const id = await refused({ ...good, header: { ...good.header, orderDate: '2026-02-30' }, items: [{ ...item, quantity: '7' }] });
    const page = await browsing.person();
    await signIn(page, customer.token, `/console/cases/${id}`);
    await page.getByRole('link', { name: 'Correct and send again' }).click();
    await page.getByText('2 faults are left').waitFor();
    const wrong = await look(page, 'correction-of-a-refusal');
    await page.getByRole('button', { name: 'Header › Order date' }).click();
    wrong.push(...same(await page.evaluate(() => document.activeElement?.id), 'field-header.orderDate', 'where the fault leads'));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('2026-03-02');
    await page.getByText('One fault is left').waitFor();
    await page.getByRole('button', { name: 'Items 1 › Quantity' }).click();
    await page.keyboard.press('Tab'); // the text "7" becomes the number 7
    await page.getByText('The exchange finds no fault in this document.').waitFor();
    const corrected = await sent(page);
    wrong.push(...same((await transaction(corrected)).content.items[0].quantity, 7, 'quantity'));
    wrong.push(...same((await caseOf(id)).status, 'resolved', 'case'));
    await page.context().close();
    return wrong;
  });

  await test('a document is corrected as JSON, and every digit of a number stays', async () => {
    const content = JSON.stringify(numbered()).replace(/"quantity":\d+/, '"quantity":1.500');
    const id = (await ask('POST', transactions, 'customer', `{"type":"ORDER","content":${content}}`))[idName];
    await ask('POST', `${transactions}/${id}`, 'supplier', { success: false, reason: 'No.' });
    const page = await browsing.person();
    await signIn(page, customer.token, `/console/corrections/${id}`);
    await page.getByText('JSON', { exact: true }).click();
    const source = page.getByRole('textbox', { name: 'JSON' });
    const text = await source.inputValue();
    await source.fill(text.slice(0, -2));
    await page.getByText('This is not complete JSON.').waitFor();
    const wrong = same(await sendButton(page).isEnabled(), false, 'sending of half a document');
    await source.fill(text.replace('"orderDate": "2026', '"orderDate": "x2026'));
    await page.getByText('One fault is left').waitFor();
    await page.getByRole('button', { name: 'Header › Order date' }).click();
    wrong.push(...same(await page.evaluate(() => document.activeElement?.id), 'field-header.orderDate', 'where the fault leads'));
    await page.getByText('JSON', { exact: true }).click();
    await source.fill(text.replace('{', '{"note": "by hand",'));
    await page.getByText('The exchange finds no fault in this document.').waitFor();
    wrong.push(...(await look(page, 'correction-as-json')));
    const corrected = await sent(page);
    const { body } = await exchange.ask({ method: 'GET', path: `/v2/all-transactions/${corrected}`, token: 'customer' });
    if (!/"quantity":\s*1\.500\b/.test(body) || !body.includes('by hand')) wrong.push(body);
    await page.context().close();
    return wrong;
  });

  await test('a correction whose answer is lost is sent once', async () => {
    const id = await fails();
    const page = await browsing.person();
    await signIn(page, customer.token, `/console/corrections/${id}`);
    await page.getByText('The exchange finds no fault in this document.').waitFor();
    browsing.isPatient = true; // a lost answer is an error to the browser
    await page.route(`**${transactions}`, async (route) => {
      await route.fetch();
      await route.abort();
    }, { times: 1 });
    await sendButton(page).click();
    await page.getByRole('alert').getByText('is not sent twice').waitFor();
    browsing.isPatient = false;
    const corrected = await sent(page);
    const wrong = same((await transaction(id))[`replacedBy${idName[0].toUpperCase()}${idName.slice(1)}`], corrected, 'the next version');
    wrong.push(...same((await transaction(corrected)).isLatestVersion, true, 'the latest version'));
    await page.context().close();
    return wrong;
  });

  await test('a form keeps its fields while the user types', async () => {
    const good = numbered();
    const [item] = good.items;
    const id = await refused({ ...good, items: [{ ...item, quantity: 'x' }], header: { ...good.header, comments: 'a'.repeat(79), orderIdentifier: 4711 } });
    const page = await browsing.person();
    await signIn(page, customer.token, `/console/corrections/${id}?of=case`);
    await page.getByRole('button', { name: 'Items 1 › Quantity' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1');
    await page.getByText('One fault is left').waitFor(); // the element has no fault any more
    await page.keyboard.type('2');
    await page.getByRole('button', { name: 'Header › Order number' }).click();
    await page.keyboard.type('9');
    await page.getByText('The exchange finds no fault in this document.').waitFor();
    await page.getByLabel('Comments', { exact: true }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('bcd', { delay: 20 });
    await page.getByRole('button', { name: 'Add: Items' }).click();
    await page.getByRole('button', { name: 'Remove Items 2' }).waitFor();
    await page.locator('details', { hasText: /^Items 2/ }).getByRole('combobox').selectOption('quantity');
    await page.locator('details', { hasText: /^Items 2/ }).getByRole('button', { name: 'Add a field' }).click();
    await page.keyboard.type('34', { delay: 20 });
    await page.getByRole('region', { name: 'Your changes' }).getByText('34').waitFor();
    await page.getByRole('button', { name: 'Remove Items 2' }).click();
    await page.locator('details', { hasText: /^Items 2/ }).waitFor({ state: 'detached' });
    const { content } = await transaction(await sent(page));
    await page.context().close();
    return [
      ...same(content.items.length, 1, 'items'),
      ...same(content.items[0].quantity, 12, 'quantity'),
      ...same(content.header.orderIdentifier, '47119', 'number'),
      ...same(content.header.comments.slice(-4), 'abcd', 'comments'),
    ];
  });

  await test('a document that does not wait for a correction is not corrected', async () => {
    const id = await sends();
    const page = await browsing.person();
    await signIn(page, customer.token, `/console/corrections/${id}`);
    await page.getByText('does not wait for a correction').waitFor();
    const good = numbered();
    const long = await refused({ ...good, note: 'ä'.repeat(60_000), items: [{ ...good.items[0], quantity: 'x' }] });
    await page.goto(`${base}/console/corrections/${long}?of=case`);
    await page.getByText('kept only the beginning').waitFor();
    await page.getByRole('link', { name: 'To the case' }).click();
    await page.getByRole('heading', { name: 'History and comments' }).waitFor();
    const wrong = same(await page.getByRole('link', { name: 'Correct and send again' }).count(), 0, 'ways to the correction');
    await page.context().close();
    return wrong;
  });

  await test('the second of two tabs that correct the same document learns of the first', async () => {
    const id = await fails();
    const page = await browsing.person();
    await signIn(page, customer.token, `/console/corrections/${id}`);
    const other = await browsing.another(page);
    await other.goto(`${base}/console/corrections/${id}`);
    for (const tab of [page, other]) await tab.getByText('The exchange finds no fault in this document.').waitFor();
    await sent(other);
    await sendButton(page).click();
    await page.getByRole('alert').getByText('was sent after you opened this page').waitFor();
    await page.context().close();
    return [];
  });

  await test('changes that were not sent are not left by mistake', async () => {
    const id = await fails();
    const page = await browsing.person();
    await signIn(page, customer.token, `/console/corrections/${id}`);
    await page.locator('summary', { hasText: /^Items 1/ }).click();
    await page.getByLabel('Quantity', { exact: true }).first().fill('8');
    const asked = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void (asked.length === 1 ? dialog.dismiss() : dialog.accept());
    });
    await page.getByRole('link', { name: 'Overview' }).click();
    const wrong = same(idOfPage(page), id, 'page after staying');
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    wrong.push(...same(asked.length, 2, 'questions'));
    await page.context().close();
    return wrong;
  });

  await test('a session that ends is explained, and a correction continues after the sign-in', async () => {
    const id = await fails();
    const page = await browsing.person();
    await signIn(page, customer.token, `/console/corrections/${id}`);
    await page.locator('summary', { hasText: /^Items 1/ }).click();
    await page.getByLabel('Quantity', { exact: true }).first().fill('8.25');
    await page.getByRole('region', { name: 'Your changes' }).getByText('8.25').waitFor();
    browsing.isPatient = true; // requests of the page are refused after the end of its session
    const other = await browsing.another(page);
    await other.goto(`${base}/console`);
    await browsing.signOut(other);
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.getByRole('status').getByText('Your session has ended').waitFor();
    browsing.isPatient = false;
    const wrong = await look(page, 'session-over');
    await page.getByLabel('Token', { exact: true }).fill(customer.token);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Your changes' }).getByText('8.25').waitFor();
    const corrected = await sent(page);
    wrong.push(...same((await transaction(corrected)).content.items[0].quantity, 8.25, 'quantity'));
    await page.context().close();
    return wrong;
  });

  await test('a recipient reports a failure, and puts the document into the inbox again', async () => {
    const id = await sends();
    const page = await browsing.person();
    await signIn(page, supplier.token, `/console/transactions/${id}`);
    await page.getByRole('button', { name: 'Report a failure' }).click();
    await page.getByLabel('Reason', { exact: true }).fill('Our system was away.');
    await page.getByLabel('Who has to act?').selectOption('INTERNAL');
    const wrong = await look(page, 'report-failure');
    await page.getByRole('form', { name: 'Report a failure' }).getByRole('button').click();
    await page.locator('.status').getByText('Failed').waitFor();
    const failed = await transaction(id);
    wrong.push(...same(failed.report.reason, 'Our system was away.', 'reason'), ...same(failed.report.type, 'INTERNAL', 'type'));
    await page.getByRole('button', { name: 'Put into the inbox again' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await settled(page);
    wrong.push(...same((await transaction(idOfPage(page), 'supplier')).status, 'PENDING', 'status'));
    wrong.push(...same((await caseOf(failed.case)).resolvedBy, 'requeue', 'resolved by'));
    await page.context().close();
    return wrong;
  });

  await test('an operator discards a document with a reason, and puts it into the inbox again', async () => {
    const id = await sends();
    const page = await browsing.person();
    await signIn(page, operatorToken, `/console/transactions/${id}`);
    await page.getByRole('button', { name: 'Discard' }).click();
    const form = (name) => page.getByRole('form', { name });
    await form('Discard').getByLabel('Reason', { exact: true }).fill('It was sent by mistake.');
    const wrong = await look(page, 'discard');
    await form('Discard').getByRole('button').click();
    await page.locator('.status').getByText('Dropped').waitFor();
    const { case: caseId } = await transaction(id);
    wrong.push(...same((await caseOf(caseId)).reason, 'It was sent by mistake.', 'reason of the case'));
    await page.getByRole('button', { name: 'Put into the inbox again' }).click();
    await form('Put into the inbox again').getByLabel('Reason', { exact: true }).fill('It was meant.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    wrong.push(...same((await transaction(idOfPage(page), 'supplier')).status, 'PENDING', 'status'));
    const { items } = await ask('GET', '/admin/events?per_page=5', 'operator');
    const acts = items.map(({ type }) => type);
    for (const type of ['transaction.discarded', 'transaction.requeued']) if (!acts.includes(type)) wrong.push(`${type} is not among ${acts}`);
    await page.context().close();
    return wrong;
  });

  await test('both sides comment on a case, resolve it and open it again', async () => {
    const { case: id } = await transaction(await fails());
    const page = await browsing.person();
    await signIn(page, supplier.token, `/console/cases/${id}`);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.keyboard.type('Article 12 is meant.');
    const wrong = await look(page, 'case-comment');
    await page.getByRole('button', { name: 'Add the comment', exact: true }).click();
    await page.getByRole('listitem').getByText('Article 12 is meant.').waitFor();
    await page.getByRole('status').getByText('The comment was added to the history.').waitFor();
    wrong.push(...same(await page.getByLabel('Comment', { exact: true }).count(), 0, 'fields after the comment'));
    const other = await browsing.person();
    await signIn(other, customer.token, `/console/cases/${id}`);
    await other.getByText('Article 12 is meant.').waitFor();
    await other.getByRole('button', { name: 'Resolve' }).click();
    await other.getByText('Resolved by a participant or an operator.').first().waitFor();
    wrong.push(...same((await caseOf(id)).status, 'resolved', 'case'));

    browsing.isPatient = true; // the refusal of an outdated change is an error to the browser
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.keyboard.type('It is done.');
    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    await page.getByRole('alert').waitFor();
    browsing.isPatient = false;
    wrong.push(...same(await page.getByLabel('Comment', { exact: true }).inputValue(), 'It is done.', 'comment after the refusal'));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Reopen' }).click();
    await page.getByText('Turn:').waitFor();
    wrong.push(...same((await caseOf(id)).status, 'open', 'case'));
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.keyboard.type('We deliver 13.');
    await page.getByRole('button', { name: 'Add the comment and resolve' }).click();
    await page.getByRole('listitem').getByText('We deliver 13.').waitFor();
    wrong.push(...same((await caseOf(id)).status, 'resolved', 'case with the comment'));
    await page.context().close();
    await other.context().close();
    return wrong;
  });

  await test('a case has one bar of actions above the document, with one primary button', async () => {
    const { case: failed } = await transaction(await fails());
    const good = numbered();
    const rejected = await refused({ ...good, items: [{ ...good.items[0], quantity: 'x' }] });
    const posted = new URL((await ask('POST', '/v2/errors', 'customer', { errorReason: 'The file is empty.' })).errorUrl).pathname.split('/').pop();
    // Only the primary button has white letters.
    const primaryIn = (bar) => bar.evaluate((one) => [...one.querySelectorAll('button, a')].filter((button) => getComputedStyle(button).color === 'rgb(255, 255, 255)').map(({ innerText }) => innerText).join());
    const wrong = [];
    for (const [token, id, names, primary] of [
      [customer.token, failed, 'Correct and send again,Put into the inbox again,Resolve,Comment,Copy as new', 'Correct and send again'],
      [supplier.token, failed, 'Mark as processed,Put into the inbox again,Resolve,Comment,+ Order response,+ Shipping notice', 'Mark as processed'],
      [operatorToken, failed, 'Put into the inbox again,Move to another participant,Resolve,Comment', ''],
      [customer.token, rejected, 'Correct and send again,Resolve,Comment', 'Correct and send again'],
      [customer.token, posted, 'Resolve,Comment', 'Resolve'],
    ]) {
      const page = await browsing.person({ width: 360, height: 740 });
      await signIn(page, token, `/console/cases/${id}`);
      await page.getByRole('heading', { name: 'History and comments' }).waitFor();
      const bar = page.getByRole('region', { name: 'Actions' });
      wrong.push(...same((await bar.getByRole('button').or(bar.getByRole('link')).allInnerTexts()).join(), names, 'actions'));
      wrong.push(...same(await primaryIn(bar), primary, 'primary button'));
      wrong.push(...same(await page.getByRole('region', { name: 'History and comments' }).getByRole('button').count(), 0, 'buttons in the history'));
      const { bottom } = await bar.evaluate((one) => one.getBoundingClientRect());
      if (bottom > 740) wrong.push(`the bar of ${names} ends at ${bottom}`);
      wrong.push(...(await look(page, `case-actions-${id}`)));
      await page.context().close();
    }
    return wrong;
  });

  await test('a case is commented by keyboard alone, in German', async () => {
    const { case: id } = await transaction(await fails());
    const page = await browsing.person({ locale: 'de-DE', scheme: 'dark' });
    await page.goto(`${base}/console/cases/${id}`);
    await page.getByLabel('Token', { exact: true }).fill(supplier.token);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Kommentieren' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Kommentar', { exact: true }).waitFor();
    await page.keyboard.type('Gemeint ist Artikel 12.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Der Kommentar wurde dem Verlauf hinzugefügt.').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Aktionen');
    const wrong = [...(await look(page, 'case-commented')), ...same((await caseOf(id)).comments.at(-1).text, 'Gemeint ist Artikel 12.', 'comment')];
    await page.context().close();
    return wrong;
  });

  await test('a list of cases names the own turn', async () => {
    await fails();
    for (const [token, turn] of [[customer.token, 'You'], [supplier.token, 'Sender']]) {
      const page = await browsing.person();
      await signIn(page, token, '/console/cases?status=open');
      const row = page.getByRole('row').filter({ hasText: `ACT-${numbers}` });
      await row.getByText(turn, { exact: true }).waitFor();
      await page.context().close();
    }
    return [];
  });

  await test('a token that only reads has no actions', async () => {
    const id = await fails();
    const participant = (await transaction(id)).sender.id;
    const token = (await ask('POST', '/admin/tokens', 'operator', { participant, name: 'reader', scopes: ['read'] })).token;
    const page = await browsing.person();
    await signIn(page, token, `/console/transactions/${id}`);
    await settled(page);
    const wrong = same(await page.getByRole('region', { name: 'Actions' }).count(), 0, 'actions');
    await page.getByRole('link', { name: 'To the case' }).click();
    await page.getByRole('heading', { name: 'History and comments' }).waitFor();
    wrong.push(...same(await page.getByRole('region', { name: 'Actions' }).count(), 0, 'actions on the case'));
    await page.context().close();
    return wrong;
  });

  for (const screen of [{ name: 'dark', scheme: 'dark' }, { name: 'phone', width: 360, height: 740 }]) {
    await test(`${screen.name}: a correction`, async () => {
      const id = await fails();
      const page = await browsing.person(screen);
      await signIn(page, customer.token, `/console/corrections/${id}`);
      await page.getByText('The exchange finds no fault in this document.').waitFor();
      await page.locator('summary', { hasText: /^Items 1/ }).click();
      const wrong = await look(page, `correction-${screen.name}`);
      await page.context().close();
      return wrong;
    });
  }

  await test('a document is corrected by keyboard alone, in German', async () => {
    const id = await fails();
    const page = await browsing.person({ locale: 'de-DE' });
    await page.goto(`${base}/console/transactions/${id}`);
    await page.getByLabel('Token', { exact: true }).fill(customer.token);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Korrigieren und erneut senden' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Der Beleg ist fehlerfrei.').waitFor();
    await page.locator('summary', { hasText: /^Position 1/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Menge', { exact: true }).first().focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('-x');
    await page.getByText('Ein Fehler ist noch da').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('9');
    await page.getByText('Der Beleg ist fehlerfrei.').waitFor();
    await page.getByRole('button', { name: 'Korrigierten Beleg senden' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Beleg', exact: true }).waitFor();
    const wrong = same((await transaction(idOfPage(page))).content.items[0].quantity, 9, 'quantity');
    await page.context().close();
    return wrong;
  });
}
