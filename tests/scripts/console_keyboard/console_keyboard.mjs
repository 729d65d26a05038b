// The day of a clerk, an operator and an integrator, by keyboard alone, and the number of steps that it takes.
import { readFileSync } from 'node:fs';

import { Browsing } from '../console/browsing.mjs';
import { companies, startExchange } from '../openapi/exchange.mjs';
import { beginTests } from '../openapi/tests.mjs';
import { day, orders, signsIn } from './day.mjs';
import { keyboardAt, mouseAt, until } from './hands.mjs';
import { testPhone } from './phone.mjs';
import { testReturns } from './returns.mjs';
import { words } from './words.mjs';

const guide = new URL('../../../docs/guides/console.md', import.meta.url);
const same = (given, wanted, what) => (given === wanted ? [] : [`${what}: ${JSON.stringify(given)} instead of ${JSON.stringify(wanted)}`]);

// The steps of the first two are counted. The others have the same ones.
const ways = [
  { name: 'keyboard, light, English', handsAt: keyboardAt, language: 'english', screen: {}, counts: 'keys' },
  { name: 'mouse, light, English', handsAt: mouseAt, language: 'english', screen: {}, counts: 'clicks' },
  { name: 'keyboard, dark, German', handsAt: keyboardAt, language: 'german', screen: { scheme: 'dark' } },
  { name: 'keyboard, phone, English', handsAt: keyboardAt, language: 'english', screen: { width: 390, height: 844 } },
];

const browsing = await Browsing.begin('');
const { test, end } = beginTests(() => browsing.complaints.splice(0));

/** A new network, and people who open the console in it. */
async function beginNetwork({ handsAt, language, screen }) {
  const exchange = await startExchange([], companies);
  const base = `http://127.0.0.1:${exchange.port}`;
  browsing.base = base;
  const people = [];
  const begins = async () => {
    const page = await browsing.person({ ...screen, locale: words[language].locale });
    const hands = handsAt(page);
    people.push({ page, hands });
    await page.goto(`${base}/console`);
    return { page, hands, say: words[language], until };
  };
  const ask = async (method, path, token, body) => {
    const answer = await exchange.ask({ method, path, token, body: body && JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body}`);
    return answer.body === '' ? undefined : JSON.parse(answer.body);
  };
  const stop = async (shot) => {
    for (const [at, { page }] of people.entries()) {
      await browsing.shoot(page, `${shot.replace(/\W+/g, '-')}-${at}`, false);
      await page.context().close();
    }
    await exchange.stop();
  };
  return { here: base, tokens: exchange.tokens, people, begins, ask, same, stop };
}

const only = process.env.CONSOLE_WALK ?? '';
const walked = day.filter(({ name }) => name.includes(only));
for (const { name, walk } of walked) {
  const counted = {};
  for (const way of ways) {
    await test(`${name}: ${way.name}`, async () => {
      const network = await beginNetwork(way);
      const { people } = network;
      const faults = () => people.flatMap(({ hands }) => hands.faults());
      try {
        const wrong = await walk(network);
        if (way.counts) counted[way.counts] = people.reduce((count, { hands }) => count + hands.steps(), 0);
        return [...wrong, ...faults()];
      } catch (error) {
        return [error.stack, ...faults()];
      } finally {
        await network.stop(`${name}-${way.name}`);
      }
    });
  }
  const { clicks, keys } = counted;
  console.log(`${name}: ${clicks} clicks, ${keys} keys`);
  await test(`the guide has the steps of: ${name}`, () => {
    const row = readFileSync(guide, 'utf8').split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
    const [, , clicksOfGuide, keysAtMost] = row.split('|').map((cell) => cell.trim());
    // The place of a row in a list depends on random ids, and so does the number of its keys.
    const tooMany = keys <= Number(keysAtMost) ? [] : [`${keys} keys are more than "${row}" says`];
    return [...same(clicksOfGuide, String(clicks), `clicks in the row "${row}" of docs/guides/console.md`), ...tooMany];
  });
}

const network = await beginNetwork(ways[0]);
await orders(network.ask, 'DAY-1');
await testReturns({ test, signsIn, ...network });
await network.stop('returns');

const exchange = await startExchange();
browsing.base = `http://127.0.0.1:${exchange.port}`;
const languages = [{ say: words.german, language: 'German' }, { say: words.english, language: 'English' }];
await testPhone({ test, browsing, exchange, languages });
await exchange.stop();

await browsing.browser.close();
end();
