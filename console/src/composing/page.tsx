// Writes and sends a document that follows from no other one.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { get } from '../api';
import { PartiesForm } from '../checking/parties_form';
import { DocumentEditor, type Source } from '../correction/document_editor';
import { keepsDigits, writtenJson } from '../document/exact_json';
import { useRanges } from '../numbers/requests';
import { Loaded } from '../parts/states';
import { useTitle } from '../parts/title';
import { composingTexts } from '../texts/composing';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { emptyDocument } from './empty_document';

export function ComposePage() {
  const { t } = useTexts();
  const own = useTextsOf(composingTexts);
  const [source, setSource] = useState<Source>();
  const profile = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => get('/v2/profile', { signal }),
  });
  const ranges = useRanges();
  useTitle(t.composeDocument);
  if (!keepsDigits()) return <p>{t.digitsLost}</p>;
  if (source) {
    const nextNumber = ranges.data?.find(({ kind }) => kind === source.kind)?.nextNumber;
    return <DocumentEditor of={{ ...source, nextNumber }} />;
  }
  return (
    <article className="stack">
      <h1>{t.composeDocument}</h1>
      <section className="card stack tight" aria-label={own.begin}>
        <Loaded query={profile}>
          {({ data }) => (
            <PartiesForm
              profile={data}
              submitText={own.begin}
              onChoose={({ kind, example, sender, recipient }) => {
                const now = new Date().toISOString();
                const content = emptyDocument({ kind, example, sender, recipient, now });
                setSource({
                  id: `new ${kind} ${recipient.name}`,
                  kind,
                  title: filled(t.newDocument, { kind: t.kinds[kind] ?? kind }),
                  lead: filled(own.forPartner, { name: recipient.name }),
                  text: writtenJson(content),
                  content,
                  sendText: t.send,
                });
              }}
            />
          )}
        </Loaded>
      </section>
    </article>
  );
}
