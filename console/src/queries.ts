import { QueryCache, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';

import { get, Refusal, type Session } from './api';
import { RenewingClient } from './renewing_client';

/** A request without an answer is repeated for as long as its page is open. */
const isWorthTrying = (error: unknown) =>
  !(error instanceof Refusal) || error.status === 429 || error.status >= 500;

export const queries = new RenewingClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof Refusal && error.status === 401) void endHere();
    },
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: (_count, error) => isWorthTrying(error),
      retryDelay: (count) => Math.min(1_000 * 2 ** count, 10_000),
      staleTime: 10_000,
    },
  },
});

const sessionKey = ['session'];
const sessionOverKey = ['session', 'over'];

// Ends the session without removing cached pages. The form to sign in replaces them on the screen.
async function endHere() {
  if (queries.getQueryData(sessionKey) === null) return;
  queries.setQueryData(sessionOverKey, queries.getQueryData(sessionKey) !== undefined);
  queries.setQueryData<Session | null>(sessionKey, null);
  await queries.cancelQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
}

/** The stream of changes ends after many seconds. A request for other data does not wait for it. */
export const changesKey = 'changes';

/** Requests all data of the page again after a change. */
export const renewAll = () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== changesKey });

/** Requests the data of the pages again. A page whose request is refused then explains the end of the session. */
export const renewPages = () =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [name] }) => name !== sessionKey[0] && name !== changesKey,
  });

/** Returns null if the user is not signed in. */
export function useSessionQuery() {
  return useQuery<Session | null>({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => {
      try {
        return (await get('/v2/session', { signal })).data;
      } catch (error) {
        if (error instanceof Refusal && error.status === 401) return null;
        throw error;
      }
    },
    staleTime: Infinity,
  });
}

/** Returns true if the exchange ended the session while a page was open. */
export const useIsSessionOver = () =>
  useQuery({ queryKey: sessionOverKey, queryFn: () => false, initialData: false, staleTime: Infinity }).data;

/** The shell provides the session, so a page is never rendered after its session has ended. */
export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const data = useContext(SessionContext);
  if (!data) throw new Error('nobody is signed in');
  return data;
}

/** Auditors see the pages of an operator, and change nothing. */
export const mayOperate = ({ role, person }: Session) =>
  role === 'operator' && person?.role !== 'auditor';

/** Returns true if the user changes the relationships, the webhooks and the people of the participant. */
export const mayAdminister = ({ role, scopes }: Session) =>
  role === 'participant' && (scopes ?? []).includes('admin');

/** Returns true if the user reads the documents and the requests of the participant. */
export const mayRead = ({ role, scopes }: Session) =>
  role === 'participant' && (scopes ?? []).includes('read');

/** Returns true if the user sees how the participant is set up. */
export const maySeeSetup = (session: Session) =>
  mayAdminister(session) || mayRead(session);

/** Operators manage all people, and administrators those of their participant. */
export const managesPeople = (session: Session) => mayOperate(session) || mayAdminister(session);

/** Returns true if the user may do this in the name of the participant. */
export const may = ({ role, scopes }: Session, scope: 'send' | 'report') =>
  role === 'participant' && (scopes ?? []).includes(scope);

/** Returns true if the user may write a new document: its page reads the partners and their documents. */
export const mayCompose = (session: Session) => may(session, 'send') && mayRead(session);

export function setSession(session: Session | null) {
  queries.setQueryData(sessionOverKey, false);
  queries.setQueryData<Session | null>(sessionKey, session);
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
}

const subscribe = (changed: () => void) => queries.getQueryCache().subscribe(changed);
const someoneWaits = () =>
  queries
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.fetchFailureCount > 0 && state.fetchStatus === 'fetching');

/** Returns true while a request without an answer is being repeated. */
export const useIsServerAway = () => useSyncExternalStore(subscribe, someoneWaits);
