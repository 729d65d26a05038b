// Corrects the document of a failed transaction, or of a case.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { get, getTransaction, type Case, type Transaction } from '../api';
import { aboutOf } from '../cases/about';
import { correctableContent } from '../cases/correctable';
import { changeCase } from '../cases/requests';
import { DocumentEditor, type Source } from '../correction/document_editor';
import { asSent } from '../correction/edits';
import { jsonIn, keepsDigits, writtenJson, type Json } from '../document/exact_json';
import { nameOf } from '../document/model';
import type { WholeDraft } from '../drafts/requests';
import { Loaded } from '../parts/states';
import { useSession } from '../queries';
import { filled, useTexts } from '../texts/texts';
import { isCorrectable } from '../transactions/possible';
import { newerOf } from '../transactions/id';

const route = getRouteApi('/corrections/$id');
const transactionPath = '/v2/all-transactions/{id}';
const casePath = '/v2/errors/{id}';

// The document on the page stays while another tab changes its transaction.
const isKept = { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false };

export function CorrectionPage() {
  const { id } = route.useParams();
  const { of } = route.useSearch();
  const { t } = useTexts();
  if (!keepsDigits()) return <p>{t.digitsLost}</p>;
  return of === 'case' ? <CaseCorrection key={id} id={id} /> : <TransactionCorrection key={id} id={id} />;
}

interface OfCorrection {
  id: string;
  /** The draft that the user continues. */
  begun?: WholeDraft;
}

export function TransactionCorrection({ id, begun }: OfCorrection) {
  const query = useQuery({
    queryKey: ['correction', transactionPath, id],
    queryFn: ({ signal }) => getTransaction(transactionPath, { id, signal }),
    ...isKept,
  });
  return <Loaded query={query}>{({ data }) => <OfTransaction id={id} of={data} begun={begun} />}</Loaded>;
}

interface OfOneTransaction {
  id: string;
  of: Transaction;
  begun: WholeDraft | undefined;
}

function OfTransaction({ id, of, begun }: OfOneTransaction) {
  const { t } = useTexts();
  const session = useSession();
  const content = useMemo(() => asSent(of.content as Json), [of]);
  if (!isCorrectable(of, session)) {
    return (
      <p>
        {t.notToCorrect}{' '}
        <Link to="/transactions/$id" params={{ id: newerOf(of, session) ?? id }}>
          {t.toDocument}
        </Link>
      </p>
    );
  }
  const source: Source = {
    id,
    target: { transactionId: id },
    partner: of.recipient.name,
    begun,
    kind: of.type,
    title: filled(t.correctionOf, { name: nameOf(of.type, content, t.kinds) }),
    lead: of.report?.reason ?? '',
    text: writtenJson(content),
    content,
    sendText: t.sendCorrection,
    hasSeenLines: true,
    correction: {
      isStillWaiting: async () =>
        (await getTransaction(transactionPath, { id })).data.isLatestVersion,
      // The new version resolves the case.
      onSent: () => Promise.resolve(),
    },
  };
  return <DocumentEditor of={source} />;
}

export function CaseCorrection({ id, begun }: OfCorrection) {
  const query = useQuery({
    queryKey: ['correction', casePath, id],
    queryFn: ({ signal }) => get(casePath, { id, signal }),
    ...isKept,
  });
  return <Loaded query={query}>{({ data }) => <OfCase of={data} begun={begun} />}</Loaded>;
}

function OfCase({ of, begun }: { of: Case; begun: WholeDraft | undefined }) {
  const { t } = useTexts();
  const session = useSession();
  const refused = useMemo(() => correctableContent(of, session), [of, session]);
  const { id, transactionType: kind } = of;
  if (kind === undefined || refused === undefined) {
    const isCut = of.document !== undefined && jsonIn(of.document.content) === undefined;
    return (
      <p>
        {isCut ? t.notWhole : t.notToCorrect}{' '}
        <Link to="/cases/$id" params={{ id }}>
          {t.toCase}
        </Link>
      </p>
    );
  }
  const content = asSent(refused);
  const present = async () => (await get(casePath, { id })).data;
  const source: Source = {
    id,
    target: { caseId: id },
    begun,
    kind,
    title: filled(t.correctionOf, { name: aboutOf(of, t.kinds) }),
    lead: of.reason,
    text: writtenJson(content),
    content,
    sendText: t.sendCorrection,
    // The recipient received nothing.
    hasSeenLines: false,
    correction: {
      isStillWaiting: async () => (await present()).status === 'open',
      onSent: async () => {
        await changeCase(await present(), { status: 'resolved' }, false);
      },
    },
  };
  return <DocumentEditor of={source} />;
}
