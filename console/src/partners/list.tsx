import { Link } from '@tanstack/react-router';

import { PagedTable, type Column, type PageOf } from '../parts/paged_table';
import { mayAdminister, useSession } from '../queries';
import { filtersOf } from '../search';
import { partnerTexts } from '../texts/partners';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { PartnerActions, type Deciding } from './actions';
import type { Direction, Partner, Status } from './requests';

interface OfList {
  isFiltered: boolean;
  page: PageOf<Partner>;
  turning: { cursor: string | undefined; to: (cursor: string | undefined) => void };
  deciding: Deciding;
}

export function PartnerList({ isFiltered, page, turning, deciding }: OfList) {
  const { t } = useTexts();
  const own = useTextsOf(partnerTexts);
  const canAct = mayAdminister(useSession());
  const actions: Column<Partner> = {
    header: t.actions,
    cell: (row) => <PartnerActions of={row} {...deciding} />,
    onPhone: () => ({ place: 'actions' }),
  };
  const columns: Column<Partner>[] = [
    {
      header: t.partner,
      cell: ({ id, name }) => (
        <Link to="/partners/$id" params={{ id }}>
          {name}
        </Link>
      ),
      onPhone: () => ({ place: 'head' }),
    },
    {
      header: own.toUs,
      cell: (row) => <Incoming of={row.incoming} />,
      onPhone: () => ({ place: 'side', lead: '←' }),
    },
    {
      header: own.toThem,
      cell: (row) => <Outgoing partner={row.id} of={row.outgoing} />,
      onPhone: () => ({ place: 'side', lead: '→' }),
    },
    ...(canAct ? [actions] : []),
  ];
  return (
    <PagedTable
      name={t.partners}
      columns={columns}
      page={page}
      whenEmpty={isFiltered ? t.nothing : t.nothingYet}
      keyOf={({ id }) => id}
      turning={turning}
    />
  );
}

const looks: Record<Status, string> = { requested: 'waiting', active: 'good', blocked: 'bad' };

export function Incoming({ of }: { of: Direction | null }) {
  const { number } = useTexts();
  const own = useTextsOf(partnerTexts);
  if (of === null) return <span className="dim">{own.incoming.none}</span>;
  return (
    <span className="stacked">
      <span className={`status ${looks[of.status]}`}>{own.incoming[of.status]}</span>
      <Terms of={of} requirementsText={own.ownRequirements} />
      {of.held > 0 && <span>{filled(own.heldIncoming, { count: number(of.held) })}</span>}
    </span>
  );
}

export function Outgoing({ partner, of }: { partner: string; of: Direction | null }) {
  const { number } = useTexts();
  const own = useTextsOf(partnerTexts);
  if (of === null) return <span className="dim">{own.outgoing.none}</span>;
  return (
    <span className="stacked">
      <span className={`status ${looks[of.status]}`}>{own.outgoing[of.status]}</span>
      <Terms of={of} requirementsText={own.partnerRequirements} />
      {of.held > 0 && (
        <Link
          to="/transactions"
          search={filtersOf({ partner, direction: 'sent', status: 'HELD' })}
        >
          {filled(own.heldOutgoing, { count: number(of.held) })}
        </Link>
      )}
    </span>
  );
}

interface OfTerms {
  of: Direction;
  /** The recipient of the documents has the requirements. */
  requirementsText: string;
}

/** The limits of a relationship. Most have none. */
function Terms({ of: { kinds = [], flows, requirements }, requirementsText }: OfTerms) {
  const { t, number } = useTexts();
  const own = useTextsOf(partnerTexts);
  const [flow] = flows;
  return (
    <>
      {kinds.length > 0 && (
        <span className="dim">
          {filled(own.onlyKinds, { kinds: kinds.map((kind) => t.kinds[kind] ?? kind).join(', ') })}
        </span>
      )}
      {flows.length === 1 && flow !== undefined && <span className="dim">{own.onlyFlow[flow]}</span>}
      {requirements.length > 0 && (
        <span className="dim">{filled(requirementsText, { count: number(requirements.length) })}</span>
      )}
    </>
  );
}
