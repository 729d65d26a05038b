// A trading partner: its relationships with the own participant, and its documents and open cases.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { useCaseColumns, useCases } from '../cases/list';
import { Facts } from '../parts/facts';
import { PagedTable } from '../parts/paged_table';
import { partners } from '../parts/partner_field';
import { useRowKeys } from '../parts/row_keys';
import { Loaded, NoPage } from '../parts/states';
import { useSubmission } from '../parts/submission';
import { useTitle } from '../parts/title';
import { mayAdminister, maySeeSetup, queries, useSession } from '../queries';
import { caseFiltersOf, filtersOf } from '../search';
import { partnerTexts } from '../texts/partners';
import { useTexts, useTextsOf } from '../texts/texts';
import { useTransactionColumns, useTransactions } from '../transactions/list';
import { PartnerActions } from './actions';
import { Incoming, Outgoing } from './list';
import type { Partner, Requirement } from './requests';
import { RequirementTable } from './requirements';

const route = getRouteApi('/partners/$id');
const rowsShown = 10;

export function PartnerPage() {
  const { id } = route.useParams();
  return maySeeSetup(useSession()) ? <OnePartner key={id} id={id} /> : <NoPage />;
}

function OnePartner({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['partners', 'one', id],
    queryFn: async ({ signal }) => (await partners(signal)).find((one) => one.id === id) ?? null,
  });
  return <Loaded query={query}>{(found) => (found ? <Page of={found} /> : <Unrelated id={id} />)}</Loaded>;
}

function Page({ of }: { of: Partner }) {
  const { t } = useTexts();
  const own = useTextsOf(partnerTexts);
  const canAct = mayAdminister(useSession());
  const [result, setResult] = useState<string>();
  const { failure, isAsking, submit } = useSubmission();
  const decide = (work: () => Promise<void>) => {
    setResult(undefined);
    return submit(work);
  };
  const done = (sentence: string) => {
    setResult(sentence);
    void queries.invalidateQueries({ queryKey: ['partners'] });
  };
  useTitle(of.name);
  return (
    <div className="stack">
      <h1 className="any">{of.name}</h1>
      {result !== undefined && <p role="status">{result}</p>}
      {failure && <p role="alert">{failure.message}</p>}
      <section className="card stack" aria-label={own.relationship}>
        <Facts
          of={[
            [own.toUs, <Incoming key="incoming" of={of.incoming} />],
            [own.toThem, <Outgoing key="outgoing" partner={of.id} of={of.outgoing} />],
            [own.id, of.id],
          ]}
        />
        {canAct && <PartnerActions of={of} isAsking={isAsking} submit={decide} onDone={done} />}
      </section>
      <RequirementsOf title={own.requirementsOfPartner} of={of.outgoing?.requirements} />
      <RequirementsOf title={own.requirementsForPartner} of={of.incoming?.requirements} />
      <OpenCases id={of.id} />
      <NewestDocuments id={of.id} title={t.transactions} />
    </div>
  );
}

/** A participant without a relationship may have sent documents in an open network. */
function Unrelated({ id }: { id: string }) {
  const { t } = useTexts();
  const own = useTextsOf(partnerTexts);
  useTitle(t.partner);
  return (
    <div className="stack">
      <h1>{t.partner}</h1>
      <p>{own.noRelationship}</p>
      <OpenCases id={id} />
      <NewestDocuments id={id} title={t.transactions} />
    </div>
  );
}

function RequirementsOf({ title, of }: { title: string; of: Requirement[] | undefined }) {
  if (of === undefined || of.length === 0) return null;
  return (
    <section className="stack">
      <h2>{title}</h2>
      <RequirementTable name={title} of={of} whenEmpty="" onRemove={undefined} />
    </section>
  );
}

interface OfList {
  title: string;
  all: ReactNode;
  children: ReactNode;
}

function ListOf({ title, all, children }: OfList) {
  return (
    <section className="stack" aria-label={title}>
      <div className="row">
        <h2>{title}</h2>
        <span className="end">{all}</span>
      </div>
      {children}
    </section>
  );
}

function NewestDocuments({ id, title }: { id: string; title: string }) {
  const { t } = useTexts();
  const filters = filtersOf({ partner: id });
  const columns = useTransactionColumns();
  const query = useTransactions(filters, rowsShown, {});
  const rows = useRowKeys(query.data !== undefined);
  return (
    <ListOf
      title={title}
      all={
        <Link to="/transactions" search={filters}>
          {t.allTransactions}
        </Link>
      }
    >
      <Loaded query={query}>
        {({ items }) => (
          <div ref={rows} className="stack">
            <PagedTable name={title} columns={columns} page={{ items, nextCursor: null }} whenEmpty={t.nothingYet} />
          </div>
        )}
      </Loaded>
    </ListOf>
  );
}

function OpenCases({ id }: { id: string }) {
  const { t } = useTexts();
  const own = useTextsOf(partnerTexts);
  const filters = caseFiltersOf({ status: 'open', partner: id });
  const columns = useCaseColumns().filter(({ header }) => header !== t.partner && header !== t.status);
  const query = useCases(filters, rowsShown);
  return (
    <ListOf
      title={t.openCases}
      all={
        <Link to="/cases" search={filters}>
          {own.allOpenCases}
        </Link>
      }
    >
      <Loaded query={query}>
        {({ items }) => (
          <PagedTable
            name={t.openCases}
            columns={columns}
            page={{ items, nextCursor: null }}
            whenEmpty={t.nothingYet}
          />
        )}
      </Loaded>
    </ListOf>
  );
}
