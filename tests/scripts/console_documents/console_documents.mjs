// The walks in which people write, check and send documents, repeat requests, and trade with simulated partners.
import { testCatalogue } from '../console/catalogue.mjs';
import { testChecking } from '../console/checking.mjs';
import { testComposing } from '../console/composing.mjs';
import { testDrafts } from '../console/drafts.mjs';
import { testEInvoices } from '../console/e_invoices.mjs';
import { testRequestLog } from '../console/logged.mjs';
import { testSimulated } from '../console/simulated.mjs';
import { beginWalks } from '../console/walks.mjs';

const walks = await beginWalks();
await testComposing(walks);
await testCatalogue(walks);
await testDrafts(walks);
await testChecking(walks);
await testEInvoices(walks);
await testRequestLog(walks);
await testSimulated(walks);

await walks.browsing.browser.close();
await walks.test('the exchange ends as it should', async () => walks.same(await walks.exchange.stop(), 0, 'exit code'));
console.log(`axe looked at ${walks.looked.length} pages`);
walks.end();
