// The pages that the navigation and the search lead to.
import type { Session } from '../api';
import { managesPeople, may, mayAdminister, mayCompose, mayRead, maySeeSetup } from '../queries';
import type { Texts } from '../texts/english';
import type { IconName } from './icons';

type OfSending = '/new-documents' | '/drafts' | '/check' | '/simulated-partners';
type OfSetup = '/partners' | '/webhooks' | '/requests' | '/numbers' | '/tokens';
type OfWork = OfSending | OfSetup | '/' | '/transactions' | '/cases' | '/overview';
type OfNetwork = '/participants' | '/relationships' | '/queues' | '/health';
type OfAdministration = OfNetwork | '/events' | '/people' | '/settings';

export interface PageLink {
  to: OfWork | OfAdministration;
  name: string;
  icon: IconName;
  /** The pages of a group have a heading in the navigation. */
  group?: 'administration';
}

/** Returns the pages that the user may open. */
export function pagesFor(session: Session, t: Texts): PageLink[] {
  const work: PageLink[] = [
    { to: '/', name: t.yourTurn, icon: 'turn' },
    { to: '/transactions', name: t.transactions, icon: 'transactions' },
    { to: '/cases', name: t.cases, icon: 'cases' },
    { to: '/overview', name: t.overview, icon: 'overview' },
  ];
  const people: PageLink[] = managesPeople(session) ? [{ to: '/people', name: t.people, icon: 'people' }] : [];
  const setup: PageLink[] = maySeeSetup(session)
    ? [
        { to: '/partners', name: t.partners, icon: 'partners' },
        { to: '/webhooks', name: t.webhooks, icon: 'webhooks' },
      ]
    : [];
  const composing: PageLink = { to: '/new-documents', name: t.composeDocument, icon: 'compose' };
  const drafts: PageLink = { to: '/drafts', name: t.drafts, icon: 'drafts' };
  const checking: PageLink = { to: '/check', name: t.checkDocument, icon: 'check' };
  const simulated: PageLink = { to: '/simulated-partners', name: t.simulatedPartners, icon: 'simulated' };
  const sending: PageLink[] = [
    ...(mayCompose(session) ? [composing, drafts] : []),
    ...(may(session, 'send') ? [checking] : []),
    ...(mayAdminister(session) && session.flow === 'TEST' ? [simulated] : []),
  ];
  const requests: PageLink[] = mayRead(session)
    ? [{ to: '/requests', name: t.requests, icon: 'requests' }]
    : [];
  const ofAdministrator: PageLink[] = mayAdminister(session)
    ? [
        { to: '/numbers', name: t.numbers, icon: 'numbers' },
        { to: '/tokens', name: t.tokens, icon: 'tokens' },
      ]
    : [];
  if (session.role !== 'operator') return [...work, ...sending, ...setup, ...requests, ...ofAdministrator, ...people];
  const administration: PageLink[] = [
    { to: '/participants', name: t.participants, icon: 'participants' },
    { to: '/relationships', name: t.relationships, icon: 'relationships' },
    { to: '/queues', name: t.queues, icon: 'queues' },
    ...people,
    { to: '/events', name: t.networkEvents, icon: 'events' },
    { to: '/health', name: t.health, icon: 'health' },
    { to: '/settings', name: t.settings, icon: 'settings' },
  ];
  return [...work, ...administration.map((page): PageLink => ({ ...page, group: 'administration' }))];
}
