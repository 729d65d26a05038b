import { Button, Tabs } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { get, getTransaction, type Transaction } from '../api';
import { DocumentView } from '../document/document_view';
import { writtenJson, type Json } from '../document/exact_json';
import { dateOf, numberOf } from '../document/model';
import { OtherForms } from '../forms/other_forms';
import { Age } from '../parts/age';
import { Facts } from '../parts/facts';
import { More } from '../parts/more';
import { useNextPage } from '../parts/next_page';
import { Loaded } from '../parts/states';
import { Status } from '../parts/status';
import { useTitle } from '../parts/title';
import { AuthorName } from '../partners/author_name';
import { PartyName } from '../partners/party_name';
import { useSession } from '../queries';
import { tabs } from '../search';
import { useTexts } from '../texts/texts';
import { TransactionActions } from '../transactions/actions';
import { newerOf, olderOf, pathOf } from '../transactions/id';
import { isCorrectable } from '../transactions/possible';
import { hasLabels, Labels } from './transaction_labels';
import { RelatedDocuments, TradeStrip } from './transaction_related';
import { Versions } from './transaction_versions';

const route = getRouteApi('/transactions/$id');

const nextPage = () => import('./correction');

export function TransactionPage() {
  const { id } = route.useParams();
  const session = useSession();
  const path = pathOf(session);
  const query = useQuery({
    queryKey: ['transaction', path, id],
    queryFn: ({ signal }) => getTransaction(path, { id, signal }),
  });
  return <Loaded query={query}>{({ data }) => <TransactionDetails key={id} id={id} of={data} />}</Loaded>;
}

function TransactionDetails({ id, of }: { id: string; of: Transaction }) {
  const { t, date } = useTexts();
  const session = useSession();
  const { role } = session;
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const choose = (chosen: string | null) =>
    void navigate({ search: { tab: tabs.find((one) => one === chosen) }, replace: true, resetScroll: false });
  const isLabelled = role !== 'operator' && hasLabels(of);
  const tab = search.tab === 'labels' && !isLabelled ? 'document' : (search.tab ?? 'document');
  const content = of.content as Json;
  const kind = t.kinds[of.type] ?? of.type;
  const number = numberOf(of.type, content);
  const written = dateOf(of.type, content);
  const title = number === undefined ? kind : `${kind} ${number}`;
  useTitle(title);
  useNextPage(isCorrectable(of, session), nextPage);
  return (
    <article className="stack">
      <div className="row">
        <h1 className="any">{title}</h1>
        {written !== undefined && <span className="dim">{date(written)}</span>}
        <span className="end">
          <Status of={of.status} isHeld={of.held} />
        </span>
      </div>
      <Failure of={of} />
      <div className="card">
        <Head of={of} />
      </div>
      <TradeStrip id={id} of={of} />
      <TransactionActions id={id} of={of} />
      <Warnings of={of} />
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="document">{t.document}</Tabs.Tab>
          <Tabs.Tab value="json">{t.json}</Tabs.Tab>
          <Tabs.Tab value="life">{t.life}</Tabs.Tab>
          <Tabs.Tab value="versions">{t.versions}</Tabs.Tab>
          <Tabs.Tab value="related">{t.related}</Tabs.Tab>
          {isLabelled && <Tabs.Tab value="labels">{t.labels}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="document" pt="md">
          <div className="card">
            {content === null ? (
              <Gone of={of} />
            ) : (
              <div className="stack">
                {role !== 'operator' && <OtherForms id={id} kind={of.type} name={title} fileName={number ?? id} />}
                <DocumentView kind={of.type} content={content} />
              </div>
            )}
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="json" pt="md">
          {content === null ? <Gone of={of} /> : <Raw of={content} />}
        </Tabs.Panel>
        <Tabs.Panel value="life" pt="md">
          <div className="card">
            <Life id={id} />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="versions" pt="md">
          <div className="card">
            <Versions id={id} of={of} />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="related" pt="md">
          <div className="card">
            <RelatedDocuments id={id} of={of} />
          </div>
        </Tabs.Panel>
        {isLabelled && (
          <Tabs.Panel value="labels" pt="md">
            <div className="card">
              <Labels id={id} of={of} />
            </div>
          </Tabs.Panel>
        )}
      </Tabs>
    </article>
  );
}

function Head({ of }: { of: Transaction }) {
  const { t, moment } = useTexts();
  const session = useSession();
  const older = olderOf(of, session);
  const newer = newerOf(of, session);
  const toVersion = (id: string | undefined, name: string) =>
    id !== undefined && (
      <Link to="/transactions/$id" params={{ id }}>
        {name}
      </Link>
    );
  return (
    <Facts
      of={[
        [t.sender, <PartyName key="sender" of={of.sender} />],
        [t.recipient, <PartyName key="recipient" of={of.recipient} />],
        [t.agent, of.agent && <PartyName key="agent" of={of.agent} />],
        [t.created, moment(of.createdAt)],
        [t.direction, of.direction === 'sent' ? t.sent : t.received],
        [t.flow, of.flow],
        [
          t.versions,
          <span key="versions" className="row">
            <span>{of.isLatestVersion ? t.thisIsLatest : t.thisIsOld}</span>
            {toVersion(newer, t.newer)}
            {toVersion(older, t.older)}
          </span>,
        ],
        [
          t.report,
          of.report && (
            <span className="any">
              <PartyName of={of.report.by} /> · {moment(of.report.at)}
              {of.report.reason && ` · ${of.report.reason}`}
            </span>
          ),
          true,
        ],
      ]}
    />
  );
}

/** Names the reason of a failure, and leads to its case. */
function Failure({ of }: { of: Transaction }) {
  const { t } = useTexts();
  const id = of.case;
  if (id === undefined || (of.status !== 'FAILED' && of.status !== 'DROPPED')) return null;
  return (
    <p className={`turn ${of.status === 'FAILED' ? 'bad' : ''}`}>
      <span className="any">{of.report?.reason || t.statuses[of.status]}</span>{' '}
      <Link to="/cases/$id" params={{ id }}>
        {t.toCase}
      </Link>
    </p>
  );
}

function Warnings({ of }: { of: Transaction }) {
  const { t } = useTexts();
  if (of.warnings.length === 0) return null;
  return (
    <section className="card" aria-label={t.warnings}>
      <h2>{t.warnings}</h2>
      <ul>
        {of.warnings.map((warning, index) => (
          <li key={index} className="any">
            {warning.message} <span className="dim">{warning.path}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Gone({ of }: { of: Transaction }) {
  const { t } = useTexts();
  return (
    <p className="dim">
      {t.contentGone} {of.contentRemovedAt !== undefined && <Age at={of.contentRemovedAt} />}
    </p>
  );
}

const charactersAtATime = 100_000;

function Raw({ of }: { of: Json }) {
  const { t } = useTexts();
  const text = useMemo(() => writtenJson(of), [of]);
  const [shown, setShown] = useState(charactersAtATime);
  const clipboard = useClipboard();
  return (
    <div className="stack">
      <div>
        <Button variant="default" size="xs" onClick={() => clipboard.copy(text)}>
          {clipboard.copied ? t.copied : t.copy}
        </Button>
      </div>
      <div className="card bare">
        <pre className="raw" tabIndex={0} role="region" aria-label={t.json}>
          {text.slice(0, shown)}
        </pre>
      </div>
      {shown < text.length && (
        <More
          onMore={() => setShown(shown + charactersAtATime)}
          shown={Math.ceil(shown / 1_000)}
          count={Math.ceil(text.length / 1_000)}
          text={t.showMoreCharacters}
        />
      )}
    </div>
  );
}

function Life({ id }: { id: string }) {
  const { t } = useTexts();
  const session = useSession();
  const path = `${pathOf(session)}/events` as const;
  const query = useInfiniteQuery({
    queryKey: ['events', path, id],
    queryFn: ({ signal, pageParam }) =>
      get(path, {
        id,
        signal,
        query: { cursor: pageParam, per_page: '100' },
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const results: Record<string, string | undefined> = { success: t.statuses['SUCCESS'], failure: t.statuses['FAILED'] };
  return (
    <Loaded query={query}>
      {({ pages }) => (
        <>
          <ol className="times">
            {pages
              .flatMap(({ items }) => items)
              .map((event, index) => (
                <li key={index}>
                  <strong>{t.events[event.type] ?? event.type}</strong>{' '}
                  <span className="dim">
                    <Age at={event.at} hasSeconds />
                    {event.by.name !== '' && (
                      <>
                        {' · '}
                        <AuthorName of={event.by} />
                      </>
                    )}
                  </span>
                  {event.detail !== '' && <div className="any">{results[event.detail] ?? event.detail}</div>}
                </li>
              ))}
          </ol>
          {query.hasNextPage && (
            <Button variant="default" size="xs" onClick={() => void query.fetchNextPage()}>
              {t.nextPage}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}
