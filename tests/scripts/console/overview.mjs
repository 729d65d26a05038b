// The overview: documents over time, as a picture and as a table.

const sumOfTable = (page) =>
  page
    .getByRole('table', { name: 'Documents over time' })
    .locator('td')
    .evaluateAll((cells) => cells.reduce((sum, { textContent }) => sum + Number(textContent), 0));

export async function walkOverview({ test, same, browsing, signIn, look, network, customer, operatorToken }) {
  const chart = (page) => page.getByRole('region', { name: 'Documents over time' }).first();

  await test('documents over time are counted by hour, day and month, by status and kind', async () => {
    const page = await browsing.person();
    await signIn(page, operatorToken);
    const all = Object.keys(network.documents).length + 1; // and the hostile one
    await chart(page).getByRole('img', { name: new RegExp(`Documents over time: ${all}`) }).waitFor();
    await chart(page).getByRole('button', { name: 'As a table' }).click();
    const faults = [];
    for (const step of ['hour', 'day', 'month']) {
      await chart(page).getByLabel('Period').selectOption(step);
      await chart(page).getByRole('columnheader', { name: { hour: 'Hour', day: 'Day', month: 'Month' }[step], exact: true }).waitFor();
      for (const split of ['type', 'status']) {
        await chart(page).getByLabel('Split').selectOption(split);
        await chart(page).getByRole('columnheader', { name: split === 'type' ? 'Other kinds' : 'Failed' }).waitFor();
        faults.push(...same(await sumOfTable(page), all, `by ${step} and ${split}`));
      }
    }
    await chart(page).getByLabel('Flow').selectOption('TEST');
    await chart(page).getByText('Nothing here yet.').waitFor();
    await page.context().close();
    return faults;
  });

  await test('a participant has its own documents over time, and reaches the table by the keyboard', async () => {
    const page = await browsing.person({ width: 360, height: 740, scheme: 'dark' });
    await signIn(page, customer.token);
    await chart(page).getByLabel('Split').selectOption('type');
    await chart(page).getByText('Other kinds', { exact: true }).waitFor();
    const faults = await look(page, 'chart-phone');
    await chart(page).getByRole('button', { name: 'As a table' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Documents over time' }).waitFor();
    faults.push(...(await look(page, 'chart-table-phone')));
    await page.context().close();
    return faults;
  });
}
