// Continues a draft: a correction with its case or its transaction, or a new document.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { getTransaction, Refusal } from '../api';
import { DocumentEditor } from '../correction/document_editor';
import { jsonIn, keepsDigits } from '../document/exact_json';
import { useRanges } from '../numbers/requests';
import { CaseCorrection, TransactionCorrection } from '../pages/correction';
import { Loaded, NoPage, Waiting } from '../parts/states';
import { mayCompose, useSession } from '../queries';
import { draftTexts } from '../texts/drafts';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { isCorrectable } from '../transactions/possible';
import { getDraft, type WholeDraft } from './requests';

const route = getRouteApi('/drafts/$id');

export function DraftPage() {
  return mayCompose(useSession()) ? <Resumed /> : <NoPage />;
}

// The document on the page stays while another tab changes the draft.
const isFixed = { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false };

function Resumed() {
  const { id } = route.useParams();
  const { t } = useTexts();
  const session = useSession();
  const query = useQuery({
    queryKey: ['draft', id],
    queryFn: async ({ signal }) => {
      const draft = await draftOrNone(id, signal);
      return { draft, isCorrection: draft ? await corrects(draft, session, signal) : false };
    },
    ...isFixed,
  });
  if (!keepsDigits()) return <p>{t.digitsLost}</p>;
  return (
    <Loaded query={query}>
      {({ draft, isCorrection }) => {
        if (!draft) return <Gone />;
        if (draft.caseId !== null) return <CaseCorrection key={id} id={draft.caseId} begun={draft} />;
        return isCorrection && draft.transactionId !== null ? (
          <TransactionCorrection key={id} id={draft.transactionId} begun={draft} />
        ) : (
          <NewDocument key={id} of={draft} />
        );
      }}
    </Loaded>
  );
}

async function draftOrNone(id: string, signal: AbortSignal): Promise<WholeDraft | undefined> {
  try {
    return await getDraft(id, signal);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}

/** Returns true for a new version of a failed document. A document that was derived has another type. */
async function corrects(
  { kind, transactionId }: WholeDraft,
  session: ReturnType<typeof useSession>,
  signal: AbortSignal,
): Promise<boolean> {
  if (transactionId === null) return false;
  try {
    const { data } = await getTransaction('/v2/all-transactions/{id}', { id: transactionId, signal });
    return data.type === kind && isCorrectable(data, session);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return false;
    throw error;
  }
}

function Gone() {
  const own = useTextsOf(draftTexts);
  return (
    <p>
      {own.notThere} <Link to="/drafts">{own.toDrafts}</Link>
    </p>
  );
}

function NewDocument({ of }: { of: WholeDraft }) {
  const { t } = useTexts();
  const ranges = useRanges();
  const { id, kind, partner, transactionId, document: text } = of;
  if (ranges.isLoading) return <Waiting />;
  return (
    <DocumentEditor
      of={{
        id: `draft ${id}`,
        kind,
        title: filled(t.newDocument, { kind: t.kinds[kind] ?? kind }),
        lead: partner,
        text,
        content: jsonIn(text) ?? {},
        hasSeenLines: false,
        sendText: t.send,
        nextNumber: ranges.data?.find((range) => range.kind === kind)?.nextNumber,
        target: { transactionId: transactionId ?? undefined },
        partner,
        begun: of,
      }}
    />
  );
}
