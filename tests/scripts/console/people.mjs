// People join by a link, sign in with their password, and lose their access, in a browser.
const password = 'vier einfache Worte hier';

export async function testPeople({ test, browsing, base, exchange, look, same }) {
  const byOperator = async (method, path, body) => {
    const answer = await exchange.ask({ method, path, token: 'operator', body: JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body).data;
  };
  const { items } = JSON.parse((await exchange.ask({ method: 'GET', path: '/admin/participants?per_page=100', token: 'operator' })).body);
  const participant = items.find(({ name }) => name === 'customer').id;
  const invited = (email, more = {}) =>
    byOperator('POST', '/admin/invitations', { name: 'Anna Berger', email, role: 'clerk', participant, ...more });

  const { person, link } = await invited('anna@example.org');
  const page = await browsing.person();

  await test('an invited person chooses a password and is signed in', async () => {
    await page.goto(link.replace(/^http:..[^/]+/, base));
    await page.getByRole('heading', { name: 'Welcome, Anna Berger' }).waitFor();
    const faults = await look(page, 'join');
    browsing.isPatient = true; // a refused password is an error to the browser
    await page.getByLabel('New password', { exact: true }).fill('too short');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('at least 12 characters').waitFor();
    browsing.isPatient = false;
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByText('Anna Berger', { exact: true }).waitFor();
    return [...faults, ...same(new URL(page.url()).hash, '', 'the rest of the link')];
  });

  await test('a used link is explained', async () => {
    const other = await browsing.person();
    browsing.isPatient = true;
    await other.goto(link.replace(/^http:..[^/]+/, base));
    await other.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
    const faults = await look(other, 'used-link');
    browsing.isPatient = false;
    await other.context().close();
    return faults;
  });

  await test('a person signs out, and in again with the password', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail', { exact: true }).waitFor(); // the browser remembers the way in
    const faults = await look(page, 'sign-in-password');
    browsing.isPatient = true;
    await page.getByLabel('E-mail', { exact: true }).fill('anna@example.org');
    await page.getByLabel('Password', { exact: true }).fill('another password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('is wrong').waitFor();
    browsing.isPatient = false;
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    return faults;
  });

  await test('a disabled person is at the form to sign in', async () => {
    browsing.isPatient = true; // requests under way are answered with 401
    await byOperator('PATCH', `/admin/people/${person}`, { state: 'disabled' });
    await page.reload();
    await page.getByLabel('E-mail', { exact: true }).waitFor();
    browsing.isPatient = false;
    await page.context().close();
    return [];
  });

  await test('a person of the operators joins in German', async () => {
    const { link: own } = await invited('ole@example.org', { role: 'operator', participant: undefined });
    const german = await browsing.person({ locale: 'de-DE' });
    await german.goto(own.replace(/^http:..[^/]+/, base));
    await german.getByLabel('Neues Passwort', { exact: true }).fill(password);
    await german.keyboard.press('Enter');
    await german.getByRole('button', { name: 'Abmelden' }).waitFor();
    const answer = await german.request.get(`${base}/admin/overview`);
    await german.context().close();
    return same(answer.status(), 200, 'status of an operator');
  });
}
