// People sign in at a provider, and begin sessions of a served exchange.
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { json } from 'node:stream/consumers';

import { binary } from '../openapi/exchange.mjs';
import { signIn } from './browser.mjs';
import { callback, publicUrl } from './provider.mjs';
import { startWorld } from './world.mjs';

const password = 'vier einfache Worte hier';
const console_ = { 'x-tradepost-console': '1', 'sec-fetch-site': 'same-origin' };
const refusedFor = (reason) => `${publicUrl}/console#sign-in=${reason}`;
const pairOf = (cookie) => cookie.split(';')[0];

export async function testServing(test) {
  const world = await startWorld();
  const { exchange, participant, providers } = world;

  const ask = (path, { method = 'GET', body, cookies = [], headers = {} } = {}) =>
    fetch(`http://127.0.0.1:${exchange.port}${path}`, {
      method,
      redirect: 'manual',
      body: body && JSON.stringify(body),
      headers: { 'content-type': 'application/json', cookie: cookies.join('; '), ...console_, ...headers },
    });
  const dataOf = async (answer) => (await answer.json()).data;
  const byOperator = async (method, path, body) => {
    const answer = await exchange.ask({ method, path, token: 'operator', body: JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body).data;
  };
  const invited = async (email, more) => {
    const made = await byOperator('POST', '/admin/invitations', { name: 'Anna Huber', email, role: 'clerk', participant, ...more });
    return { ...made, link: made.link.split('#')[1] };
  };
  const use = (link) => ask('/v2/links/use', { method: 'POST', body: { link, password } });
  const withPassword = (email) => ask('/v2/sign-in', { method: 'POST', body: { email, password } });

  const begin = async (body) => {
    const answer = await ask('/v2/sign-in/provider', { method: 'POST', body });
    if (answer.status !== 200) throw new Error(`the sign-in began with ${answer.status}: ${await answer.text()}`);
    return { url: (await dataOf(answer)).url, cookie: answer.headers.getSetCookie()[0] };
  };
  /** The answer to the browser that comes back: its address, and the session cookie, if there is one. */
  const end = async (query, cookie) => {
    const answer = await ask(`/v2/sign-in/provider/callback?${query}`, {
      cookies: cookie ? [pairOf(cookie)] : [],
      headers: { 'sec-fetch-site': 'cross-site', 'x-tradepost-console': '' },
    });
    const set = answer.headers.getSetCookie();
    const session = set.find((one) => one.startsWith('tradepost_session='));
    return { status: answer.status, address: answer.headers.get('location'), set, session: session && pairOf(session) };
  };
  const back = (url, account, how) => signIn(url, account, { returnsTo: callback, ...how });
  const signsIn = async (account, body = { email: account }, how = {}) => {
    const { url, cookie } = await begin(body);
    return end(await back(url, account, how), cookie);
  };
  const me = async (session) => dataOf(await ask('/v2/me', { cookies: [session] }));
  const statusOf = async (session) => (await ask('/v2/me', { cookies: [session] })).status;
  const roleOf = async (session) => (await me(session)).memberships.find((one) => one.participant?.id === participant)?.role;

  const differences = (...pairs) =>
    pairs
      .filter(([is, expected]) => JSON.stringify(is) !== JSON.stringify(expected))
      .map(([is, expected]) => `${JSON.stringify(is)} instead of ${JSON.stringify(expected)}`);

  await test('invited_person_signs_in_at_the_provider_without_a_password', async () => {
    await invited('anna@example.org');
    const { url, cookie } = await begin({ page: '/console/cases?state=open' });
    const answer = await end(await back(url, 'anna@example.org'), cookie);
    const { email, hasPassword, provider, session } = await me(answer.session);
    const [attempt, ...others] = answer.set;
    return differences(
      [cookie.replace(/=[^;]+/, '='), 'tradepost_sign_in=; Path=/v2/sign-in; Max-Age=600; HttpOnly; SameSite=Lax'],
      [attempt, 'tradepost_sign_in=; Path=/v2/sign-in; Max-Age=0; HttpOnly; SameSite=Lax'],
      [others.every((one) => one.endsWith('; HttpOnly; SameSite=Strict')), true],
      [[answer.status, answer.address], [303, `${publicUrl}/console/cases?state=open`]],
      [[email, hasPassword, provider], ['anna@example.org', false, { name: 'Example Login', passwords: true }]],
      [Date.now() - Date.parse(session.confirmedAt) < 60_000, true],
    );
  });

  await test('ways_to_sign_in_name_the_provider_of_everybody_only', async () =>
    differences([
      await dataOf(await ask('/v2/sign-in')),
      { passwordResets: false, provider: { name: 'Example Login', passwords: true }, companyProviders: true },
    ]));

  await test('person_without_invitation_or_access_is_refused', async () => {
    const stranger = await signsIn('stranger@example.org');
    const { person } = await invited('disabled@example.org');
    await signsIn('disabled@example.org');
    await byOperator('PATCH', `/admin/people/${person}`, { state: 'disabled' });
    const disabled = await signsIn('disabled@example.org');
    return differences(
      ...[stranger, disabled].map(({ status, address, session }) => [
        [status, address, session],
        [303, refusedFor('not-invited'), undefined],
      ]),
    );
  });

  await test('claim_gives_changes_and_ends_a_role_without_an_invitation', async () => {
    const account = 'eva@huber.example';
    providers.say(account, { groups: ['sports', 'trade-readers'] });
    const { session } = await signsIn(account);
    const roles = [await roleOf(session)];
    providers.say(account, { groups: ['trade-readers', 'it'] });
    await signsIn(account);
    roles.push(await roleOf(session));
    providers.say(account, { groups: ['sports'] });
    const ended = await signsIn(account);
    return differences(
      [roles, ['reader', 'administrator']],
      [ended.address, refusedFor('not-invited')],
      [await statusOf(session), 401],
    );
  });

  await test('address_that_the_provider_has_not_verified_is_refused', async () => {
    await invited('ben@example.org');
    providers.say('ben@example.org', { email_verified: false });
    const refused = await signsIn('ben@example.org');
    await invited('ben@strict.example');
    providers.say('ben@strict.example', { email_verified: false });
    const trusted = await signsIn('ben@strict.example');
    return differences([refused.address, refusedFor('failed')], [trusted.address, `${publicUrl}/console`]);
  });

  // Somebody who has an account at one provider can't become a person of another one.
  await test('provider_names_only_people_of_its_own_domains', async () => {
    await invited('chef@huber.example', { role: 'administrator' });
    providers.say('eve', { email: 'chef@huber.example' });
    const { url, cookie } = await begin({}); // at the provider of everybody
    const atOther = await end(await back(url, 'eve'), cookie);
    providers.say('mallory', { email: 'anna@example.org' });
    const ofOther = await signsIn('mallory', { email: 'x@huber.example' });
    return differences(
      [[atOther.address, atOther.session], [refusedFor('failed'), undefined]],
      [[ofOther.address, ofOther.session], [refusedFor('failed'), undefined]],
    );
  });

  await test('other_account_with_the_same_address_is_refused', async () => {
    providers.say('impostor', { email: 'anna@example.org' });
    const { url, cookie } = await begin({});
    const { address, session } = await end(await back(url, 'impostor'), cookie);
    return differences([[address, session], [refusedFor('not-invited'), undefined]]);
  });

  await test('password_from_before_the_first_sign_in_at_the_provider_ends', async () => {
    const { link } = await invited('carl@example.org');
    await use(link);
    const before = await withPassword('carl@example.org');
    const stolen = pairOf(before.headers.getSetCookie()[0]);
    const { session } = await signsIn('carl@example.org');
    const after = await withPassword('carl@example.org');
    return differences(
      [before.status, 201],
      [await statusOf(session), 200],
      [await statusOf(stolen), 401],
      [[after.status, (await after.json()).detailCode], [401, 'sign_in_wrong']],
    );
  });

  await test('company_without_passwords_uses_the_provider_only', async () => {
    const { link } = await invited('dora@strict.example');
    const looked = await dataOf(await ask('/v2/links/look', { method: 'POST', body: { link } }));
    const answers = [await use(link), await withPassword('dora@strict.example'), await withPassword('unknown@strict.example')];
    const codes = await Promise.all(answers.map(async (answer) => `${answer.status} ${(await answer.json()).detailCode}`));
    const { session } = await signsIn('dora@strict.example');
    return differences(
      [looked.provider, { name: 'Strict SE', passwords: false }],
      [codes, Array(3).fill('409 password_forbidden')],
      [await statusOf(session), 200],
    );
  });

  await test('redirect_without_the_cookie_of_its_sign_in_is_refused', async () => {
    const first = await begin({});
    const query = await back(first.url, 'anna@example.org');
    const other = await begin({});
    const answers = [
      await end(query), // fixation: the attacker lets another browser follow the redirect
      await end(query, other.cookie),
      await end(query, `tradepost_sign_in=${'A'.repeat(400)}`),
      await end('', first.cookie),
      await end('error=access_denied', first.cookie),
    ];
    return differences(
      ...answers.map(({ status, address, session }) => [[status, address, session], [303, refusedFor('failed'), undefined]]),
      [(await end(query, first.cookie)).address, `${publicUrl}/console`],
      [(await end(query, first.cookie)).address, refusedFor('failed')], // the code was used
    );
  });

  await test('person_who_cancels_returns_to_the_console', async () => {
    const { address } = await signsIn('anna@example.org', {}, { cancels: true });
    return differences([address, refusedFor('cancelled')]);
  });

  await test('sign_in_leads_to_pages_of_the_console_only', async () => {
    const elsewhere = ['https://evil.example', '//evil.example', '/console//evil.example/..', '/consoles', '/v2/me', '/console\\evil', '/console/\r\nX: y'];
    const statuses = await Promise.all(elsewhere.map(async (page) => (await ask('/v2/sign-in/provider', { method: 'POST', body: { page } })).status));
    return differences([statuses, elsewhere.map(() => 422)]);
  });

  await test('confirmation_lets_the_provider_ask_the_person_again', async () => {
    const usual = new URL((await begin({ email: 'anna@example.org' })).url).searchParams;
    const again = new URL((await begin({ email: 'anna@example.org', purpose: 'confirmation' })).url).searchParams;
    const words = (query) => ['prompt', 'max_age', 'login_hint'].map((name) => query.get(name));
    return differences([words(usual), [null, '43200', 'anna@example.org']], [words(again), ['login', '0', 'anna@example.org']]);
  });

  await test('page_of_another_origin_begins_no_sign_in_for_a_person_in_a_session', async () => {
    const { session } = await signsIn('anna@example.org');
    const answer = await ask('/v2/sign-in/provider', { method: 'POST', body: {}, cookies: [session], headers: { 'sec-fetch-site': 'cross-site' } });
    const without = await ask('/v2/sign-in/provider', { method: 'POST', body: {}, cookies: [session], headers: { 'x-tradepost-console': '' } });
    return differences([answer.status, 200], [without.status, 403]); // the cookie of a foreign page counts as none
  });

  const doctor = async () => {
    const settings = ['--data', dirname(providers.file), '--public-url', publicUrl, ...providers.options];
    const child = spawn(binary, ['doctor', '--quick', '--json', ...settings], { stdio: ['ignore', 'pipe', 'ignore'] });
    const { findings } = await json(child.stdout);
    return findings.filter(({ check }) => check === 'providers').map(({ health, sentence }) => `${health} ${sentence.replace(/ http:.*/, '')}`);
  };

  await test('provider_that_is_away_is_reported', async () => {
    const well = await doctor();
    await providers.leave();
    const away = await doctor();
    await exchange.restart(providers.options);
    const answer = await ask('/v2/sign-in/provider', { method: 'POST', body: {} });
    const each = (form) => ['everybody', 'huber', 'strict'].map(form);
    return differences(
      [well, each((id) => `good The provider ${id} answers.`)],
      [away, each((id) => `warning The provider ${id} can't be used: The provider did not answer.`)],
      [[answer.status, (await answer.json()).detailCode], [503, 'provider_away']],
    );
  });

  await world.stop();
}
