// A browser with cookies that signs a person in on the pages of the provider.
import { redirectUri } from './provider.mjs';

const stepsMax = 20;

/**
 * Follows the address of an authorization request. Returns the query of the redirect to the exchange. A person who
 * cancels is led back, too.
 */
export async function signIn(address, person = 'anna', { returnsTo = redirectUri, cancels = false } = {}) {
  const cookies = new Map();
  let url = address;
  let form;
  for (let step = 0; step < stepsMax; step += 1) {
    const answer = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      body: form,
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    form = undefined;
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = line.match(/^([^=]+)=([^;]*)/);
      cookies.set(name, value);
    }
    const page = await answer.text();
    if (answer.status >= 300 && answer.status < 400) {
      url = new URL(answer.headers.get('location'), url).href;
      if (url.startsWith(returnsTo)) return new URL(url).search.slice(1);
      continue;
    }
    const prompt = page.match(/name="prompt" value="(\w+)"/)?.[1];
    if (answer.status !== 200 || !prompt) throw new Error(`${url} answered with ${answer.status}: ${page.match(/<pre>.*/) ?? page}`);
    if (cancels) {
      url = new URL(page.match(/href="([^"]+\/abort)"/)[1], url).href;
      continue;
    }
    url = new URL(page.match(/<form[^>]* action="([^"]+)"/)[1], url).href;
    form = new URLSearchParams(prompt === 'login' ? { prompt, login: person, password: 'any' } : { prompt });
  }
  throw new Error(`no redirect to the exchange after ${stepsMax} steps`);
}
