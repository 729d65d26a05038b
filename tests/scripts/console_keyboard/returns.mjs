// The focus returns to its place after a dialog, a menu, the search or another page.

export async function testReturns({ test, same, begins, tokens, signsIn }) {
  await test('the focus returns from dialogs, menus, the search and other pages', async () => {
    const me = await begins();
    const { page, hands, say } = me;
    const named = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') || document.activeElement?.innerText);
    const isAt = (target) => target.evaluate((element) => element === document.activeElement);
    const wrong = [];
    const returnsTo = async (target, what) => {
      await hands.arrives();
      wrong.push(...same(await isAt(target), true, `${what}: the focus is at "${await named()}". At its place`));
    };
    await signsIn(me, tokens.customer);
    await returnsTo(page.getByRole('heading', { name: say.yourTurn, level: 1 }), 'the sign-in');

    await page.goto(`${new URL(page.url()).origin}/console/tokens`);
    await page.getByRole('heading', { name: say.tokens, level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await returnsTo(page.locator('.skip'), 'the first Tab');
    await page.keyboard.press('Enter');
    await returnsTo(page.locator('#content'), 'the link to the content');
    await page.keyboard.press('Tab');
    const add = page.getByRole('button', { name: say.addToken });
    await returnsTo(add, 'Tab after the link to the content');

    await page.keyboard.press('Space');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await returnsTo(add, 'Escape in a dialog');
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.palette').waitFor({ state: 'detached' });
    await returnsTo(add, 'Escape in the search');

    const who = page.locator('.who');
    await hands.press(who);
    await page.keyboard.press('Tab');
    wrong.push(...same(await page.locator('#user-menu :focus').count(), 1, 'Tab leads into the menu'));
    await page.keyboard.press('Escape');
    await returnsTo(who, 'Escape in the menu');

    await hands.open(say.transactions);
    const row = page.locator('tbody a').first();
    await row.waitFor();
    await page.keyboard.press('j');
    await returnsTo(row, 'j in a list');
    await page.keyboard.press('Enter');
    await page.getByRole('tab').first().waitFor();
    await returnsTo(page.getByRole('heading', { level: 1 }), 'a row of a list');
    await page.goBack(); // Alt and the left arrow, which the browser without a window does not know
    await row.waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('tbody a'));
    await returnsTo(row, 'the way back to the list');
    await page.keyboard.press('/');
    await returnsTo(page.locator('[data-search]'), 'the key of the search');

    await page.keyboard.press('Control+k');
    await page.locator('.palette input').waitFor();
    await page.keyboard.type(say.signOut);
    await page.getByRole('option', { name: say.signOut }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel(say.token, { exact: true }).waitFor();
    await returnsTo(page.getByLabel(say.token, { exact: true }), 'the end of the session');
    return [...wrong, ...hands.faults()];
  });
}
