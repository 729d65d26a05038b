// /docs/api: the clothes of the console, and requests that are tried with its session.
export async function testDocs({ test, same, browsing, base, signIn, customer, looked }) {
  const show = async (page) => {
    await page.goto(`${base}/docs/api`);
    await page.locator('.opblock').first().waitFor();
  };
  const row = (page, id) => page.locator(`.opblock[id$="-${id}"]`);
  // With this many operations, Swagger UI makes only the rows that are in view.
  const scrollTo = async (page, id) => {
    const isThere = (selector) =>
      new Promise((done) => {
        window.scrollTo(0, 0);
        const step = () => {
          const { scrollHeight, clientHeight } = document.documentElement;
          if (document.querySelector(selector) || scrollY + clientHeight >= scrollHeight) return done(document.querySelector(selector) !== null);
          window.scrollBy(0, clientHeight / 2);
          requestAnimationFrame(() => requestAnimationFrame(step));
        };
        step();
      });
    if (!(await page.evaluate(isThere, `.opblock[id$="-${id}"]`))) throw new Error(`no operation ${id}`);
  };
  const open = async (page, id) => {
    await scrollTo(page, id);
    await row(page, id).locator('.opblock-summary-control').click();
    await row(page, id).locator('.opblock-body').waitFor();
  };

  // Swagger UI nests a link in a button, and gives selects no names and boxes that scroll no focus.
  const ofSwagger = /^axe: (nested-interactive|select-name|scrollable-region-focusable):/;
  const faultsOfAccess = async (page) => (await browsing.faultsOfAccess(page)).filter((fault) => !ofSwagger.test(fault));

  for (const screen of [{ name: 'light' }, { name: 'dark', scheme: 'dark' }, { name: 'phone', width: 360, height: 740 }]) {
    await test(`${screen.name}: /docs/api is dressed as the console is`, async () => {
      const page = await browsing.person(screen);
      const looks = () =>
        page.evaluate(() => {
          const { backgroundColor, fontFamily } = getComputedStyle(document.body);
          const frame = document.querySelector('.side') ?? document.querySelector('.bar');
          return JSON.stringify([backgroundColor, fontFamily, getComputedStyle(frame).backgroundColor]);
        });
      await signIn(page, customer.token);
      const ofConsole = await looks();
      await show(page);
      const wrong = same(await looks(), ofConsole, 'the looks of /docs/api');
      await browsing.shoot(page, `docs-${screen.name}`, false);
      await open(page, 'listCases');
      await row(page, 'listCases').scrollIntoViewIfNeeded();
      await browsing.shoot(page, `docs-open-${screen.name}`, false);
      looked.push(`docs-${screen.name}`);
      wrong.push(...(await faultsOfAccess(page)), ...(await browsing.faultsOfWidth(page)));
      await page.getByRole('link', { name: 'Console', exact: true }).click();
      await page.getByRole('heading', { name: 'Your turn' }).waitFor();
      await page.context().close();
      return wrong;
    });
  }

  await test('/docs/api sends what is tried with the session, and says as whom', async () => {
    const page = await browsing.person();
    await signIn(page, customer.token);
    await show(page);
    const wrong = (await page.getByRole('status').innerText()).includes('customer') ? [] : ['it does not say as whom'];
    await open(page, 'ping');
    await row(page, 'ping').getByRole('button', { name: 'Try it out' }).click();
    await row(page, 'ping').getByRole('button', { name: 'Execute' }).click();
    await row(page, 'ping').locator('.live-responses-table .response-col_status', { hasText: '204' }).waitFor();
    await open(page, 'postError');
    await row(page, 'postError').getByRole('button', { name: 'Try it out' }).click();
    await row(page, 'postError').getByRole('button', { name: 'Execute' }).click();
    await row(page, 'postError').locator('.live-responses-table .response-col_status', { hasText: '201' }).waitFor();
    if ((await page.locator('body').innerText()).includes('X-Tradepost-Console: 1')) wrong.push('the example to copy has a header of the console');
    await page.context().close();
    return wrong;
  });

  await test('/docs/api says why nothing can be tried without a session', async () => {
    const page = await browsing.person({ locale: 'de-DE' });
    await show(page);
    const wrong = (await page.getByRole('status').innerText()).includes('weil Sie nicht angemeldet sind') ? [] : [await page.getByRole('status').innerText()];
    await open(page, 'ping');
    wrong.push(...same(await page.getByRole('button', { name: 'Try it out' }).count(), 0, 'buttons to try'));
    await page.getByRole('link', { name: 'An der Konsole anmelden' }).click();
    await page.getByRole('button', { name: 'Anmelden' }).waitFor();
    await page.context().close();
    return wrong;
  });

  await test('/docs/api keeps the colours that were chosen in the console', async () => {
    const page = await browsing.person();
    await page.goto(`${base}/console`);
    await page.getByLabel('Colours').selectOption('dark');
    await show(page);
    const scheme = await page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
    await page.context().close();
    return same(scheme, 'dark', 'colours');
  });
}
