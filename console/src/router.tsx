import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type LocationRewrite,
} from '@tanstack/react-router';

import { NoPage } from './parts/states';
import {
  caseFiltersOf,
  composingOf,
  filtersOf,
  oneOf,
  partnerFiltersOf,
  requestFiltersOf,
  tabs,
  text,
  type Tab,
} from './search';
import { Shell } from './shell';

const root = createRootRoute({ component: Shell, notFoundComponent: NoPage });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/your_turn'), 'YourTurn'),
});
const overview = createRoute({
  getParentRoute: () => root,
  path: 'overview',
  component: lazyRouteComponent(() => import('./pages/overview'), 'Overview'),
});
const transactions = createRoute({
  getParentRoute: () => root,
  path: 'transactions',
  validateSearch: filtersOf,
  component: lazyRouteComponent(() => import('./pages/transactions'), 'Transactions'),
});
const transaction = createRoute({
  getParentRoute: () => root,
  path: 'transactions/$id',
  validateSearch: (search: Record<string, unknown>): { tab?: Tab | undefined } => ({
    tab: oneOf(tabs)(search['tab']),
  }),
  component: lazyRouteComponent(() => import('./pages/transaction'), 'TransactionPage'),
});
const correction = createRoute({
  getParentRoute: () => root,
  path: 'corrections/$id',
  validateSearch: (search: Record<string, unknown>): { of?: 'case' | undefined } => ({
    of: oneOf(['case'] as const)(search['of']),
  }),
  component: lazyRouteComponent(() => import('./pages/correction'), 'CorrectionPage'),
});
const compose = createRoute({
  getParentRoute: () => root,
  path: 'new-documents',
  validateSearch: composingOf,
  component: lazyRouteComponent(() => import('./composing/page'), 'ComposePage'),
});
const newDocument = createRoute({
  getParentRoute: () => root,
  path: 'new-documents/$id',
  validateSearch: (search: Record<string, unknown>): { type: string } => ({
    type: text(search['type']) ?? '',
  }),
  component: lazyRouteComponent(() => import('./pages/new_document'), 'NewDocumentPage'),
});
const drafts = createRoute({
  getParentRoute: () => root,
  path: 'drafts',
  component: lazyRouteComponent(() => import('./drafts/page'), 'DraftsPage'),
});
const draft = createRoute({
  getParentRoute: () => root,
  path: 'drafts/$id',
  component: lazyRouteComponent(() => import('./drafts/one_page'), 'DraftPage'),
});
const cases = createRoute({
  getParentRoute: () => root,
  path: 'cases',
  validateSearch: caseFiltersOf,
  component: lazyRouteComponent(() => import('./pages/cases'), 'Cases'),
});
const aCase = createRoute({
  getParentRoute: () => root,
  path: 'cases/$id',
  component: lazyRouteComponent(() => import('./pages/case'), 'CasePage'),
});
const events = createRoute({
  getParentRoute: () => root,
  path: 'events',
  validateSearch: (search: Record<string, unknown>) => ({ cursor: text(search['cursor']) }),
  component: lazyRouteComponent(() => import('./pages/events'), 'Events'),
});
const partners = createRoute({
  getParentRoute: () => root,
  path: 'partners',
  validateSearch: partnerFiltersOf,
  component: lazyRouteComponent(() => import('./partners/page'), 'PartnersPage'),
});
const partner = createRoute({
  getParentRoute: () => root,
  path: 'partners/$id',
  component: lazyRouteComponent(() => import('./partners/one_page'), 'PartnerPage'),
});
const check = createRoute({
  getParentRoute: () => root,
  path: 'check',
  component: lazyRouteComponent(() => import('./checking/page'), 'CheckPage'),
});
const simulatedPartners = createRoute({
  getParentRoute: () => root,
  path: 'simulated-partners',
  component: lazyRouteComponent(() => import('./simulated/page'), 'SimulatedPage'),
});
const tokens = createRoute({
  getParentRoute: () => root,
  path: 'tokens',
  component: lazyRouteComponent(() => import('./tokens/page'), 'TokensPage'),
});
const numbers = createRoute({
  getParentRoute: () => root,
  path: 'numbers',
  component: lazyRouteComponent(() => import('./numbers/page'), 'NumbersPage'),
});
const webhooks = createRoute({
  getParentRoute: () => root,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('./webhooks/page'), 'WebhooksPage'),
});
const webhook = createRoute({
  getParentRoute: () => root,
  path: 'webhooks/$id',
  component: lazyRouteComponent(() => import('./webhooks/one_page'), 'WebhookPage'),
});
const requests = createRoute({
  getParentRoute: () => root,
  path: 'requests',
  validateSearch: requestFiltersOf,
  component: lazyRouteComponent(() => import('./logged/page'), 'RequestsPage'),
});
const request = createRoute({
  getParentRoute: () => root,
  path: 'requests/$id',
  component: lazyRouteComponent(() => import('./logged/one_page'), 'RequestPage'),
});
const people = createRoute({
  getParentRoute: () => root,
  path: 'people',
  validateSearch: (search: Record<string, unknown>) => ({ cursor: text(search['cursor']) }),
  component: lazyRouteComponent(() => import('./pages/people'), 'PeoplePage'),
});
const participants = createRoute({
  getParentRoute: () => root,
  path: 'participants',
  validateSearch: (search: Record<string, unknown>): { q?: string | undefined; cursor?: string | undefined } => ({
    q: text(search['q']),
    cursor: text(search['cursor']),
  }),
  component: lazyRouteComponent(() => import('./administration/participants'), 'Participants'),
});
const participant = createRoute({
  getParentRoute: () => root,
  path: 'participants/$id',
  component: lazyRouteComponent(() => import('./administration/participant'), 'ParticipantPage'),
});
const relationships = createRoute({
  getParentRoute: () => root,
  path: 'relationships',
  component: lazyRouteComponent(() => import('./administration/relationships'), 'Relationships'),
});
const inboxes = createRoute({
  getParentRoute: () => root,
  path: 'queues',
  component: lazyRouteComponent(() => import('./administration/queues'), 'Queues'),
});
const health = createRoute({
  getParentRoute: () => root,
  path: 'health',
  component: lazyRouteComponent(() => import('./health/page'), 'HealthPage'),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: 'settings',
  component: lazyRouteComponent(() => import('./administration/settings'), 'SettingsPage'),
});
const account = createRoute({
  getParentRoute: () => root,
  path: 'account',
  component: lazyRouteComponent(() => import('./pages/account'), 'AccountPage'),
});

/** The path of the console on its host, for example /exchange/console. */
const path = new URL('console', document.baseURI).pathname;

/** The first page has the path without a slash at its end, because the exchange serves no other form. */
const belowPath: LocationRewrite = {
  input: ({ url }) => {
    if (url.pathname.startsWith(path)) url.pathname = url.pathname.slice(path.length) || '/';
    return url;
  },
  output: ({ url }) => {
    url.pathname = url.pathname === '/' ? path : `${path}${url.pathname}`;
    return url;
  },
};

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    overview,
    transactions,
    transaction,
    correction,
    compose,
    newDocument,
    drafts,
    draft,
    cases,
    aCase,
    events,
    partners,
    partner,
    check,
    simulatedPartners,
    tokens,
    numbers,
    webhooks,
    webhook,
    requests,
    request,
    people,
    participants,
    participant,
    relationships,
    inboxes,
    health,
    settings,
    account,
  ]),
  rewrite: belowPath,
  defaultPreload: false,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
