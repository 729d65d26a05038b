// The documents of the same trade: as a strip above the document, and as a list with more facts.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { get, type Related, type RelatedTransaction, type Session, type Transaction } from '../api';
import { numberOf } from '../document/model';
import { Age } from '../parts/age';
import { Loaded } from '../parts/states';
import { Status } from '../parts/status';
import { PartyName } from '../partners/party_name';
import { useSession } from '../queries';
import { filled, useTexts } from '../texts/texts';
import { idOf } from '../transactions/id';

// The order of kinds in a trade. Other kinds come after these.
const order = [
  'ORDER',
  'ORDER_RESPONSE',
  'DISPATCH_INSTRUCTION',
  'DISPATCH_INSTRUCTION_RESPONSE',
  'SHIPPING_NOTICE',
  'RECEIVAL_NOTICE',
  'INVOICE',
  'CREDIT_NOTE',
  'REMITTANCE_ADVICE',
];
const placeOf = ({ type }: RelatedTransaction) => {
  const place = order.indexOf(type);
  return place < 0 ? order.length : place;
};

const shownInStripMax = 12;

const pathOf = ({ role }: Session) =>
  role === 'operator'
    ? ('/admin/transactions/{id}/related' as const)
    : ('/v2/all-transactions/{id}/related' as const);

interface Trade {
  rows: RelatedTransaction[];
  isComplete: boolean;
}

/** Adds the document itself, and sorts by kind. The documents of a kind are in the order of time. */
function tradeOf(of: Transaction, { items, isComplete }: Related): Trade {
  const identifier = numberOf(of.type, of.content) ?? null;
  const rows = [...items, { ...of, identifier } as RelatedTransaction];
  rows.sort(
    (one, other) => placeOf(one) - placeOf(other) || one.createdAt.localeCompare(other.createdAt),
  );
  return { rows, isComplete };
}

function useTrade(id: string, of: Transaction) {
  const session = useSession();
  const path = pathOf(session);
  return useQuery({
    queryKey: ['related', path, id],
    queryFn: ({ signal }) => get(path, { id, signal }),
    select: ({ data }) => tradeOf(of, data),
  });
}

const useName = () => {
  const { t } = useTexts();
  return ({ type, identifier }: RelatedTransaction) =>
    `${t.kinds[type] ?? type} ${identifier ?? ''}`.trim();
};

/** Shows where the document stands in its trade, if there is more than this document. */
export function TradeStrip({ id, of }: { id: string; of: Transaction }) {
  const { t } = useTexts();
  const session = useSession();
  const name = useName();
  const { data } = useTrade(id, of);
  if (data === undefined || data.rows.length === 1) return null;
  const shown = data.rows.slice(0, shownInStripMax);
  const here = data.rows.find((row) => idOf(row, session) === id);
  if (here !== undefined && !shown.includes(here)) shown[shown.length - 1] = here;
  const rest = data.rows.length - shown.length;
  return (
    <nav aria-label={t.related}>
      <ol className="trade">
        {shown.map((row) => {
          const other = idOf(row, session);
          return (
            <li key={other}>
              <Link
                to="/transactions/$id"
                params={{ id: other }}
                aria-current={other === id ? 'page' : undefined}
              >
                {name(row)}
              </Link>
              <Status of={row.status} isHeld={row.held} />
            </li>
          );
        })}
        {rest > 0 && (
          <li>
            <Link to="/transactions/$id" params={{ id }} search={{ tab: 'related' }}>
              {filled(t.moreRelated, { count: rest })}
            </Link>
          </li>
        )}
      </ol>
    </nav>
  );
}

export function RelatedDocuments({ id, of }: { id: string; of: Transaction }) {
  const { t } = useTexts();
  const session = useSession();
  const query = useTrade(id, of);
  return (
    <Loaded query={query}>
      {({ rows, isComplete }) => (
        <div className="stack">
          {rows.length === 1 ? (
            <p className="dim">{t.noRelated}</p>
          ) : (
            <ol className="times">
              {rows.map((row) => (
                <RelatedRow key={idOf(row, session)} of={row} isThis={idOf(row, session) === id} />
              ))}
            </ol>
          )}
          {!isComplete && <p className="dim">{t.relatedCut}</p>}
        </div>
      )}
    </Loaded>
  );
}

function RelatedRow({ of, isThis }: { of: RelatedTransaction; isThis: boolean }) {
  const session = useSession();
  const name = useName();
  return (
    <li className="row">
      {isThis ? (
        <strong aria-current="true" className="any">
          {name(of)}
        </strong>
      ) : (
        <Link to="/transactions/$id" params={{ id: idOf(of, session) }} className="any">
          {name(of)}
        </Link>
      )}
      <Status of={of.status} isHeld={of.held} />
      <span className="dim any">
        <Age at={of.createdAt} /> · <PartyName of={of.sender} /> → <PartyName of={of.recipient} />
      </span>
    </li>
  );
}
