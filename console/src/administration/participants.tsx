// The participants of the exchange, for operators.
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { get } from '../api';
import { useQueues } from '../overview/queues';
import { PagedTable, type Column } from '../parts/paged_table';
import { searchKey, useRowKeys } from '../parts/row_keys';
import { Loaded, NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { ProfileForm } from '../participants/profile_form';
import { addParticipant, type Participant } from '../participants/requests';
import { ParticipantState } from '../participants/state';
import { mayOperate, queries, useSession } from '../queries';
import { useAdministration } from '../texts/administration';
import { useTexts } from '../texts/texts';
import { CountOfDocuments } from '../transactions/count';

const route = getRouteApi('/participants');
const participantsShown = '25';

export function Participants() {
  return useSession().role === 'operator' ? <All /> : <NoPage />;
}

/** The text is the beginning of a name, or a whole identifier. */
async function pageOf(text: string | undefined, cursor: string | undefined, signal: AbortSignal) {
  const query = { 'filter[name]': text, cursor, per_page: participantsShown };
  const page = await get('/admin/participants', { signal, query });
  if (text === undefined || cursor !== undefined) return page;
  const identified = { 'filter[identifier]': text };
  const { items } = await get('/admin/participants', { signal, query: identified });
  const more = items.filter(({ id }) => page.items.every((one) => one.id !== id));
  return { ...page, items: [...more, ...page.items] };
}

function All() {
  const { t } = useTexts();
  const a = useAdministration();
  const { q, cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const toParticipant = useNavigate();
  const canChange = mayOperate(useSession());
  const [isAdding, setIsAdding] = useState(false);
  useTitle(t.participants);
  const query = useQuery({
    queryKey: ['participants', q, cursor],
    queryFn: ({ signal }) => pageOf(q, cursor, signal),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  const rows = useRowKeys(query.data !== undefined && !query.isPlaceholderData);
  return (
    <div className="stack">
      <div className="row">
        <h1>{t.participants}</h1>
        {canChange && (
          <Button className="end" onClick={() => setIsAdding(true)}>
            {a.addParticipant}
          </Button>
        )}
      </div>
      <Search of={q} onSearch={(text) => void navigate({ search: { q: text }, replace: true })} />
      <Loaded query={query}>
        {(page) => (
          <div ref={rows} className="stack">
            <PagedTable
              name={t.participants}
              columns={columns}
              page={page}
              whenEmpty={t.nothing}
              keyOf={({ id }) => id}
              turning={{ cursor, to: (next) => void navigate({ search: { q, cursor: next } }) }}
            />
          </div>
        )}
      </Loaded>
      {isAdding && (
        <ProfileForm
          title={a.addParticipant}
          help={a.participantHelp}
          action={a.addParticipant}
          onClose={() => setIsAdding(false)}
          onProfile={async (profile) => {
            const { id } = await addParticipant(profile);
            await queries.invalidateQueries({ queryKey: ['participants'] });
            await toParticipant({ to: '/participants/$id', params: { id } });
          }}
        />
      )}
    </div>
  );
}

/** Searches shortly after the last letter. */
function Search({ of, onSearch }: { of: string | undefined; onSearch: (text: string | undefined) => void }) {
  const { t } = useTexts();
  const a = useAdministration();
  const [typed, setTyped] = useState(of ?? '');
  const [text] = useDebouncedValue(typed.trim(), 200);
  useEffect(() => {
    if (text !== (of ?? '')) onSearch(text === '' ? undefined : text);
    // Only a typed text starts a search.
  }, [text]);
  useEffect(() => {
    // A link to the page without a search empties the field.
    if (text !== (of ?? '')) setTyped(of ?? '');
  }, [of]);
  return (
    <form className="filters card" aria-label={t.filters} onSubmit={(event) => event.preventDefault()}>
      <TextInput
        className="broad"
        label={a.searchParticipant}
        maxLength={255}
        {...searchKey}
        value={typed}
        onChange={(event) => { setTyped(event.currentTarget.value); }}
      />
    </form>
  );
}

function useColumns(): Column<Participant>[] {
  const { t } = useTexts();
  const a = useAdministration();
  const queues = useQueues().data;
  const waiting = (id: string) =>
    (queues?.items ?? []).reduce(
      (sum, { participant, pending }) => (participant.id === id ? sum + pending : sum),
      0,
    );
  return [
    {
      header: t.name,
      cell: ({ id, name }) => (
        <Link to="/participants/$id" params={{ id }}>
          {name}
        </Link>
      ),
      onPhone: () => ({ place: 'head' }),
    },
    {
      header: a.identifiers,
      cell: (row) => row.identifiers.map(({ domain, identifier }) => `${domain} ${identifier}`).join(', '),
      onPhone: () => ({ place: 'partner' }),
    },
    {
      header: t.status,
      cell: ({ state }) => <ParticipantState of={state} />,
      onPhone: () => ({ place: 'status' }),
    },
    // A sum of some of the inboxes would be wrong.
    ...(queues?.nextCursor === null
      ? [{
          header: a.waitingDocuments,
          isNumber: true,
          cell: ({ id }: Participant) => (
            <CountOfDocuments count={waiting(id)} filters={{ partner: id, status: 'PENDING' }} />
          ),
          onPhone: () => ({ place: 'age' as const, lead: `${a.waitingDocuments}:` }),
        }]
      : []),
  ];
}
