// Completes and sends a document that was derived from another one.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';

import { deriveDocument, getTransaction } from '../api';
import { DocumentEditor, type Source } from '../correction/document_editor';
import { keepsDigits, writtenJson, type Json } from '../document/exact_json';
import { nameOf } from '../document/model';
import { useRanges } from '../numbers/requests';
import { Loaded, Waiting } from '../parts/states';
import { filled, useTexts } from '../texts/texts';

const route = getRouteApi('/new-documents/$id');

export function NewDocumentPage() {
  const { id } = route.useParams();
  const { type } = route.useSearch();
  const { t } = useTexts();
  // The document on the page stays while its source changes.
  const query = useQuery({
    queryKey: ['new document', id, type],
    queryFn: async ({ signal }) => ({
      source: (await getTransaction('/v2/all-transactions/{id}', { id, signal })).data,
      content: (await deriveDocument(id, type, signal)).content,
    }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const ranges = useRanges();
  if (!keepsDigits()) return <p>{t.digitsLost}</p>;
  if (ranges.isLoading) return <Waiting />;
  return (
    <Loaded query={query}>
      {({ source, content }) => (
        <Derived
          key={`${id} ${type}`}
          id={id}
          kind={type}
          isCopy={type === source.type}
          from={nameOf(source.type, source.content, t.kinds)}
          partner={(source.direction === 'sent' ? source.recipient : source.sender).name}
          content={content}
          nextNumber={ranges.data?.find(({ kind }) => kind === type)?.nextNumber}
        />
      )}
    </Loaded>
  );
}

interface OfDerived {
  id: string;
  kind: string;
  isCopy: boolean;
  /** For example: Order 4500871234. */
  from: string;
  partner: string;
  content: Json;
  nextNumber: string | undefined;
}

function Derived({ id, kind, isCopy, from, partner, content, nextNumber }: OfDerived) {
  const { t } = useTexts();
  const text = useMemo(() => writtenJson(content), [content]);
  const source: Source = {
    id: `${id} ${kind}`,
    target: { transactionId: id },
    partner,
    kind,
    title: filled(t.newDocument, { kind: t.kinds[kind] ?? kind }),
    lead: filled(t.filledFrom, { name: from }),
    text,
    content,
    sendText: t.send,
    nextNumber,
    hasSeenLines: !isCopy,
  };
  return <DocumentEditor of={source} />;
}
