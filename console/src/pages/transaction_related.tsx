// The documents that are related to a document: documents that it names, and documents that name it
// or one of those. The exchange finds a document by its number. The console finds documents that
// name another one by reading the documents that were sent after it.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { getTransactions, type Session, type Transaction } from '../api';
import type { Json } from '../document/exact_json';
import { dateOf, numberOf } from '../document/model';
import { kindsThatName, nameOf, namesIn, referencesIn } from '../document/references';
import { Loaded } from '../parts/states';
import { Status } from '../parts/status';
import { useSession } from '../queries';
import { filled, useTexts } from '../texts/texts';
import { idOf } from '../transactions/id';

const askedByNumberMax = 20;
const pagesOfKindMax = 3;
const daysBefore = 1;
const daysAfter = 180;

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
const placeOf = (row: Transaction) => {
  const place = order.indexOf(row.type);
  return place < 0 ? order.length : place;
};

// These kinds are exchanged with a warehouse, which is not the trading partner.
const ofOthers = ['DISPATCH_INSTRUCTION', 'DISPATCH_INSTRUCTION_RESPONSE'];

interface Related {
  rows: Transaction[];
  isCut: boolean;
}

const dayOf = (at: string, more: number) =>
  new Date(Date.parse(at) + more * 86_400_000).toISOString().slice(0, 10);

class Search {
  readonly found = new Map<string, Transaction>();
  isCut = false;
  private readonly names = new Set<string>();

  constructor(
    private readonly session: Session,
    private readonly of: Transaction,
    private readonly signal: AbortSignal,
  ) {
    this.take(of);
    for (const name of namesIn(of.type, of.content as Json)) this.names.add(name);
  }

  /** Follows references, for example from an invoice to its notice and from there to the order. */
  async follow() {
    const asked = new Set<string>();
    const open = [this.of];
    for (let row = open.pop(); row !== undefined; row = open.pop()) {
      for (const { number, kinds } of referencesIn(row.type, row.content as Json)) {
        if (asked.has(number)) continue;
        if (asked.size === askedByNumberMax) {
          this.isCut = true;
          return;
        }
        asked.add(number);
        const { items } = await this.get({ 'filter[identifier]': number });
        const those = items.filter((one) => one.isLatestVersion && kinds.includes(one.type));
        open.push(...those.filter((one) => this.take(one)));
      }
    }
  }

  async findThoseThatNameIt() {
    const begin = [...this.found.values()].map(({ createdAt }) => createdAt).sort()[0];
    const kinds = new Set([...this.found.values()].flatMap(({ type }) => kindsThatName(type)));
    const read = await Promise.all(
      [...kinds].map((kind) => this.ofKind(kind, begin ?? this.of.createdAt)),
    );
    let rest = read.flat().filter((row) => row.isLatestVersion);
    // Documents that were found may be named by others.
    for (let named = this.named(rest); named.size > 0; named = this.named(rest)) {
      for (const row of named) this.take(row);
      rest = rest.filter((row) => !named.has(row));
    }
  }

  private async ofKind(kind: string, begin: string): Promise<Transaction[]> {
    const { role } = this.session;
    const isWithSender = role === 'operator' || this.of.direction === 'received';
    const partner = isWithSender ? this.of.sender.id : this.of.recipient.id;
    const rows: Transaction[] = [];
    let cursor: string | null = '';
    for (let page = 0; page < pagesOfKindMax && cursor !== null; page += 1) {
      const answer = await this.get({
        'filter[type]': kind,
        'filter[partner]': ofOthers.includes(kind) ? undefined : (partner ?? undefined),
        'filter[created_between]': `${dayOf(begin, -daysBefore)},${dayOf(begin, daysAfter)}`,
        cursor,
      });
      rows.push(...answer.items);
      cursor = answer.nextCursor;
    }
    this.isCut ||= cursor !== null;
    return rows;
  }

  private named(rows: Transaction[]) {
    return new Set(rows.filter((row) => this.isNamed(row)));
  }

  private isNamed({ type, content }: Transaction) {
    const number = numberOf(type, content);
    const own = number === undefined ? [] : [nameOf(type, number)];
    return [...own, ...namesIn(type, content as Json)].some((name) => this.names.has(name));
  }

  /** Adds a document. Returns true if it is new. */
  private take(row: Transaction): boolean {
    const id = idOf(row, this.session);
    if (this.found.has(id)) return false;
    this.found.set(id, row);
    const number = numberOf(row.type, row.content);
    if (number !== undefined) this.names.add(nameOf(row.type, number));
    return true;
  }

  private get(query: Record<string, string | undefined>) {
    const path = this.session.role === 'operator' ? '/admin/transactions' : '/v2/all-transactions';
    const asked = { 'filter[flow]': this.of.flow, per_page: '100', ...query };
    return getTransactions(path, { signal: this.signal, query: asked });
  }
}

async function relatedTo(of: Transaction, session: Session, signal: AbortSignal): Promise<Related> {
  const search = new Search(session, of, signal);
  await search.follow();
  await search.findThoseThatNameIt();
  const rows = [...search.found.values()].sort(
    (one, other) =>
      placeOf(one) - placeOf(other) || one.createdAt.localeCompare(other.createdAt),
  );
  return { rows, isCut: search.isCut };
}

export function RelatedDocuments({ id, of }: { id: string; of: Transaction }) {
  const { t } = useTexts();
  const session = useSession();
  const query = useQuery({
    queryKey: ['related', session.role, id],
    queryFn: ({ signal }) => relatedTo(of, session, signal),
    staleTime: 60_000,
  });
  return (
    <Loaded query={query}>
      {({ rows, isCut }) => (
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
          {isCut && <p className="dim">{filled(t.relatedCut, { days: daysAfter })}</p>}
        </div>
      )}
    </Loaded>
  );
}

function RelatedRow({ of, isThis }: { of: Transaction; isThis: boolean }) {
  const { t, date } = useTexts();
  const session = useSession();
  const name = `${t.kinds[of.type] ?? of.type} ${numberOf(of.type, of.content) ?? ''}`;
  const written = dateOf(of.type, of.content);
  return (
    <li className="row">
      {isThis ? (
        <strong aria-current="true" className="any">
          {name}
        </strong>
      ) : (
        <Link to="/transactions/$id" params={{ id: idOf(of, session) }} className="any">
          {name}
        </Link>
      )}
      <Status of={of.status} isHeld={of.held} />
      <span className="dim any">
        {[written && date(written), `${of.sender.name} → ${of.recipient.name}`]
          .filter((text) => text)
          .join(' · ')}
      </span>
    </li>
  );
}
