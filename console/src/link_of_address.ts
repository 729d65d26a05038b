function fragmentAt(path: string): string | undefined {
  const { pathname, hash } = location;
  if (pathname !== new URL(path, document.baseURI).pathname) return undefined;
  return hash.length > 1 ? hash.slice(1) : undefined;
}

/** Returns the secret of the link to join, or to choose a new password, if this is its address. */
export const linkToJoin = () => fragmentAt('console/join');

/** Returns the link that ends all messages, if this is the address of its page. */
export const linkToUnsubscribe = () => fragmentAt('console/unsubscribe');
