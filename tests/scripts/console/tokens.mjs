// How an administrator of a participant gives programs access, and takes it away.
export async function testOwnTokens({ test, same, browsing, base, exchange, signIn, look, customer }) {
  const pulled = async (token) => (await fetch(`${base}/v2/transactions`, { headers: { Authorization: `Bearer ${token}` } })).status;

  await test('an administrator makes a token, a program uses it, and the administrator revokes it', async () => {
    const page = await browsing.person();
    await signIn(page, customer.token, '/console/tokens');
    await page.getByRole('heading', { name: 'Tokens', exact: true }).waitFor();
    const wrong = await look(page, 'own-tokens');
    await page.getByRole('button', { name: 'Add token' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    wrong.push(...(await look(page, 'own-token-new')));
    await page.keyboard.type('ERP of the customer');
    await page.keyboard.press('Enter');
    const secret = page.getByRole('dialog').locator('code');
    await secret.waitFor();
    const token = await secret.innerText();
    wrong.push(...same(/^tp_live_.{43}$/.test(token), true, 'token of the own flow'));
    wrong.push(...same(await pulled(token), 200, 'pull with the new token'));
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /ERP of the customer/ });
    await row.waitFor();
    wrong.push(...same(await page.getByText(token).count(), 0, 'the token on the page'));
    await row.getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    wrong.push(...same(await pulled(token), 401, 'pull with the revoked token'));
    await page.context().close();
    return wrong;
  });

  await test('readers have no page of tokens', async () => {
    const { body } = await exchange.ask({ method: 'POST', path: '/v2/profile/tokens', token: 'customer', body: JSON.stringify({ name: 'reads', scopes: ['read'] }) });
    const page = await browsing.person();
    await signIn(page, JSON.parse(body).token, '/console/tokens');
    await page.getByRole('link', { name: 'Transactions', exact: true }).waitFor();
    const wrong = same(await page.getByRole('link', { name: 'Tokens', exact: true }).count(), 0, 'links to the tokens');
    wrong.push(...same(await page.getByRole('button', { name: 'Add token' }).count(), 0, 'buttons that add a token'));
    await page.context().close();
    return wrong;
  });
}
