// The pages of an operator that show the whole network: relationships, inboxes and settings.
const screens = [{ name: 'light' }, { name: 'dark', scheme: 'dark' }, { name: 'phone', width: 390, height: 800 }];

export async function testOperation({ test, same, browsing, base, exchange, signIn, look, customer, operatorToken }) {
  const ask = async (method, path, body) => {
    const answer = await exchange.ask({ method, path, token: 'operator', body: body === undefined ? undefined : JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const dialog = (page) => page.getByRole('dialog');
  const closed = (page) => dialog(page).waitFor({ state: 'detached' });
  const whole = async (page, name) => [...(await look(page, name)), ...(await browsing.faultsOfAxe(page, ['minor', 'moderate']))];
  const idOf = async (name) => (await ask('GET', `/admin/participants?filter[name]=${name}`)).items[0].id;
  const statusOf = async (from, to) => {
    const { items } = await ask('GET', `/admin/relationships?filter[participant]=${await idOf(from)}&per_page=100`);
    return items.find((one) => one.from.name === from && one.to.name === to)?.status;
  };

  await test('a relationship is blocked in the matrix after a confirmation, and accepted again', async () => {
    const page = await browsing.person();
    await signIn(page, operatorToken, '/console/relationships');
    const place = (state) => page.getByRole('button', { name: `supplier → keyed: ${state}` });
    await page.getByRole('table', { name: 'Matrix of relationships' }).waitFor();
    await page.getByLabel('Participant').fill('keyed');
    await page.getByRole('button', { name: /^supplier → customer/ }).waitFor({ state: 'detached' });
    await place('No relationship').focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('button', { name: /^Accept/ }).waitFor();
    const wrong = await whole(page, 'relationship');
    await dialog(page).getByRole('button', { name: /^Accept/ }).click();
    await closed(page);
    await place('Accepted').click();
    wrong.push(...same(await statusOf('supplier', 'keyed'), 'active', 'status after accepting'));
    await dialog(page).getByRole('button', { name: /^Block/ }).click();
    await dialog(page).getByText('are refused from now on').waitFor();
    wrong.push(...(await whole(page, 'block-relationship')));
    await dialog(page).getByRole('button', { name: 'Block', exact: true }).click();
    await closed(page);
    await place('Blocked').waitFor();
    wrong.push(...same(await statusOf('supplier', 'keyed'), 'blocked', 'status after blocking'));
    await page.getByLabel('Status').selectOption('blocked');
    const row = page.getByRole('table', { name: 'Relationships' }).getByRole('row').filter({ hasText: /supplier.*keyed/ });
    await row.getByRole('button', { name: /^Accept/ }).click();
    await row.waitFor({ state: 'detached' });
    wrong.push(...same(await statusOf('supplier', 'keyed'), 'active', 'status after accepting in the list'));
    await page.context().close();
    return wrong;
  });

  await test('the list of changes names the participants of a relationship and of a participant, with links', async () => {
    const page = await browsing.person();
    await signIn(page, operatorToken, '/console/events');
    const row = page.getByRole('row').filter({ hasText: 'active' }).first();
    await row.getByRole('link', { name: 'keyed' }).waitFor();
    const wrong = same(await row.getByRole('link', { name: 'supplier' }).count(), 1, 'the sender of the relationship');
    wrong.push(...(await whole(page, 'changes')));
    await row.getByRole('link', { name: 'keyed' }).click();
    await page.getByRole('heading', { name: 'keyed' }).waitFor();
    await page.context().close();
    return wrong;
  });

  for (const { name, ...screen } of screens) {
    await test(`${name}: relationships, inboxes and settings`, async () => {
      const page = await browsing.person(screen);
      await signIn(page, operatorToken, '/console/relationships');
      await page.getByRole('table', { name: name === 'phone' ? 'Relationships' : 'Matrix of relationships' }).waitFor();
      const wrong = await whole(page, `relationships-${name}`);
      await page.getByRole('link', { name: 'Inboxes' }).click();
      await page.getByRole('table', { name: 'Inboxes' }).waitFor();
      wrong.push(...(await whole(page, `queues-${name}`)));
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('table', { name: 'Operators with a token' }).waitFor();
      wrong.push(...(await whole(page, `settings-${name}`)));
      await page.getByRole('link', { name: 'Participants' }).click();
      await page.getByRole('link', { name: 'supplier' }).click();
      await page.getByRole('table', { name: 'Tokens' }).waitFor();
      wrong.push(...(await whole(page, `participant-${name}`)));
      await page.context().close();
      return wrong;
    });
  }

  await test('inboxes are sorted by trouble, and lead to their documents and participants', async () => {
    const page = await browsing.person();
    await signIn(page, operatorToken);
    await page.getByRole('link', { name: 'See all inboxes' }).click();
    await page.getByRole('heading', { name: 'Inboxes', level: 1 }).waitFor(); // the first page has such a table, too
    const table = page.getByRole('table', { name: 'Inboxes' });
    await table.waitFor();
    const states = await table.locator('tbody .status').allInnerTexts();
    const order = ['stopped collecting', 'never collected', 'documents wait', 'documents failed', 'documents are held', 'nothing waits'];
    const places = states.map((state) => order.indexOf(state));
    const wrong = same(places.join(), [...places].sort((one, other) => one - other).join(), 'the order of the states');
    wrong.push(...same(places.includes(-1), false, 'an unknown state'));
    const row = table.getByRole('row').filter({ hasText: 'supplier' }).filter({ hasText: 'LIVE' });
    await row.getByRole('link').nth(1).click();
    await page.getByRole('table', { name: 'Transactions', exact: true }).waitFor();
    const { searchParams } = new URL(page.url());
    wrong.push(...same(searchParams.get('status'), 'PENDING', 'status'), ...same(searchParams.get('partner'), await idOf('supplier'), 'partner'));
    await page.goBack();
    await row.getByRole('link', { name: 'supplier' }).click();
    await page.getByRole('heading', { name: 'supplier', level: 1 }).waitFor();
    await page.context().close();
    return wrong;
  });

  await test('a phone shows an inbox in two lines, and all its fields on the page of the participant', async () => {
    const wrong = [];
    for (const [locale, name] of [['en-GB', 'Last collected'], ['de-DE', 'Letzte Abholung']]) {
      const page = await browsing.person({ locale, width: 360, height: 740 });
      const lastPoll = new Date().toISOString();
      const states = [
        { pending: 0, failed: 0, held: 0, lastPoll },
        { pending: 0, failed: 0, held: 999, lastPoll },
        { pending: 0, failed: 999, held: 1, lastPoll },
        { pending: 999, failed: 1, held: 1, lastPoll },
        { pending: 999, failed: 1, held: 1, lastPoll, isOverdue: true },
        { pending: 999, failed: 1, held: 1, lastPoll: null },
      ];
      await page.route('**/admin/queues?*', async (route) => {
        const answer = await route.fetch();
        const { items, ...more } = await answer.json();
        const [queue] = items.filter(({ participant }) => participant.name === 'supplier');
        const others = states.map((state, at) => {
          const participant = { id: queue.participant.id.replace(/.$/, at), name: `Getränkefachgroßhandel ${at}` };
          return { ...queue, ...state, participant, flow: at % 2 === 0 ? 'TEST' : 'LIVE' };
        });
        await route.fulfill({ response: answer, json: { ...more, items: [queue, ...others] } });
      });
      await page.goto(`${base}/console/queues#token=${operatorToken}`);
      await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click();
      const rows = page.getByRole('table').locator('tbody tr');
      await rows.first().waitFor();
      wrong.push(...(await whole(page, `queues-phone-${locale}`)), ...(await browsing.faultsOfTargets(page)));
      const shown = await rows.evaluateAll((all) => all.map((row) => ({
        height: row.getBoundingClientRect().height,
        names: [...row.querySelectorAll('td')].filter((cell) => cell.checkVisibility()).map(({ dataset }) => dataset.name),
        tops: [...row.querySelectorAll('[data-place=head], [data-place=status]')].map((cell) => Math.round(cell.getBoundingClientRect().top)),
        isCut: [...row.querySelectorAll('[data-place=why], [data-place=status]')].some((cell) => cell.scrollWidth > cell.clientWidth),
      })));
      for (const { height, names, tops, isCut } of shown) {
        if (height > 76 || Math.abs(tops[0] - tops[1]) > 12) wrong.push(`${locale}: a row of ${height} with the state at ${tops}`);
        wrong.push(...same(names.includes(name), true, `${locale}: the last poll among ${names}`));
        wrong.push(...same(isCut, false, `${locale}: the last poll or the state is cut`));
        if (names.length > 4) wrong.push(`${locale}: the fields ${names}`);
      }
      await page.unroute('**/admin/queues?*');
      await rows.getByRole('link', { name: 'supplier' }).first().click();
      await page.getByRole('heading', { name: 'supplier', level: 1 }).waitFor();
      const inbox = page.getByRole('table', { name: /^(Inboxes|Eingänge)$/ }).locator('tbody tr').first();
      await inbox.waitFor();
      wrong.push(...same(await inbox.locator('td:visible').count(), 8, `${locale}: fields on the page of the participant`));
      await page.context().close();
    }
    return wrong;
  });

  await test('the page of inboxes marks a recipient that stopped collecting', async () => {
    const wrong = [];
    for (const locale of ['en-GB', 'de-DE']) {
      const page = await browsing.person({ locale });
      await page.route('**/admin/queues?*', async (route) => {
        const answer = await route.fetch();
        const { items, ...more } = await answer.json();
        wrong.push(...same(items.filter(({ isOverdue }) => isOverdue).length, 0, 'overdue recipients'));
        const marked = items.map((item, at) => ({ ...item, isOverdue: at === items.length - 1 }));
        await route.fulfill({ response: answer, json: { ...more, items: marked } });
      });
      await page.goto(`${base}/console/queues#token=${operatorToken}`);
      await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click();
      await page.locator('tbody tr').first().getByText(/^(stopped collecting|holt nicht mehr ab)$/).waitFor();
      wrong.push(...(await whole(page, `queues-marked-${locale}`)));
      await page.context().close();
    }
    return wrong;
  });

  await test('keys lead row by row through tables with several links in a row, and / to the search', async () => {
    const page = await browsing.person();
    await signIn(page, operatorToken);
    const focused = () => page.evaluate(() => document.activeElement.closest('tr')?.rowIndex);
    const wrong = [];
    for (const [path, name] of [['queues', 'Inboxes'], ['relationships', 'Matrix of relationships'], ['participants', 'Participants']]) {
      await page.goto(`${base}/console/${path}`);
      await page.getByRole('table', { name }).locator('tbody tr').nth(2).waitFor();
      const seen = [];
      for (const key of ['j', 'j', 'ArrowDown', 'k']) {
        await page.keyboard.press(key);
        seen.push(await focused());
      }
      wrong.push(...same(seen.join(), '1,2,3,2', `rows with the focus in ${path}`));
      if (path === 'queues') continue;
      await page.keyboard.press('/');
      const keys = await page.evaluate(() => document.activeElement.getAttribute('aria-keyshortcuts'));
      wrong.push(...same(keys, '/', `the focus after / in ${path}`));
    }
    await page.goto(`${base}/console/relationships`);
    await page.getByLabel('Status').selectOption('active');
    const second = page.getByRole('table', { name: 'Relationships' }).locator('tbody tr').nth(1);
    await second.getByRole('link').nth(1).focus();
    await page.keyboard.press('k');
    wrong.push(...same(await focused(), 1, 'the row above the second link of a row'));
    await page.context().close();
    return wrong;
  });

  await test('settings are changed section by section, and the API reads them', async () => {
    const before = (await ask('GET', '/admin/settings')).data;
    const page = await browsing.person();
    await signIn(page, operatorToken, '/console/settings');
    const section = (name) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) });
    const hosts = section('Hosts that webhooks may call');
    browsing.isPatient = true; // a refused change is an error to the browser
    await hosts.getByLabel('Host names').fill('*.*.example.org');
    await hosts.getByRole('button', { name: 'Save' }).click();
    await hosts.getByRole('alert').waitFor();
    browsing.isPatient = false;
    await hosts.getByLabel('Host names').fill('127.0.0.1\n*.example.org');
    await hosts.getByRole('button', { name: 'Save' }).click();
    await hosts.getByText('Saved.').waitFor();
    const retention = section('Retention');
    await retention.getByLabel('Inventory report: Content, in days').fill('36500');
    await retention.getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByText('cannot be restored').waitFor();
    const wrong = await whole(page, 'retention');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await retention.getByText('Saved.').waitFor();
    // A colleague changes the hosts while the form has older ones.
    const targetsNow = async () => (await ask('GET', '/admin/settings')).data.webhookTargets.targets.join();
    await ask('PUT', '/admin/webhook-targets', { targets: ['10.0.0.7'] });
    await hosts.getByLabel('Host names').fill('10.0.0.8');
    await hosts.getByRole('button', { name: 'Save' }).click();
    await hosts.getByRole('alert').getByText('was changed after you opened the page').waitFor();
    wrong.push(...(await whole(page, 'settings-changed')), ...same(await targetsNow(), '10.0.0.7', 'hosts of the colleague'));
    await hosts.getByRole('button', { name: 'Load it again' }).click();
    await hosts.getByRole('alert').waitFor({ state: 'detached' });
    wrong.push(...same(await hosts.getByLabel('Host names').inputValue(), '10.0.0.7', 'loaded hosts'));
    await hosts.getByLabel('Host names').fill('127.0.0.1\n*.example.org');
    await hosts.getByRole('button', { name: 'Save' }).click();
    await hosts.getByText('Saved.').waitFor();
    const network = section('Who may trade with whom');
    await network.getByRole('combobox').selectOption('open');
    await network.getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByRole('button', { name: 'Open the network' }).click();
    await network.getByText('Saved.').waitFor();
    const { data } = await ask('GET', '/admin/settings');
    wrong.push(
      ...same(data.webhookTargets.targets.join(), '127.0.0.1,*.example.org', 'hosts'),
      ...same(JSON.stringify(data.retention.rules), '[{"kind":"INVENTORY_REPORT","contentDays":36500}]', 'retention'),
      ...same(data.network.mode, 'open', 'network'),
    );
    await network.getByRole('combobox').selectOption('approved');
    await network.getByRole('button', { name: 'Save' }).click();
    await network.getByText('Saved.').waitFor();
    wrong.push(...same((await ask('GET', '/admin/settings')).data.network.mode, 'approved', 'network'));
    await ask('PUT', '/admin/webhook-targets', before.webhookTargets);
    await ask('PUT', '/admin/retention', before.retention);
    await page.context().close();
    return wrong;
  });

  await test('number ranges and operators are added, and an operator is removed', async () => {
    const page = await browsing.person();
    await signIn(page, operatorToken, '/console/settings');
    await page.getByRole('button', { name: 'Add a range' }).click();
    await dialog(page).getByLabel('Participant').fill('keyed');
    await dialog(page).getByLabel('Flow').selectOption('TEST');
    await dialog(page).getByLabel('Extension digit').fill('12');
    await dialog(page).getByLabel('Number after the last').fill('1000');
    browsing.isPatient = true; // a refused change is an error to the browser
    await dialog(page).getByRole('button', { name: 'Add a range' }).click();
    await dialog(page).locator('[aria-invalid=true]').waitFor();
    browsing.isPatient = false;
    const wrong = await whole(page, 'add-range');
    await dialog(page).getByLabel('Extension digit').fill('39521005');
    await dialog(page).getByRole('button', { name: 'Add a range' }).click();
    await closed(page);
    const ranges = page.getByRole('table', { name: 'Number ranges for transport units' });
    await ranges.getByRole('row').filter({ hasText: 'keyed' }).getByText('39521005').waitFor();
    const { items } = await ask('GET', `/admin/sscc-ranges?filter[participant]=${await idOf('keyed')}`);
    wrong.push(...same(items.map(({ flow, prefix, end }) => `${flow} ${prefix} ${end}`).join(), 'TEST 39521005 1000', 'ranges'));

    await page.getByRole('button', { name: 'Add an operator' }).click();
    await dialog(page).getByLabel('Name').fill('Nachtschicht');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('It is not shown again').waitFor();
    const token = await dialog(page).locator('code').textContent();
    wrong.push(...(await whole(page, 'new-operator')));
    const status = async () => (await fetch(`${base}/admin/settings`, { headers: { Authorization: `Bearer ${token}` } })).status;
    wrong.push(...same(await status(), 200, 'the new operator'));
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Remove Nachtschicht?' }).click();
    await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
    await closed(page);
    await page.getByText('Nachtschicht').waitFor({ state: 'detached' });
    wrong.push(...same(await status(), 401, 'the removed operator'));
    await page.context().close();
    return wrong;
  });

  await test('the pages of operators are in German, and closed to participants', async () => {
    const page = await browsing.person({ locale: 'de-DE' });
    await page.goto(`${base}/console/participants`);
    await page.getByLabel('Token', { exact: true }).fill(operatorToken);
    await page.keyboard.press('Enter');
    const wrong = [];
    for (const name of ['Teilnehmer', 'Beziehungen', 'Eingänge', 'Einstellungen']) {
      await page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link', { name }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.getByRole('table').first().waitFor();
      wrong.push(...(await whole(page, `german-${name.toLowerCase()}`)));
    }
    await page.getByRole('link', { name: 'Teilnehmer' }).click();
    await page.getByRole('link', { name: 'supplier' }).click();
    await page.getByRole('button', { name: 'Token hinzufügen' }).first().click();
    await dialog(page).getByRole('heading', { name: 'Ein Token hinzufügen' }).waitFor();
    wrong.push(...(await whole(page, 'german-token')));
    await page.context().close();
    const other = await browsing.person();
    await signIn(other, customer.token, '/console/participants');
    await other.getByRole('heading', { name: 'There is no such page.' }).waitFor();
    wrong.push(...same(await other.getByRole('link', { name: 'Settings' }).count(), 0, 'links to settings'));
    await other.context().close();
    return wrong;
  });

  await test('an auditor sees the pages of operators, and changes nothing', async () => {
    const invitation = { name: 'Adele Blick', email: 'adele@example.org', role: 'auditor' };
    const { link } = (await ask('POST', '/admin/invitations', invitation)).data;
    const clerk = { name: 'Berta Beleg', email: 'berta@example.org', role: 'clerk', participant: await idOf('supplier') };
    await ask('POST', '/admin/invitations', clerk);
    const page = await browsing.person();
    await page.goto(link.replace(/^https?:..[^/]+/, base));
    await page.getByLabel('New password', { exact: true }).fill('vier einfache Worte hier');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Participants' }).click();
    await page.getByRole('link', { name: 'supplier' }).click();
    await page.getByRole('table', { name: 'Tokens' }).waitFor();
    await page.getByRole('table', { name: 'People' }).getByText('Berta Beleg').waitFor();
    await page.getByRole('table', { name: 'Relationships' }).waitFor();
    const buttons = await page.getByRole('main').getByRole('button').allTextContents();
    const wrong = same(buttons.filter((name) => !/^(Show revoked|Next page)/.test(name)).join(), '', 'buttons');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('table', { name: 'Operators with a token' }).waitFor();
    wrong.push(...same(await page.getByRole('main').getByRole('button', { name: /^(Save|Add|Remove)/ }).count(), 0, 'buttons of settings'));
    await page.context().close();
    return wrong;
  });
}
