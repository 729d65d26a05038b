// The list of transactions, for every page that shows one.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { Transaction } from '../api';
import { numberOf } from '../document/model';
import { Age } from '../parts/age';
import type { Column, Renewal } from '../parts/paged_table';
import { markOfTest, Status } from '../parts/status';
import { PartyName } from '../partners/party_name';
import { useSession } from '../queries';
import type { Filters } from '../search';
import { useTexts } from '../texts/texts';
import { idOf } from './id';
import { pageOf } from './query';

/** With an interval, the list updates itself. The updates do not prolong a session. */
export function useTransactions(filters: Filters, count: number, { renewedEveryMs, isFixed = false }: Renewal) {
  const session = useSession();
  return useQuery({
    queryKey: ['transactions', session.role, filters, count],
    queryFn: ({ client, queryKey, signal }) => {
      const inBackground = renewedEveryMs !== undefined && client.getQueryData(queryKey) !== undefined;
      return pageOf(session, { filters, count, signal, inBackground });
    },
    placeholderData: keepPreviousData,
    refetchInterval: renewedEveryMs ?? false,
    refetchOnWindowFocus: !isFixed,
    meta: { isLive: renewedEveryMs !== undefined },
  });
}

/** On a phone the reason takes the place of the partner, whom the page of the document shows. */
const hasReason = ({ report }: Transaction) => Boolean(report?.reason);

export function useTransactionColumns(): Column<Transaction>[] {
  const { t } = useTexts();
  const session = useSession();
  const isOperator = session.role === 'operator';
  const nameOf = (row: Transaction) => t.kinds[row.type] ?? row.type;
  return [
    { header: t.created, cell: (row) => <Age at={row.createdAt} />, onPhone: () => ({ place: 'age' }) },
    { header: t.kind, cell: nameOf, onPhone: () => ({ place: 'partner' }) },
    {
      header: t.number,
      cell: (row) => (
        <Link to="/transactions/$id" params={{ id: idOf(row, session) }}>
          {numberOf(row.type, row.content) ?? t.withoutNumber}
        </Link>
      ),
      onPhone: ({ flow }) => ({ place: 'head', wraps: true, lead: isOperator ? markOfTest(flow) : '' }),
    },
    {
      header: t.sender,
      cell: (row) => <PartyName of={row.sender} />,
      onPhone: (row) =>
        row.direction === 'sent' || hasReason(row) ? undefined : { place: 'why', lead: isOperator ? '' : '←' },
    },
    {
      header: t.recipient,
      cell: (row) => <PartyName of={row.recipient} />,
      onPhone: (row) => {
        const isShown = !isOperator && row.direction === 'sent' && !hasReason(row);
        return isShown ? { place: 'why', lead: '→' } : undefined;
      },
    },
    ...(isOperator ? [{ header: t.flow, cell: (row: Transaction) => row.flow }] : []),
    {
      header: t.status,
      cell: (row) => <Status of={row.status} isHeld={row.held} />,
      onPhone: () => ({ place: 'status' }),
    },
    {
      header: t.reason,
      cell: ({ report }) => <span className="clamped">{report?.reason}</span>,
      isEmpty: (row) => !hasReason(row),
      onPhone: (row) => (hasReason(row) ? { place: 'why' } : undefined),
    },
  ];
}
