// A User-Agent also names browsers that it is compatible with, so the order decides.
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

type Names = readonly (readonly [part: string, name: string])[];
const nameIn = (names: Names, agent: string) => names.find(([part]) => agent.includes(part))?.[1];

/** Returns a name such as "Firefox, Windows", or the text itself if the browser is unknown. */
export function browserName(agent: string): string {
  const browser = nameIn(browsers, agent);
  if (browser === undefined) return agent;
  const system = nameIn(systems, agent);
  return system === undefined ? browser : `${browser}, ${system}`;
}
