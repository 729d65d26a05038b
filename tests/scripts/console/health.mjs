// The page about the health of the exchange: its checks, the worst first, and its nodes.
const screens = [{ name: 'light' }, { name: 'dark', scheme: 'dark' }, { name: 'phone', width: 390, height: 800 }];

export async function testHealth({ test, same, browsing, base, signIn, look, customer, operatorToken }) {
  const whole = async (page, name) => [...(await look(page, name)), ...(await browsing.faultsOfAxe(page, ['minor', 'moderate']))];
  const list = (page) => page.getByRole('list', { name: 'Checks' });
  const check = (page, name) => list(page).getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

  /** Changes the checks of the real answer, so that the page shows states that this machine does not have. */
  const withChecks = (page, changed) =>
    page.route('**/admin/health', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      const checks = data.checks.map((one) => ({ ...one, ...changed()[one.code] }));
      await route.fulfill({ response: answer, json: { data: { ...data, checks } } });
    });
  const bad = {
    certificate: {},
    disk: { state: 'failing', message: 'The disk of the data folder is full. New documents are refused with 503.', help: '/docs/operate/runbook#the-disk-is-full' },
    journal: {
      state: 'failing',
      message: 'The journal accepts reports, but no new documents until the disk has space.',
      help: '/docs/operate/runbook#the-disk-is-full',
    },
    webhooks: {
      state: 'warning',
      message: 'A webhook has refused an event for more than an hour.',
      help: '/docs/operate/runbook#a-webhook-fails-or-was-given-up',
      figures: { failing: 1, oldestAt: new Date(Date.now() - 7_300_000).toISOString() },
    },
  };

  await test('the health of the exchange is in the navigation, and its help is a section of the documentation', async () => {
    const page = await browsing.person();
    await signIn(page, operatorToken);
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    const wrong = [];
    await check(page, 'Journal').getByText('Works').waitFor();
    await check(page, 'Disk').getByText('Free', { exact: true }).waitFor();
    wrong.push(...same(await check(page, 'Journal').getByRole('link').count(), 0, 'links of a check that works'));
    await check(page, 'Backup').getByText('Unknown').waitFor();
    await page.getByRole('table', { name: 'Nodes' }).getByText('(this node)').waitFor();
    await check(page, 'Backup').getByRole('link', { name: 'What to do: Backup' }).click();
    await page.getByRole('heading', { name: 'Back up a folder every day' }).waitFor();
    const { hash } = new URL(page.url());
    wrong.push(...same(await page.locator(hash).count(), 1, `sections with the address ${hash}`));
    await page.context().close();
    return wrong;
  });

  await test('Ctrl-K leads to the page, which is for operators', async () => {
    const page = await browsing.person();
    await signIn(page, operatorToken);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('heal');
    await page.getByRole('option', { name: 'Health' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    const other = await browsing.person();
    await signIn(other, customer.token, '/console/health');
    await other.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await Promise.all([page.context().close(), other.context().close()]);
    return [];
  });

  await test('the worst checks are first, and the page renews itself', async () => {
    const page = await browsing.person();
    let changed = bad;
    await withChecks(page, () => changed);
    await signIn(page, operatorToken, '/console/health');
    await page.getByText('2 checks fail').waitFor();
    const states = await list(page).locator('.status').allInnerTexts();
    const places = states.map((state) => ['Fails', 'Warning', 'Unknown', 'Works'].indexOf(state));
    const wrong = same(places.join(), [...places].sort((one, other) => one - other).join(), 'the order of the states');
    wrong.push(...same(places.includes(-1), false, 'an unknown state'));
    changed = {};
    await page.getByText('2 checks fail').waitFor({ state: 'detached', timeout: 25_000 });
    await check(page, 'Disk').getByText('Fails').waitFor({ state: 'detached' });
    await page.context().close();
    return wrong;
  });

  for (const { name, ...screen } of screens) {
    await test(`${name}: the health of the exchange`, async () => {
      const page = await browsing.person(screen);
      await withChecks(page, () => bad);
      await signIn(page, operatorToken, '/console/health');
      await list(page).waitFor();
      const wrong = await whole(page, `health-${name}`);
      await page.context().close();
      return wrong;
    });
  }

  await test('the page and its sentences are German for a German browser', async () => {
    const page = await browsing.person({ locale: 'de-DE' });
    await page.goto(`${base}/console/health`);
    await page.getByLabel('Token').fill(operatorToken);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Zustand', level: 1 }).waitFor();
    await page.getByText('Webhooks nehmen ihre Ereignisse an.').waitFor();
    const wrong = await whole(page, 'health-german');
    await page.context().close();
    return wrong;
  });
}
