// node demo_walk.mjs URL TOKENS: a clerk and an operator go the ways of the console in the network of `tradepost demo`.
import { Browsing } from './browsing.mjs';
import { addTestToken, demoPages, demoTokens } from './demo_pages.mjs';

const [base, tokensFile] = process.argv.slice(2);
const tokens = demoTokens(tokensFile);
const browsing = await Browsing.begin(base);
const wrong = [];

const settled = async (page) => {
  await page.getByRole('heading').first().waitFor();
  await page.getByText('Loading …').first().waitFor({ state: 'detached' });
};

async function signedIn(company, screen) {
  const page = await browsing.person(screen);
  await page.goto(`${base}/console#token=${tokens[company]}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Your turn' }).waitFor();
  return page;
}

// The markup of Swagger UI has faults of its own, which the suite of the console names.
const isOurs = (name) => name !== 'docs';

await addTestToken(base, tokens);
const pages = await demoPages(base, tokens);
for (const screen of [{}, { scheme: 'dark' }, { width: 360, height: 740 }]) {
  for (const who of ['MUSTERHAUS', 'OPERATOR', 'TEST']) {
    const page = await signedIn(who, screen);
    for (const { name, path, as = 'MUSTERHAUS', act } of pages) {
      if (as !== who) continue;
      await page.goto(base + path);
      await settled(page);
      await act?.(page);
      const faults = await browsing.faultsOfWidth(page);
      if (isOurs(name)) faults.push(...(await browsing.faultsOfAccess(page)));
      wrong.push(...faults.map((fault) => `${name}, ${JSON.stringify(screen)}: ${fault}`));
    }
    await page.context().close();
  }
}

const rows = (page) => page.getByRole('table', { name: 'Transactions', exact: true }).locator('tbody tr');
const search = async (page, text) => {
  await page.getByLabel('Number or SSCC').fill(text);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('number')?.includes(text));
  await settled(page);
};

// From an invoice that was processed, by its number, to the order that it belongs to.
const clerk = await signedIn('MUSTERHAUS');
await clerk.getByRole('link', { name: 'Transactions', exact: true }).click();
await clerk.getByLabel('Kind').selectOption('INVOICE');
await clerk.getByLabel('Status').selectOption('SUCCESS');
await clerk.waitForURL(/type=INVOICE.*status=SUCCESS|status=SUCCESS.*type=INVOICE/);
// The list of before is there until the answer comes.
await clerk.waitForFunction(() => {
  const found = [...document.querySelectorAll('.list tbody tr')];
  return found.length > 0 && found.every((row) => row.textContent.includes('Invoice'));
});
const number = await rows(clerk).first().getByRole('link').first().innerText();
await search(clerk, number);
await clerk.getByRole('link', { name: number }).first().click();
await clerk.getByRole('heading', { name: `Invoice ${number}` }).waitFor();
// The invoice as an e-invoice: the companies of the demo state what the rules require.
const invoice = new URL(clerk.url()).pathname.split('/').pop();
for (const form of ['ubl', 'cii', 'xrechnung', 'xrechnung-cii', 'zugferd']) {
  const asked = `${base}/v2/all-transactions/${invoice}/content?format=${form}`;
  const { status } = await fetch(asked, { headers: { Authorization: `Bearer ${tokens.MUSTERHAUS}` } });
  if (status !== 200) wrong.push(`invoice ${number} as ${form} was answered with ${status}`);
}
await clerk.getByRole('tab', { name: 'Related' }).click();
await clerk.getByRole('tabpanel').getByRole('link', { name: /^Order / }).first().click();
await clerk.getByRole('heading', { name: /^Order / }).waitFor();

// From a pallet's number to the notice that has it, and its label.
await clerk.goto(base + pages.find(({ name }) => name === 'labels').path);
await clerk.locator('.labels img').first().waitFor();
const sscc = (await clerk.locator('.labels').innerText()).match(/\d{18}/)[0];
await clerk.goto(`${base}/console/transactions`);
await search(clerk, sscc);
await rows(clerk).first().getByText('Shipping notice').waitFor();

// A case by its signed link, which needs no sign-in.
const reported = await fetch(`${base}/v2/errors`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${tokens.MUSTERHAUS}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ errorReason: 'The price of item 3 is not agreed.' }),
});
const { errorUrl } = await reported.json();
const stranger = await browsing.person();
await stranger.goto(base + new URL(errorUrl).pathname + new URL(errorUrl).search);
await stranger.getByText('The price of item 3 is not agreed.').first().waitFor();

wrong.push(...browsing.complaints);
await browsing.browser.close();
for (const fault of wrong) console.log(fault);
process.exit(wrong.length === 0 ? 0 : 1);
