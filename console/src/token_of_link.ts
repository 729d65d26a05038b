// A link may carry a token after the #, which servers and logs never receive. The token only fills
// the form, because a link must not sign the user in under another identity.
import { useSyncExternalStore } from 'react';

let token = taken();
const watchers = new Set<() => void>();

function taken(): string {
  const found = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (found !== '') history.replaceState(history.state, '', location.pathname + location.search);
  return found;
}

function change(to: string) {
  token = to;
  for (const watcher of watchers) watcher();
}

// A changed address does not load the page again if it is open already.
addEventListener('hashchange', () => {
  const found = taken();
  if (found !== '') change(found);
});

export const forgetTokenOfLink = () => change('');

export const useTokenOfLink = () =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => token,
  );
