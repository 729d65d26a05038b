/** Returns the secret of the link to join, or to choose a new password, if this is its address. */
export function linkOfAddress(): string | undefined {
  const { pathname, hash } = location;
  if (pathname !== new URL('console/join', document.baseURI).pathname) return undefined;
  return hash.length > 1 ? hash.slice(1) : undefined;
}
