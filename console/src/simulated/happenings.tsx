import { Link } from '@tanstack/react-router';

import { Age } from '../parts/age';
import { usePortions } from '../parts/more';
import { PagedTable, type Column } from '../parts/paged_table';
import { simulatedTexts } from '../texts/simulated';
import { useTexts, useTextsOf } from '../texts/texts';
import { detailOf } from './detail';
import type { Happening, SimulatedPartner } from './requests';

const looks: Partial<Record<Happening['event'], string>> = {
  sent: 'good',
  processed: 'good',
  held: 'waiting',
  leftPending: 'waiting',
  unreachable: 'bad',
  refused: 'bad',
  failed: 'bad',
  notProcessed: 'bad',
};

const shownAtOnce = 10;

/** The newest actions of a partner. */
export function Happenings({ of: { role, happenings } }: { of: SimulatedPartner }) {
  const own = useTextsOf(simulatedTexts);
  const { shown, more } = usePortions(happenings, shownAtOnce);
  const columns: Column<Happening>[] = [
    { header: own.at, cell: ({ at }) => <Age at={at} hasSeconds />, onPhone: () => ({ place: 'age' }) },
    {
      header: own.happening,
      onPhone: ({ type }) => ({ place: type === null ? 'head' : 'status' }),
      cell: ({ event }) => <span className={`status ${looks[event] ?? ''}`}>{own.events[event]}</span>,
    },
    {
      header: own.document,
      cell: (row) => <Document of={row} />,
      onPhone: ({ type }) => (type === null ? undefined : { place: 'head' }),
    },
    {
      header: own.detail,
      // The exchange has the details in English only.
      cell: (row) => <span lang="en">{detailOf(row)}</span>,
      onPhone: () => ({ place: 'line' }),
    },
  ];
  return (
    <div className="stack tight">
      <h3>{own.happenings}</h3>
      <PagedTable
        name={own.happeningsOf[role]}
        columns={columns}
        page={{ items: shown, nextCursor: null }}
        whenEmpty={own.none}
        keyOf={({ at, event, sentence }) => `${at} ${event} ${sentence}`}
      />
      {more}
    </div>
  );
}

function Document({ of: { type, number, transaction } }: { of: Happening }) {
  const { t } = useTexts();
  if (type === null) return <span className="dim">–</span>;
  const name = `${t.kinds[type] ?? type} ${number ?? t.withoutNumber}`;
  if (transaction === null) return name;
  return (
    <Link to="/transactions/$id" params={{ id: transaction }} search={{}}>
      {name}
    </Link>
  );
}
