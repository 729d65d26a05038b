// How the user of this browser signs in. The form to sign in begins with it.
const key = 'tradepost_way_in';

const ways = ['token', 'password', 'company'] as const;
export type WayIn = (typeof ways)[number];
export const wayIn = (): WayIn => ways.find((way) => way === localStorage.getItem(key)) ?? 'token';
export function setWayIn(way: WayIn) {
  localStorage.setItem(key, way);
}
