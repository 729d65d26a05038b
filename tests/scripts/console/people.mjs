// People join by a link, sign in, change their account, and lose their access, in a browser.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

import { codeOf } from '../openapi/authenticator.mjs';
import { mailOptions, startExchange } from '../openapi/exchange.mjs';
import { startMailServer } from './mail_server.mjs';

const password = 'vier einfache Worte hier';

/** @param mail starts an exchange that sends e-mail, and returns it with the address for the browser. */
export async function testPeople({ test, browsing, base, exchange, look, same, mail = startMailing }) {
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
    await page.getByRole('heading', { name: 'Your turn' }).waitFor();
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
    await browsing.signOut(page);
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
    await page.getByRole('heading', { name: 'Your turn' }).waitFor();
    return faults;
  });

  const signsIn = async (at, code) => {
    await at.getByLabel('E-mail', { exact: true }).fill('anna@example.org');
    await at.getByLabel('Password', { exact: true }).fill(password);
    await at.keyboard.press('Enter');
    if (!code) return;
    browsing.isPatient = true; // the first answer asks for the code
    await at.getByLabel('Code of the authenticator app, or a recovery code').fill(code);
    await at.keyboard.press('Enter');
    await at.locator('.who').waitFor();
    browsing.isPatient = false;
  };

  await test('a person changes the own profile', async () => {
    await browsing.openAccount(page);
    await page.getByLabel('Name', { exact: true }).fill('Anna Maier');
    await page.getByLabel('Language of messages').selectOption('de');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved.').waitFor();
    await page.locator('.who', { hasText: 'Anna Maier' }).waitFor();
    return look(page, 'account');
  });

  let recoveryCode;
  await test('a person adds a second factor, and signs in with a code', async () => {
    await page.getByRole('button', { name: 'Add a second factor' }).click();
    const secret = await page.locator('section code').textContent();
    const faults = await look(page, 'second-factor');
    const picture = await page.getByRole('img', { name: 'QR code of the key' }).screenshot();
    const uri = await page.getByRole('link', { name: 'Open in an authenticator app' }).getAttribute('href');
    faults.push(...same(read(picture), uri, 'text of the QR code'));
    browsing.isPatient = true; // a refused code is an error to the browser
    await page.getByLabel('Code of the app').fill('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('does not belong to this secret').waitFor();
    browsing.isPatient = false;
    await page.getByLabel('Code of the app').fill(codeOf(secret));
    await page.keyboard.press('Enter');
    recoveryCode = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first().textContent();
    faults.push(...(await look(page, 'recovery-codes')));
    await browsing.signOut(page);
    browsing.isPatient = true;
    await signsIn(page, codeOf(secret, 30));
    return faults;
  });

  await test('a recovery code replaces the app, in another browser', async () => {
    const other = await browsing.person();
    await other.goto(`${base}/console`);
    await other.getByRole('button', { name: 'Use e-mail and password' }).click();
    browsing.isPatient = true;
    await signsIn(other, recoveryCode);
    await page.goto(`${base}/console/account`);
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('button', { name: 'End', exact: true }).waitFor({ state: 'detached' });
    browsing.isPatient = true; // requests under way are answered with 401
    await other.reload();
    await other.getByLabel('E-mail', { exact: true }).waitFor();
    await other.context().close();
    browsing.isPatient = false;
    await page.getByRole('button', { name: 'Remove the second factor' }).click();
    await page.getByRole('button', { name: 'Add a second factor' }).waitFor();
    return [];
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
    await german.locator('.who').waitFor();
    const answer = await german.request.get(`${base}/admin/overview`);
    await german.context().close();
    return same(answer.status(), 200, 'status of an operator');
  });

  /** A page in which a new person has signed in. */
  const joined = async (email, more) => {
    const invitation = await invited(email, more);
    const newcomer = await browsing.person();
    await newcomer.goto(invitation.link.replace(/^http:..[^/]+/, base));
    await newcomer.getByLabel('New password', { exact: true }).fill(password);
    await newcomer.keyboard.press('Enter');
    await newcomer.locator('.who').waitFor();
    return newcomer;
  };

  /** Waits for what another node has changed. */
  const until = async (what, isThere) => {
    const end = Date.now() + 60_000;
    while (!(await isThere())) if (Date.now() > end) throw new Error(`not there within a minute: ${what}`);
  };
  const shownAfterReloads = (at, locator) =>
    until('the change of another node', async () => {
      await at.reload();
      await at.getByRole('heading', { level: 1 }).first().waitFor();
      return locator.waitFor({ timeout: 1_000 }).then(() => true, () => false);
    });
  const isAdministrator = (email) =>
    until('the role', async () => {
      const { body } = await exchange.ask({ method: 'GET', path: '/admin/people?per_page=100', token: 'operator' });
      return JSON.parse(body).items.find((one) => one.email === email).memberships[0].role === 'administrator';
    });

  await test('an administrator invites a person, changes the role, and removes the person', async () => {
    const chief = await joined('chief@example.org', { name: 'Cara Ende', role: 'administrator' });
    await chief.getByRole('link', { name: 'People' }).click();
    await chief.getByLabel('Name', { exact: true }).fill('Ben Ost');
    await chief.getByLabel('E-mail', { exact: true }).fill('ben@example.org');
    await chief.getByRole('button', { name: 'Invite' }).click();
    const link = await chief.getByRole('status').locator('code').textContent();
    const ben = chief.getByRole('row').filter({ hasText: 'Ben Ost' });
    await ben.getByText('Invited').waitFor();
    const faults = await look(chief, 'people');
    const use = JSON.stringify({ link: link.split('#')[1], password });
    await exchange.ask({ method: 'POST', path: '/v2/links/use', body: use });
    await shownAfterReloads(chief, ben.getByText('Active'));
    await ben.getByLabel('Role').selectOption('administrator');
    await ben.getByRole('button', { name: 'Reset the password' }).click();
    await chief.getByRole('status').getByText('Give this link to the person').waitFor();
    await isAdministrator('ben@example.org');
    await ben.getByRole('button', { name: 'Remove' }).click();
    await ben.waitFor({ state: 'detached' });
    await chief.context().close();
    return faults;
  });

  await test('an operator disables and enables a person', async () => {
    const operator = await joined('ida@example.org', { name: 'Ida Nord', role: 'operator', participant: undefined });
    await operator.getByRole('link', { name: 'People' }).click();
    const cara = operator.getByRole('row').filter({ hasText: 'Cara Ende' });
    await cara.getByRole('button', { name: 'Disable' }).click();
    await cara.getByText('Disabled').waitFor();
    const faults = await look(operator, 'people-of-all');
    await cara.getByRole('button', { name: 'Enable' }).click();
    await cara.getByText('Active').waitFor();
    await operator.context().close();
    return faults;
  });

  await test('a person who forgot the password chooses another one by a link in an e-mail', async () => {
    const mailServer = await startMailServer();
    const { sending, here, stop } = await mail([...mailOptions.slice(2), '--mail-server', `smtp://127.0.0.1:${mailServer.port}`]);
    const linkIn = (message) => message.match(/https:..trade.example(\/console\/join#[-\w]+)/)[1];
    const invitation = JSON.stringify({ name: 'Eva Lang', email: 'eva@example.org', role: 'auditor' });
    await sending.ask({ method: 'POST', path: '/admin/invitations', token: 'operator', body: invitation });
    browsing.base = here;
    const eva = await browsing.person();
    await eva.goto(here + linkIn(await mailServer.next()));
    await eva.getByLabel('New password', { exact: true }).fill(password);
    await eva.keyboard.press('Enter');
    await browsing.signOut(eva);
    await eva.getByRole('button', { name: 'Forgot the password?' }).click();
    const faults = await look(eva, 'forgotten-password');
    await eva.getByLabel('E-mail', { exact: true }).fill('eva@example.org');
    await eva.keyboard.press('Enter');
    await eva.getByRole('status').getByText('a link is on its way').waitFor();
    await eva.goto(here + linkIn(await mailServer.next()));
    await eva.getByLabel('New password', { exact: true }).fill('andere einfache Worte');
    await eva.keyboard.press('Enter');
    await eva.getByRole('link', { name: 'Changes' }).waitFor();
    faults.push(...same(await eva.getByRole('link', { name: 'People' }).count(), 0, 'links to people for an auditor'));
    await eva.context().close();

    // The node that sent the message knows that it did not arrive.
    browsing.base = `http://127.0.0.1:${sending.port}`;
    const refused = JSON.stringify({ name: 'Uwe Fort', email: 'spam@example.org', role: 'operator' });
    const { body } = await sending.ask({ method: 'POST', path: '/admin/invitations', token: 'operator', body: refused });
    const uwe = await browsing.person();
    await uwe.goto(JSON.parse(body).data.link.replace(/^https?:..[^/]+/, browsing.base));
    await uwe.getByLabel('New password', { exact: true }).fill(password);
    await uwe.keyboard.press('Enter');
    await uwe.getByRole('link', { name: 'People' }).click();
    const itself = uwe.getByRole('row').filter({ hasText: 'Uwe Fort' });
    await shownAfterReloads(uwe, itself.getByText('554 5.7.1 Refused'));
    faults.push(...(await look(uwe, 'rejected-mail')));
    await uwe.context().close();
    browsing.base = base;
    await stop();
    mailServer.stop();
    return faults;
  });

  await test('a required second factor is set up to sign in', async () => {
    const body = JSON.stringify({ name: 'Vorsicht GmbH', identifiers: [{ domain: 'GS1', identifier: '9521777000009' }] });
    const added = await exchange.ask({ method: 'POST', path: '/admin/participants', token: 'operator', body });
    const { id } = JSON.parse(added.body);
    const inCareful = (name, role) => ({ name, role, participant: id });
    const chief = await joined('dora@example.org', inCareful('Dora Wald', 'administrator'));
    const emil = await joined('emil@example.org', inCareful('Emil Feld', 'clerk'));
    await chief.getByRole('link', { name: 'People' }).click();
    browsing.isPatient = true; // a refused change is an error to the browser
    await chief.getByRole('button', { name: 'Require a second factor' }).click();
    await chief.getByRole('alert').getByText('Set it up in your account first').waitFor();
    browsing.isPatient = false;
    await browsing.openAccount(chief);
    await chief.getByRole('button', { name: 'Add a second factor' }).click();
    await chief.getByLabel('Code of the app').fill(codeOf(await chief.locator('section code').textContent()));
    await chief.keyboard.press('Enter');
    await chief.getByRole('list', { name: 'Recovery codes' }).waitFor();
    await chief.getByRole('link', { name: 'People' }).click();
    browsing.isPatient = true; // requests under way of the page whose session ends are answered with 401
    await chief.getByRole('button', { name: 'Require a second factor' }).click();
    await chief.getByText('People need a code of an authenticator app').waitFor();
    const faults = await look(chief, 'second-factor-rule');
    await chief.context().close();

    const finn = await joined('finn@example.org', { name: 'Finn Moor' });
    await invited('finn@example.org', inCareful('Finn Moor', 'reader'));
    await until('the membership', async () => {
      await finn.goto(`${base}/console?participant=${id}&flow=LIVE`);
      await finn.getByRole('heading', { name: 'Your turn' }).waitFor();
      return (await finn.getByRole('alert').getByText('A second factor is required').count()) > 0;
    });
    faults.push(...(await look(finn, 'second-factor-needed')));
    await finn.context().close();

    await shownAfterReloads(emil, emil.getByLabel('E-mail', { exact: true }));
    await emil.getByLabel('E-mail', { exact: true }).fill('emil@example.org');
    await emil.getByLabel('Password', { exact: true }).fill(password);
    await emil.keyboard.press('Enter');
    await emil.getByText('A second factor is required here').waitFor();
    browsing.isPatient = false;
    faults.push(...(await look(emil, 'sign-in-second-factor')));
    await emil.getByLabel('Code of the app').fill(codeOf(await emil.locator('main code').textContent()));
    await emil.keyboard.press('Enter');
    await emil.getByRole('list', { name: 'Recovery codes' }).waitFor();
    faults.push(...(await look(emil, 'sign-in-recovery-codes')));
    await emil.getByRole('button', { name: 'Continue' }).click();
    await browsing.openAccount(emil);
    browsing.isPatient = true; // a refused change is an error to the browser
    await emil.getByRole('button', { name: 'Remove the second factor' }).click();
    await emil.getByRole('alert').getByText('The second factor is required').waitFor();
    browsing.isPatient = false;
    const downloading = emil.waitForEvent('download');
    await emil.getByRole('link', { name: 'Download your data' }).click();
    const file = await (await downloading).path();
    const { data } = JSON.parse(await readFile(file, 'utf8'));
    await emil.context().close();
    return [...faults, ...same(data.email, 'emil@example.org', 'address'), ...same(data.secondFactor, true, 'second factor')];
  });
}

/** The text of a picture, as a barcode reader reads it. */
function read(picture) {
  const reader = spawnSync('zbarimg', ['--quiet', '--raw', '-'], { input: picture });
  return reader.stdout.toString().trimEnd();
}

async function startMailing(options) {
  const sending = await startExchange(options);
  return { sending, here: `http://127.0.0.1:${sending.port}`, stop: () => sending.stop() };
}
