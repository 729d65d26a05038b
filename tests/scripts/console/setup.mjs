// A network for a walk in which administrators set up their participant.
import { companies, startExchange } from '../openapi/exchange.mjs';

export const password = 'vier einfache Worte hier';
const patienceMs = 60_000;

export const screens = [
  { name: 'light' },
  { name: 'dark', scheme: 'dark' },
  { name: 'phone', width: 390, height: 844 },
  { name: 'german', locale: 'de-DE', scheme: 'dark', width: 390, height: 844 },
];

export async function beginSetup(browsing, options = []) {
  const exchange = await startExchange(options, companies);
  const before = browsing.base;
  const here = `http://127.0.0.1:${exchange.port}`;
  browsing.base = here;

  const answered = async (method, path, token, body) => {
    const answer = await exchange.ask({ method, path, token, body: typeof body === 'object' ? JSON.stringify(body) : body });
    return { status: answer.status, json: answer.body === '' ? undefined : JSON.parse(answer.body) };
  };
  const ask = async (...asked) => {
    const { status, json } = await answered(...asked);
    if (status >= 300) throw new Error(`${asked[0]} ${asked[1]} was answered with ${status}: ${JSON.stringify(json)}`);
    return json;
  };
  const { items } = await ask('GET', '/admin/participants?per_page=100', 'operator');
  const idOf = (party) => items.find(({ name }) => name === companies[party]).id;

  let people = 0;
  /** A page in which a new person of a party has signed in. */
  const joined = async (party, role, screen) => {
    const email = `person${(people += 1)}@example.org`;
    const invitation = { name: 'Cara Ende', email, role, participant: idOf(party) };
    const { link } = (await ask('POST', '/admin/invitations', 'operator', invitation)).data;
    const page = await browsing.person(screen);
    await page.goto(link.replace(/^https?:..[^/]+/, here));
    await page.locator('input[type=password]').fill(password);
    await page.keyboard.press('Enter');
    await page.locator('.who').waitFor();
    return page;
  };
  const until = async (what, isSo) => {
    const end = Date.now() + patienceMs;
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error(`not within a minute: ${what}`);
      await new Promise(setImmediate); // a receiver of the test gets its turn
    }
  };
  const end = async () => {
    browsing.base = before;
    await exchange.stop();
  };
  return { here, answered, ask, idOf, joined, until, end };
}

/** Presses Tab until this element has the focus, as a person without a mouse does. */
export async function tabTo(page, locator) {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await locator.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${locator}`);
}

/** Opens a page by the search of Ctrl-K. */
export async function openByKeyboard(page, name) {
  await page.keyboard.press('Control+k');
  await page.locator('.palette input').waitFor();
  await page.keyboard.type(name);
  await page.getByRole('option', { name, exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
}
