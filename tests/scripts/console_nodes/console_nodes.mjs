// The walks of people, on two nodes with PostgreSQL. The browser is at one node, and all else is sent to the other one.
import { Browsing } from '../console/browsing.mjs';
import { testNotices } from '../console/notices.mjs';
import { testPeople } from '../console/people.mjs';
import { testProviders } from '../console/providers.mjs';
import { startExchange, startNode } from '../openapi/exchange.mjs';
import { beginTests } from '../openapi/tests.mjs';
import { startPostgres } from './postgres.mjs';

const same = (given, wanted, what) => (given === wanted ? [] : [`${what}: ${JSON.stringify(given)} instead of ${JSON.stringify(wanted)}`]);

const postgres = startPostgres();
const store = ['--store', postgres.create('people')];
const exchange = await startExchange(store);
const node = await startNode(store);
const base = `http://127.0.0.1:${node.port}`;
const browsing = await Browsing.begin(base);
const { test, end } = beginTests(() => browsing.complaints.splice(0));
const look = async () => [];

/** Two nodes that send e-mail. The browser is at the other one. */
async function startMailing(options) {
  const all = [...options, '--store', postgres.create('mail')];
  const sending = await startExchange(all);
  const other = await startNode(all);
  const stop = async () => {
    await other.stop();
    await sending.stop();
  };
  return { sending, here: `http://127.0.0.1:${other.port}`, stop };
}

await testPeople({ test, browsing, base, exchange, look, same, mail: startMailing });
await testProviders({ test, same, store: ['--store', postgres.create('providers')] });
await testNotices({ test, same, browsing, look, store: ['--store', postgres.create('notices')] });

await browsing.browser.close();
await node.stop();
await exchange.stop();
postgres.stop();
end();
