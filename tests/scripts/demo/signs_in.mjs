// node signs_in.mjs LINK NAME: the link fills the form in Chromium, and one click signs in as NAME.
import { setTimeout as after } from 'node:timers/promises';

import { Browser } from '../docs_page/browser.mjs';

const patienceMs = 30_000;
const [link, name] = process.argv.slice(2);

const browser = await Browser.open();
async function until(what, expression) {
  const deadline = Date.now() + patienceMs;
  while (!(await browser.look(expression))) {
    if (Date.now() > deadline) throw new Error(what);
    await after(50);
  }
}

try {
  await browser.be({ width: 1200 });
  await browser.show(link);
  await until('the form is not filled', 'document.querySelector("form input")?.value.startsWith("tp_")');
  await until('the token stays in the address', 'location.hash === ""');
  if (await browser.look('document.querySelector(".who") !== null')) throw new Error('the link signs in by itself');
  await browser.look('document.querySelector("form [type=submit]").click()');
  await until('nobody is signed in', `document.querySelector(".who")?.innerText.includes(${JSON.stringify(name)})`);
  const told = browser.requests.filter((url) => url.includes('tp_'));
  if (told.length > 0) throw new Error(`the token is in ${told}`);
} finally {
  await browser.close();
}
// The browser's children hold its pipes for a while.
process.exit(0);
