// How the user of this browser signs in. The form to sign in begins with it.
const key = 'tradepost_way_in';

export type WayIn = 'token' | 'password';
export const wayIn = (): WayIn => (localStorage.getItem(key) === 'password' ? 'password' : 'token');
export function setWayIn(way: WayIn) {
  localStorage.setItem(key, way);
}
