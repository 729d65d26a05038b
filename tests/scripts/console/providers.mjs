// People sign in at an OpenID provider, in a browser.
import { publicUrl } from '../openid/provider.mjs';
import { startWorld } from '../openid/world.mjs';
import { Browsing } from './browsing.mjs';

/** With a store, which is a database, the browser is at a second node. */
export async function testProviders({ test: testOnly, same, store }) {
  const world = await startWorld(store);
  const { exchange, participant, providers } = world;
  const { host } = new URL(publicUrl);
  const browsing = await Browsing.begin(publicUrl, [`--host-resolver-rules=MAP ${host} 127.0.0.1:${world.port}`]);
  const test = (name, work) => testOnly(name, async () => [...(await work()), ...browsing.complaints.splice(0)]);
  const look = async (page, name) => {
    await browsing.shoot(page, name);
    return [...(await browsing.faultsOfAccess(page)), ...(await browsing.faultsOfWidth(page))];
  };
  const invite = async (email) => {
    const request = { name: 'Anna Berger', email, role: 'clerk', participant };
    const { body } = await exchange.ask({ method: 'POST', path: '/admin/invitations', token: 'operator', body: JSON.stringify(request) });
    return JSON.parse(body).data.link;
  };

  /** Signs in on the pages of the provider. They are not ours, and nothing about them is a complaint. */
  const atProvider = async (page, button, account) => {
    browsing.isPatient = true;
    await page.getByRole('button', { name: button }).click();
    await page.getByPlaceholder('Enter any login').fill(account);
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`${publicUrl}/**`);
  };
  const isSignedIn = async (page) => {
    await page.locator('.who').waitFor();
    browsing.isPatient = false;
  };

  await test('a person signs in at the provider, and continues on the page of the link', async () => {
    await invite('anna@example.org');
    const page = await browsing.person();
    await page.goto(`${publicUrl}/console/cases?state=OPEN`);
    await page.getByRole('button', { name: 'Sign in at Example Login' }).waitFor();
    const faults = await look(page, 'sign-in-provider');
    await atProvider(page, 'Sign in at Example Login', 'anna@example.org');
    await isSignedIn(page);
    await page.getByRole('heading', { name: 'Cases' }).waitFor();
    faults.push(...same(page.url(), `${publicUrl}/console/cases?state=OPEN`, 'the page'));
    await browsing.openAccount(page);
    await page.getByText('You sign in at Example Login').waitFor();
    faults.push(...same(await page.getByLabel('Present password').count(), 0, 'forms for a password'));
    await page.context().close();
    return faults;
  });

  await test('the address of a person selects the provider of the company, which gives the role', async () => {
    providers.say('eva@huber.example', { name: 'Eva Huber', groups: ['it'] });
    const page = await browsing.person();
    await page.goto(`${publicUrl}/console`);
    await page.getByRole('button', { name: 'Use the sign-in of your company' }).click();
    await page.getByLabel('E-mail', { exact: true }).fill('eva@huber.example');
    const faults = await look(page, 'sign-in-company');
    await atProvider(page, 'Continue', 'eva@huber.example');
    await isSignedIn(page);
    await page.getByRole('link', { name: 'People' }).waitFor(); // for administrators
    await page.context().close();
    return faults;
  });

  await test('a person without access is sent back with the reason', async () => {
    const page = await browsing.person();
    await page.goto(`${publicUrl}/console`);
    await atProvider(page, 'Sign in at Example Login', 'stranger@example.org');
    await page.getByRole('alert').getByText('You have no access here').waitFor();
    browsing.isPatient = false;
    const faults = [...(await look(page, 'sign-in-refused')), ...same(new URL(page.url()).hash, '', 'the rest of the address')];
    await page.context().close();
    return faults;
  });

  await test('an invited person of a company without passwords joins at its provider', async () => {
    const link = await invite('dora@strict.example');
    const page = await browsing.person();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Welcome, Anna Berger' }).waitFor();
    const faults = [
      ...(await look(page, 'join-provider')),
      ...same(await page.getByLabel('New password', { exact: true }).count(), 0, 'forms for a password'),
    ];
    await atProvider(page, 'Sign in at Strict SE', 'dora@strict.example');
    await isSignedIn(page);
    await page.getByRole('heading', { name: 'Your turn' }).waitFor();
    await page.context().close();
    return faults;
  });

  await browsing.browser.close();
  await world.stop();
}
