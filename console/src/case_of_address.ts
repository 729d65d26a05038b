import type { LinkTo } from './api';

/** Returns the case that the address of this page names, if it is the address of a case. */
export function caseOfAddress(): LinkTo | undefined {
  const { pathname, search } = location;
  const before = new URL('v2/errors/', document.baseURI).pathname;
  const link = new URLSearchParams(search).get('link');
  if (!pathname.startsWith(before) || link === null) return undefined;
  return { id: pathname.slice(before.length), link };
}
