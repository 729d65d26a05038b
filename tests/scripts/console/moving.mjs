// An operator moves a document to another participant, and tries a requirement before it is saved.
import { order } from '../openapi/requests.mjs';

const screens = [{ name: 'light' }, { name: 'dark', scheme: 'dark' }, { name: 'phone', width: 390, height: 800 }];

export async function testMoving({ test, same, browsing, base, exchange, signIn, look, settled, operatorToken }) {
  const ask = async (method, path, token, body) => {
    const answer = await exchange.ask({ method, path, token, body: body === undefined ? undefined : JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body}`);
    return answer.body === '' ? undefined : JSON.parse(answer.body);
  };
  const idName = exchange.idName ?? 'platformTransactionId';
  const idOf = async (name) => (await ask('GET', `/admin/participants?filter[name]=${name}`, 'operator')).items[0].id;
  const sends = async (number) => (await ask('POST', '/v2/transactions', 'customer', JSON.parse(order({ number }))))[idName];
  const shown = async (id) => (await ask('GET', `/admin/transactions/${id}`, 'operator')).data;
  const whole = async (page, name) => [...(await look(page, name)), ...(await browsing.faultsOfAxe(page, ['minor', 'moderate']))];

  for (const { name, ...screen } of screens) {
    await test(`${name}: an operator moves a document to another participant`, async () => {
      await ask('POST', '/admin/participants', 'operator', { name: `Grosshandel ${name}`, identifiers: [] });
      const id = await sends(`move-${name}`);
      const page = await browsing.person(screen);
      await signIn(page, operatorToken, `/console/transactions/${id}`);
      await page.getByRole('button', { name: 'Move to another participant' }).click();
      const form = page.getByRole('form', { name: 'Move to another participant' });
      await form.getByLabel('Reason', { exact: true }).fill('The GLN was at the wrong participant.');
      await form.getByRole('button', { name: 'Move to another participant' }).click();
      await form.getByText('Choose the participant that is to receive the document.').waitFor();
      await form.getByLabel('New recipient').fill(`Grosshandel ${name}`);
      const wrong = await whole(page, `move-${name}`);
      await page.waitForFunction(() => document.querySelector('form [aria-invalid="true"]') === null);
      await form.getByRole('button', { name: 'Move to another participant' }).click();
      await page.waitForURL((url) => !url.pathname.endsWith(id));
      await settled(page);
      wrong.push(...(await whole(page, `moved-${name}`)));
      const moved = await shown(page.url().split('/').at(-1));
      wrong.push(...same(moved.recipient.name, `Grosshandel ${name}`, 'the new recipient'));
      wrong.push(...same((await shown(id)).status, 'DROPPED', 'the old transaction'));
      await page.context().close();
      return wrong;
    });

    await test(`${name}: a requirement is tried on past documents, saved and removed`, async () => {
      await sends(`trial-${name}`);
      const page = await browsing.person(screen);
      const supplier = await idOf('supplier');
      await signIn(page, operatorToken, `/console/participants/${supplier}`);
      const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Requirements for received documents' }) });
      await section.getByLabel('Field').fill('header.promotionCode');
      await section.getByRole('button', { name: 'Add the requirement' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/would have refused [1-9]/).waitFor();
      const wrong = await whole(page, `trial-${name}`);
      await dialog.getByRole('button', { name: 'Add the requirement' }).click();
      await dialog.waitFor({ state: 'detached' });
      await section.getByRole('cell', { name: /^Header › Promotion code/ }).waitFor();
      wrong.push(...(await whole(page, `requirement-${name}`)));
      const { data } = await ask('GET', `/admin/participants/${supplier}`, 'operator');
      wrong.push(...same(data.requirements.map(({ path }) => path).join(), 'header.promotionCode', 'requirements'));
      await section.getByRole('button', { name: /^Remove/ }).first().click();
      await section.getByText('The participant has no requirements of its own.').waitFor();
      await page.context().close();
      return wrong;
    });
  }

  await test('German: the form and the trial', async () => {
    const id = await sends('move-german');
    const page = await browsing.person({ locale: 'de-DE' });
    await page.goto(`${base}/console/transactions/${id}`);
    await page.getByLabel('Token').fill(operatorToken);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Zu einem anderen Teilnehmer verschieben' }).click();
    await page.getByLabel('Neuer Empfänger').waitFor();
    const wrong = await whole(page, 'move-german');
    await page.context().close();
    return wrong;
  });
}
