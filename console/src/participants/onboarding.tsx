// The steps from a new participant to its first documents, from the data of the exchange.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { addressOf, get } from '../api';
import { useQueues } from '../overview/queues';
import { questionFor } from '../overview/times';
import { mayOperate, useSession } from '../queries';
import { useAdministration } from '../texts/administration';
import { filled } from '../texts/texts';
import { stateOf } from '../tokens/requests';
import { tokenRequests, type Participant } from './requests';

export type Opening = 'edit' | 'token' | 'person' | 'partner';

interface OfOnboarding {
  of: Participant;
  onOpen: (dialog: Opening) => void;
}

/** Returns undefined for a step until its data have arrived. */
function useSteps(of: Participant) {
  const { id } = of;
  const { key, list } = tokenRequests(id);
  const tokens = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => list(signal),
    meta: { isLive: true },
  });
  const people = useQuery({
    queryKey: ['people', 'some', id],
    queryFn: ({ signal }) =>
      get('/admin/people', { signal, query: { 'filter[participant]': id, per_page: '1' } }),
  });
  const active = useQuery({
    queryKey: ['relationships', 'some', id],
    queryFn: ({ signal }) => {
      const query = { 'filter[participant]': id, 'filter[status]': 'active', per_page: '1' };
      return get('/admin/relationships', { signal, query });
    },
  });
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => get('/admin/settings', { signal }),
  });
  const sent = useQuery({
    queryKey: ['statistics', 'test', id],
    queryFn: ({ signal }) => {
      const query = { ...questionFor('month', Date.now()), flow: 'TEST', participant: id };
      return get('/admin/statistics', { signal, query, inBackground: true });
    },
    meta: { isLive: true },
  });
  const queues = useQueues(id);
  const isOpen = settings.data?.data.network.mode === 'open';
  const isDone = {
    identifiers: of.identifiers.length > 0,
    token: tokens.data?.items.some((token) => stateOf(token, Date.now()) === 'valid'),
    person: people.data && people.data.items.length > 0,
    relationship: isOpen || (active.data && active.data.items.length > 0),
    document: sent.data?.data.some(({ direction }) => direction === 'sent'),
    pull: queues.data?.items.some(({ lastPoll }) => lastPoll !== null),
  };
  return { isDone, isOpen };
}

const stepsInOrder = ['identifiers', 'token', 'person', 'relationship', 'document', 'pull'] as const;
type Step = (typeof stepsInOrder)[number];

export function Onboarding({ of, onOpen }: OfOnboarding) {
  const a = useAdministration();
  const { isDone, isOpen } = useSteps(of);
  const count = stepsInOrder.filter((step) => isDone[step]).length;
  const isWhole = count === stepsInOrder.length;
  const list = (
    <ol className="steps">
      {stepsInOrder.map((step) => (
        <li key={step}>
          <span className={`status ${isDone[step] ? 'good' : ''}`}>{isDone[step] ? a.done : a.toDo}</span>
          <span>{step === 'relationship' && isOpen ? a.openNetwork : a.steps[step]}</span>
          {isDone[step] === false && <Way step={step} onOpen={onOpen} />}
        </li>
      ))}
    </ol>
  );
  if (isWhole) {
    return (
      <details className="card element">
        <summary>
          <span className="status good">{a.onboarded}</span>
        </summary>
        {list}
      </details>
    );
  }
  return (
    <section className="card stack tight" aria-label={a.onboarding}>
      <div className="row">
        <h2>{a.onboarding}</h2>
        <span className="dim end">{filled(a.stepsDone, { done: count, count: stepsInOrder.length })}</span>
      </div>
      {list}
    </section>
  );
}

/** Leads to the place where an open step is done. */
function Way({ step, onOpen }: { step: Step; onOpen: (dialog: Opening) => void }) {
  const a = useAdministration();
  const canChange = mayOperate(useSession());
  const button = (name: string, dialog: Opening): ReactNode =>
    canChange && (
      <Button className="end" variant="default" size="xs" onClick={() => onOpen(dialog)}>
        {name}
      </Button>
    );
  const page = (name: string, path: string) => (
    <a className="end" href={addressOf(path)}>
      {name}
    </a>
  );
  return {
    identifiers: button(a.addIdentifier, 'edit'),
    token: button(a.addToken, 'token'),
    person: button(a.invitePerson, 'person'),
    relationship: button(a.acceptPartner, 'partner'),
    document: page(a.howToSend, '/docs/guides/sending'),
    pull: page(a.howToCollect, '/docs/guides/receiving'),
  }[step];
}
