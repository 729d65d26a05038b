// The walks in which people change something.
import { testAdministration } from '../console/administration.mjs';
import { testHealth } from '../console/health.mjs';
import { testLinks } from '../console/links.mjs';
import { testNumbers } from '../console/numbers.mjs';
import { testMoving } from '../console/moving.mjs';
import { testOperation } from '../console/operation.mjs';
import { testPartners } from '../console/partners.mjs';
import { testSelectingCases, testSelectingTransactions } from '../console/selecting.mjs';
import { testOwnTokens } from '../console/tokens.mjs';
import { beginWalks } from '../console/walks.mjs';
import { testWebhooks } from '../console/webhooks.mjs';

const walks = await beginWalks();
await testOwnTokens(walks);
await testNumbers(walks);
await testAdministration(walks);
await testOperation(walks);
await testMoving(walks);
await testHealth(walks);
await testPartners(walks);
await testWebhooks(walks);
await testSelectingTransactions(walks);
await testSelectingCases(walks);
await testLinks(walks);

await walks.browsing.browser.close();
await walks.test('the exchange ends as it should', async () => walks.same(await walks.exchange.stop(), 0, 'exit code'));
console.log(`axe looked at ${walks.looked.length} pages`);
walks.end();
