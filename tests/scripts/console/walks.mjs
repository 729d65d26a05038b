// An exchange with a network, a browser, and what every walk through the console needs.
import { startExchange } from '../openapi/exchange.mjs';
import { beginTests } from '../openapi/tests.mjs';
import { Browsing } from './browsing.mjs';
import { makeNetwork } from './network.mjs';

const operatorToken = 'tp_op_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const same = (given, wanted, what) => (given === wanted ? [] : [`${what}: ${JSON.stringify(given)} instead of ${JSON.stringify(wanted)}`]);

export async function beginWalks() {
  const exchange = await startExchange();
  const base = `http://127.0.0.1:${exchange.port}`;
  const network = await makeNetwork(exchange);
  const browsing = await Browsing.begin(base);
  const { test, end } = beginTests(() => browsing.complaints.splice(0));
  const looked = [];

  async function signIn(page, token, path = '/console/overview') {
    await page.goto(`${base}${path}`);
    await page.getByLabel('Token', { exact: true }).fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.who').waitFor();
  }

  const settled = async (page) => {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.getByText('Loading …').first().waitFor({ state: 'detached' });
  };

  /** What is looked at on every page. */
  async function look(page, name) {
    await settled(page);
    await browsing.shoot(page, name);
    looked.push(name);
    return [...(await browsing.faultsOfAccess(page)), ...(await browsing.faultsOfWidth(page))];
  }

  const customer = await network.newToken('customer');
  const supplier = await network.newToken('supplier');
  return { test, end, same, exchange, base, network, browsing, looked, customer, supplier, operatorToken, signIn, settled, look };
}
