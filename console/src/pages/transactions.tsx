import { Button, NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ColumnDef } from '@tanstack/react-table';
import { useEffect, useMemo, useState, type FormEvent } from 'react';

import { getTransactions, type Transaction } from '../api';
import { kinds, numberOf } from '../document/model';
import { PagedTable } from '../parts/paged_table';
import { Loaded } from '../parts/states';
import { Status } from '../parts/status';
import { useTitle } from '../parts/title';
import { useSession } from '../queries';
import { directions, filtersOf, flows, statuses, type Filters } from '../router';
import { useTexts } from '../texts/texts';
import { idOf } from './transaction_id';

const route = getRouteApi('/transactions');

/** Of the first moment, and of the last where one is open. */
function days({ from, until }: Filters): string | undefined {
  if (from === undefined && until === undefined) return undefined;
  return `${from ?? '0001-01-01'},${until ?? '9999-12-31'}`;
}

/** With a time: the list updates itself, which keeps no session alive. */
export function useTransactions(filters: Filters, count: number, renewedEveryMs?: number) {
  const { role } = useSession();
  const path = role === 'operator' ? '/admin/transactions' : '/v2/all-transactions';
  return useQuery({
    queryKey: ['transactions', path, filters, count],
    queryFn: ({ signal }) =>
      getTransactions(path, {
        signal,
        inBackground: renewedEveryMs !== undefined,
        query: {
          'filter[type]': filters.type,
          'filter[status]': filters.status,
          'filter[direction]': filters.direction,
          'filter[flow]': filters.flow,
          'filter[identifier]': filters.number,
          'filter[created_between]': days(filters),
          cursor: filters.cursor,
          per_page: String(count),
        },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: renewedEveryMs ?? false,
  });
}

export function useTransactionColumns(): ColumnDef<Transaction>[] {
  const { t, moment } = useTexts();
  const session = useSession();
  return useMemo(
    () => [
      { id: 'created', header: t.created, cell: ({ row }) => moment(row.original.createdAt) },
      {
        id: 'kind',
        header: t.kind,
        cell: ({ row }) => t.kinds[row.original.type] ?? row.original.type,
      },
      {
        id: 'number',
        header: t.number,
        cell: ({ row }) => (
          <Link to="/transactions/$id" params={{ id: idOf(row.original, session) }}>
            {numberOf(row.original.type, row.original.content) ?? t.withoutNumber}
          </Link>
        ),
      },
      { id: 'sender', header: t.sender, cell: ({ row }) => row.original.sender.name },
      { id: 'recipient', header: t.recipient, cell: ({ row }) => row.original.recipient.name },
      {
        id: 'status',
        header: t.status,
        cell: ({ row }) => <Status of={row.original.status} isHeld={row.original.held} />,
      },
    ],
    [t, moment, session],
  );
}

export function Transactions() {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useTransactions(search, 25);
  const columns = useTransactionColumns();
  useTitle(t.transactions);
  return (
    <div className="stack">
      <h1>{t.transactions}</h1>
      <FilterForm />
      <Loaded query={query}>
        {(page) => (
          <PagedTable
            name={t.transactions}
            columns={columns}
            page={page}
            whenEmpty={t.nothing}
            turning={{
              isFirst: search.cursor === undefined,
              toFirst: () => void navigate({ search: { ...search, cursor: undefined } }),
              toNext: (cursor) => void navigate({ search: { ...search, cursor } }),
            }}
          />
        )}
      </Loaded>
    </div>
  );
}

// The address has the filters; the form only changes it.
function FilterForm() {
  const { t } = useTexts();
  const session = useSession();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [draft, setDraft] = useState(search);
  useEffect(() => setDraft(search), [search]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ search: { ...draft, cursor: undefined } });
  };
  const field = (name: Exclude<keyof Filters, 'cursor'>) => ({
    value: draft[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setDraft(filtersOf({ ...draft, [name]: currentTarget.value })),
  });
  const choices = (words: readonly string[], names: Record<string, string>) => [
    { value: '', label: t.all },
    ...words.map((value) => ({ value, label: names[value] ?? value })),
  ];
  const ways = { sent: t.sent, received: t.received };
  const isFiltered = Object.entries(search).some(([name, value]) => name !== 'cursor' && value);
  return (
    <form className="filters card" aria-label={t.filters} onSubmit={submit}>
      <TextInput label={t.numberExact} maxLength={255} {...field('number')} />
      <NativeSelect label={t.kind} data={choices(kinds, t.kinds)} {...field('type')} />
      <NativeSelect label={t.status} data={choices(statuses, t.statuses)} {...field('status')} />
      {session.role === 'operator' ? (
        <NativeSelect label={t.flow} data={choices(flows, {})} {...field('flow')} />
      ) : (
        <NativeSelect label={t.direction} data={choices(directions, ways)} {...field('direction')} />
      )}
      <TextInput type="date" label={t.from} {...field('from')} />
      <TextInput type="date" label={t.until} {...field('until')} />
      <Button type="submit" className="keep">
        {t.apply}
      </Button>
      {isFiltered && (
        <Button
          variant="default"
          className="keep"
          onClick={() => void navigate({ search: filtersOf({}) })}
        >
          {t.clear}
        </Button>
      )}
    </form>
  );
}
