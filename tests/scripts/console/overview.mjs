// The overview: what waits and fails, documents over time, and that it updates itself.
import { order } from '../openapi/requests.mjs';

const patienceMs = 20_000;

const sumOfTable = (page) =>
  page
    .getByRole('table', { name: 'Documents over time' })
    .locator('td')
    .evaluateAll((cells) => cells.reduce((sum, { textContent }) => sum + Number(textContent), 0));

const tile = (page, name) => page.locator('.tile', { hasText: name }).locator('b');
const tileIs = (page, name, count) =>
  tile(page, name).filter({ hasText: new RegExp(`^${count}$`) }).waitFor({ timeout: patienceMs });

/** Of the supplier, at an address that nobody listens at; it has failed when this returns. */
async function failingWebhook(exchange) {
  const ask = async (method, path, token, body) => {
    const answer = await exchange.ask({ method, path, token, body: body && JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body);
  };
  await ask('PUT', '/admin/webhook-targets', 'operator', { targets: ['127.0.0.1'] });
  await ask('POST', '/v2/profile/webhooks', 'supplier', { url: 'http://127.0.0.1:1/in' });
  await ask('POST', '/v2/transactions', 'customer', JSON.parse(order()));
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { items } = await ask('GET', '/admin/webhooks?filter[failing]=true', 'operator');
    if (items.length > 0) return;
    if (Date.now() > deadline) throw new Error('the webhook does not fail');
  }
}

export async function walkOverview(walk) {
  const { test, same, browsing, base, signIn, look, exchange, network, customer, supplier, operatorToken } = walk;
  const chart = (page) => page.getByRole('region', { name: 'Documents over time' }).first();

  await test('documents over time are counted by hour, day and month, by status and kind', async () => {
    const page = await browsing.person();
    await signIn(page, operatorToken);
    const all = Object.keys(network.documents).length + 1; // and the hostile one
    await chart(page).getByRole('img', { name: new RegExp(`Documents over time: ${all}`) }).waitFor();
    await chart(page).getByRole('button', { name: 'As a table' }).click();
    const faults = [];
    for (const step of ['hour', 'day', 'month']) {
      await chart(page).getByLabel('Period').selectOption(step);
      const name = { hour: 'Hour', day: 'Day', month: 'Month' }[step];
      await chart(page).getByRole('columnheader', { name, exact: true }).waitFor();
      for (const split of ['type', 'status']) {
        await chart(page).getByLabel('Split').selectOption(split);
        await chart(page).getByRole('columnheader', { name: split === 'type' ? 'Other kinds' : 'Failed' }).waitFor();
        faults.push(...same(await sumOfTable(page), all, `by ${step} and ${split}`));
      }
    }
    await chart(page).getByLabel('Flow').selectOption('TEST');
    await chart(page).getByText('Nothing here yet.').waitFor();
    await page.context().close();
    return faults;
  });

  await test('a column of the chart leads to the documents of its days, by a click and by Enter', async () => {
    const page = await browsing.person();
    await signIn(page, operatorToken);
    const faults = [];
    // The day of the last column with a waiting document. Midnight may have passed since then.
    const path = '/admin/transactions?per_page=1&filter[status]=PENDING&filter[flow]=LIVE';
    const { items } = JSON.parse((await exchange.ask({ method: 'GET', path, token: 'operator' })).body);
    const day = items[0].createdAt.slice(0, 10);
    for (const [step, from] of [['day', day], ['hour', day], ['month', `${day.slice(0, 8)}01`]]) {
      await page.goto(`${base}/console/overview`);
      await chart(page).getByLabel('Period').selectOption(step);
      const columns = { day: 7, hour: 24, month: 3 }[step];
      await page.waitForFunction((count) => document.querySelectorAll('.chart-plot .chart-columns > *').length === count, columns);
      const bar = chart(page).getByRole('link', { name: /Waiting \d+/ }).last();
      if (step === 'day') await bar.click();
      else await bar.press('Enter');
      await page.waitForURL((url) => url.pathname.endsWith('/transactions') && url.searchParams.get('flow') === 'LIVE');
      faults.push(...same(new URL(page.url()).searchParams.get('from'), from, `first day by ${step}`));
      await page.getByRole('table', { name: 'Transactions', exact: true }).waitFor();
    }
    await page.goto(`${base}/console/overview`);
    await chart(page).getByRole('button', { name: 'As a table' }).click();
    await chart(page).getByRole('rowheader').getByRole('link').first().click();
    await page.getByRole('list', { name: 'Active filters' }).getByText('From').waitFor();
    await page.context().close();
    return faults;
  });

  await test('the chart keeps its columns and their links until the counts of another period arrive', async () => {
    const page = await browsing.person();
    await signIn(page, operatorToken);
    const links = () => chart(page).locator('.chart-columns a').evaluateAll((all) => all.map(({ href }) => href).join(' '));
    const columns = (count) => page.waitForFunction((wanted) => document.querySelectorAll('.chart-plot .chart-columns > *').length === wanted, count);
    await columns(7);
    const before = await links();
    let release;
    const isReleased = new Promise((resolve) => (release = resolve));
    await page.route('**/admin/statistics?*', async (route) => {
      await isReleased;
      await route.continue();
    });
    const asked = page.waitForRequest('**/admin/statistics?*step=hour*');
    await chart(page).getByLabel('Period').selectOption('hour');
    await asked;
    const faults = same(await links(), before, 'the links while the counts are on their way');
    release();
    await columns(24);
    await page.unrouteAll({ behavior: 'wait' });
    await page.context().close();
    return faults;
  });

  await test('a participant has its own documents over time, and reaches the table by the keyboard', async () => {
    const page = await browsing.person({ width: 360, height: 740, scheme: 'dark' });
    await signIn(page, customer.token);
    await chart(page).getByLabel('Split').selectOption('type');
    await chart(page).getByText('Other kinds', { exact: true }).waitFor();
    const faults = await look(page, 'chart-phone');
    await chart(page).getByRole('button', { name: 'As a table' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Documents over time' }).waitFor();
    faults.push(...(await look(page, 'chart-table-phone')));
    await page.context().close();
    return faults;
  });

  await test('the overview updates itself in every tab, and says since when it is as it is', async () => {
    const page = await browsing.person();
    await signIn(page, supplier.token);
    const other = await browsing.another(page);
    await other.goto(page.url());
    await page.getByText(/^Updated at \d/).waitFor();
    const before = Number(await tile(page, 'Waiting for you').textContent());
    await tileIs(other, 'Waiting for you', before);
    await exchange.ask({ method: 'POST', path: '/v2/transactions', token: 'customer', body: order() });
    await tileIs(page, 'Waiting for you', before + 1);
    await tileIs(other, 'Waiting for you', before + 1);
    await page.context().close();
    return [];
  });

  await test('a change before the first answer of the event stream is shown', async () => {
    const page = await browsing.person();
    let answer;
    const isAnswered = new Promise((resolve) => (answer = resolve));
    await page.route('**/v2/changes', async (route) => {
      await isAnswered;
      await route.continue();
    });
    await signIn(page, supplier.token);
    const before = Number(await tile(page, 'Waiting for you').textContent());
    await exchange.ask({ method: 'POST', path: '/v2/transactions', token: 'customer', body: order() });
    answer();
    await tileIs(page, 'Waiting for you', before + 1);
    await page.context().close();
    return [];
  });

  await test('an overview whose exchange is away says so, and catches up', async () => {
    const page = await browsing.person();
    await signIn(page, supplier.token);
    const { body } = await exchange.ask({ method: 'GET', path: '/v2/overview', token: 'supplier' });
    const before = JSON.parse(body).data.pending;
    await tileIs(page, 'Waiting for you', before);
    browsing.isPatient = true;
    await page.context().setOffline(true);
    await exchange.ask({ method: 'POST', path: '/v2/transactions', token: 'customer', body: order() });
    await page.getByRole('alert').getByText('does not answer').waitFor({ timeout: 2 * patienceMs });
    const kept = await tile(page, 'Waiting for you').textContent();
    await page.context().setOffline(false);
    await tileIs(page, 'Waiting for you', before + 1);
    await page.getByText('does not answer').waitFor({ state: 'detached' });
    browsing.isPatient = false;
    await page.context().close();
    return same(kept, String(before), 'what is shown meanwhile');
  });

  await test('operators and participants see webhooks that fail, and operators whose inbox waits', async () => {
    await failingWebhook(exchange);
    const faults = [];
    for (const [who, token] of [['operator', operatorToken], ['supplier', supplier.token]]) {
      for (const screen of [{}, { scheme: 'dark' }, { width: 360, height: 740 }]) {
        const page = await browsing.person(screen);
        await signIn(page, token);
        await page.getByRole('table', { name: 'Failing webhooks' }).getByText('http://127.0.0.1:1/in').waitFor();
        if (who === 'operator') {
          const inbox = page.getByRole('table', { name: 'Inboxes' }).getByRole('row').filter({ hasText: 'supplier' });
          await inbox.getByText('never', { exact: true }).waitFor();
        }
        faults.push(...(await look(page, `webhooks-${who}-${screen.scheme ?? screen.width ?? 'light'}`)));
        await page.context().close();
      }
    }
    return faults;
  });

  await test('operators see who changed what, and nobody else does', async () => {
    const faults = [];
    for (const screen of [{}, { width: 360, height: 740 }]) {
      const page = await browsing.person(screen);
      await signIn(page, operatorToken);
      await page.getByRole('link', { name: 'Changes', exact: true }).click();
      const table = page.getByRole('table', { name: 'Changes' });
      await table.getByText('Webhook added').first().waitFor();
      faults.push(...(await look(page, `changes-${screen.width ?? 'light'}`)));
      const first = await table.getByRole('row').nth(1).locator('time').getAttribute('datetime');
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByRole('button', { name: 'First page' }).click();
      await table.getByRole('row').nth(1).locator(`time[datetime="${first}"]`).waitFor();
      await page.context().close();
    }
    const page = await browsing.person();
    await signIn(page, supplier.token, '/console/events');
    await page.getByRole('heading', { name: 'There is no such page.' }).waitFor();
    faults.push(...same(await page.getByRole('link', { name: 'Changes', exact: true }).count(), 0, 'links'));
    await page.context().close();
    return faults;
  });
}
