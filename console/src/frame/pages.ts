// The pages that the navigation and the search lead to.
import type { Session } from '../api';
import { managesPeople } from '../queries';
import type { Texts } from '../texts/english';
import type { IconName } from './icons';

export interface PageLink {
  to: '/' | '/transactions' | '/cases' | '/overview' | '/events' | '/people';
  name: string;
  icon: IconName;
}

/** Returns the pages that the user may open. */
export function pagesFor(session: Session, t: Texts): PageLink[] {
  return [
    { to: '/', name: t.yourTurn, icon: 'turn' },
    { to: '/transactions', name: t.transactions, icon: 'transactions' },
    { to: '/cases', name: t.cases, icon: 'cases' },
    { to: '/overview', name: t.overview, icon: 'overview' },
    ...(session.role === 'operator'
      ? [{ to: '/events', name: t.networkEvents, icon: 'events' } as const]
      : []),
    ...(managesPeople(session) ? [{ to: '/people', name: t.people, icon: 'people' } as const] : []),
  ];
}
