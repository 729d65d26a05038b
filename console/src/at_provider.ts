// People sign in at an OpenID provider, on its own pages. It leads the browser back to the console.
import { change, type Schemas } from './api';

type SignInAtProvider = Schemas['ProviderSignInRequest'];

const reasons = ['cancelled', 'failed', 'not-invited', 'busy'] as const;
export type ProviderRefusal = (typeof reasons)[number];

/** The reason why the last sign-in at a provider failed, if the address of this page has one. */
export const providerRefusal = taken();

function taken(): ProviderRefusal | undefined {
  const found = new URLSearchParams(location.hash.slice(1)).get('sign-in');
  if (found === null) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return reasons.find((reason) => reason === found) ?? 'failed';
}

/** The page of this address, without the path at which the console is served. */
function presentPage(): string {
  const base = new URL(document.baseURI).pathname.length - 1;
  return location.pathname.slice(base) + location.search;
}

/** Leaves the console for the page of the provider. The person returns to this page, or to the one that is named. */
export async function signInAtProvider(request: SignInAtProvider = {}): Promise<void> {
  const text = await change('/v2/sign-in/provider', { page: presentPage(), ...request });
  location.assign((JSON.parse(text) as Schemas['ProviderSignInAnswer']).data.url);
}
