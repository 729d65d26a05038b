import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';

import { kinds } from './document/model';
import { NoPage } from './parts/states';
import { Shell } from './shell';

const root = createRootRoute({ component: Shell, notFoundComponent: NoPage });

const text = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
};
const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (value: unknown): Word | undefined =>
    words.find((word) => word === value);

export const statuses = ['PENDING', 'SUCCESS', 'FAILED', 'DROPPED', 'UNKNOWN'] as const;
export const directions = ['sent', 'received'] as const;
export const flows = ['LIVE', 'TEST'] as const;
export const tabs = ['document', 'json', 'life', 'versions', 'related', 'labels'] as const;
type Tab = (typeof tabs)[number];
export const caseStatuses = ['open', 'resolved'] as const;

export const filtersOf = (search: Record<string, unknown>) => ({
  type: oneOf(kinds)(search['type']),
  status: oneOf(statuses)(search['status']),
  direction: oneOf(directions)(search['direction']),
  flow: oneOf(flows)(search['flow']),
  number: text(search['number']),
  partner: text(search['partner']),
  from: text(search['from']),
  until: text(search['until']),
  cursor: text(search['cursor']),
});
export type Filters = ReturnType<typeof filtersOf>;

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
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
const cases = createRoute({
  getParentRoute: () => root,
  path: 'cases',
  validateSearch: (search: Record<string, unknown>) => ({
    status: oneOf(caseStatuses)(search['status']),
    cursor: text(search['cursor']),
  }),
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

/** The path of the console on its host, for example /exchange/console. */
const basepath = new URL('console', document.baseURI).pathname;

export const router = createRouter({
  routeTree: root.addChildren([home, transactions, transaction, cases, aCase, events]),
  basepath,
  defaultPreload: false,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
