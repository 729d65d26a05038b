// Corrects the document of a failed transaction, or of a case.
import { getRouteApi } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { get, getTransaction, type Case, type Transaction } from '../api';
import { aboutOf } from '../cases/about';
import { changeCase } from '../cases/requests';
import { Correction, type Source } from '../correction/correction';
import { asSent } from '../correction/edits';
import { exactJson, writtenJson, type Json } from '../document/exact_json';
import { numberOf } from '../document/model';
import { Loaded } from '../parts/states';
import { useTexts } from '../texts/texts';

const route = getRouteApi('/corrections/$id');
const transactionPath = '/v2/all-transactions/{id}';
const casePath = '/v2/errors/{id}';

// The document on the page stays while another tab changes its transaction.
const isKept = { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false };

export function CorrectionPage() {
  const { id } = route.useParams();
  const { of } = route.useSearch();
  return of === 'case' ? <CaseCorrection key={id} id={id} /> : <TransactionCorrection key={id} id={id} />;
}

function TransactionCorrection({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['correction', transactionPath, id],
    queryFn: ({ signal }) => getTransaction(transactionPath, { id, signal }),
    gcTime: 0,
    ...isKept,
  });
  return <Loaded query={query}>{({ data }) => <OfTransaction id={id} of={data} />}</Loaded>;
}

function OfTransaction({ id, of }: { id: string; of: Transaction }) {
  const { t } = useTexts();
  const content = useMemo(() => (of.content === null ? null : asSent(of.content as Json)), [of]);
  if (content === null) return <p>{t.contentRemoved}</p>;
  const source: Source = {
    id,
    kind: of.type,
    name: [t.kinds[of.type] ?? of.type, numberOf(of.type, content)].filter(Boolean).join(' '),
    reason: of.report?.reason ?? '',
    text: writtenJson(content),
    content,
    isStillWaiting: async () =>
      (await getTransaction(transactionPath, { id })).data.isLatestVersion,
    // The new version resolves the case.
    onSent: () => Promise.resolve(),
  };
  return <Correction of={source} />;
}

function CaseCorrection({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['correction', casePath, id],
    queryFn: ({ signal }) => get(casePath, { id, signal }),
    gcTime: 0,
    ...isKept,
  });
  return <Loaded query={query}>{({ data }) => <OfCase of={data} />}</Loaded>;
}

function OfCase({ of }: { of: Case }) {
  const { t } = useTexts();
  const text = of.document?.content ?? '';
  const content = useMemo(() => parsed(text), [text]);
  const { id, transactionType: kind } = of;
  if (kind === undefined) return <p>{t.notCorrectable}</p>;
  const present = async () => (await get(casePath, { id })).data;
  const source: Source = {
    id,
    kind,
    name: aboutOf(of, t.kinds),
    reason: of.reason,
    text: content === undefined ? text : writtenJson(content),
    content,
    isStillWaiting: async () => (await present()).status === 'open',
    onSent: async () => {
      await changeCase(await present(), { status: 'resolved' }, false);
    },
  };
  return <Correction of={source} />;
}

function parsed(text: string): Json | undefined {
  try {
    return exactJson(text) as Json;
  } catch {
    return undefined;
  }
}
