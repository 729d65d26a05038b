// Writes and sends a document that follows from no other one.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { get } from '../api';
import { PartiesForm } from '../checking/parties_form';
import { byGln, examples, identifiersOf, type Profile } from '../checking/requests';
import type { PartyOfSample } from '../checking/sample';
import { DocumentEditor, type Source } from '../correction/document_editor';
import type { LineSource } from '../correction/form_context';
import { keepsDigits, writtenJson, type Json } from '../document/exact_json';
import { useRanges } from '../numbers/requests';
import { usePartnerNamed } from '../parts/partner_field';
import { Loaded, NoPage, Waiting } from '../parts/states';
import { useTitle } from '../parts/title';
import { mayCompose, useSession } from '../queries';
import { composingTexts } from '../texts/composing';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { CatalogueLines } from './catalogue_lines';
import { emptyDocument } from './empty_document';

const route = getRouteApi('/new-documents');

export function ComposePage() {
  return mayCompose(useSession()) ? <Composing /> : <NoPage />;
}

function Composing() {
  const { t } = useTexts();
  const { type, partner, gln } = route.useSearch();
  const profile = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => get('/v2/profile', { signal }),
  });
  if (!keepsDigits()) return <p>{t.digitsLost}</p>;
  return (
    <Loaded query={profile}>
      {({ data }) =>
        type === undefined || partner === undefined ? (
          <Choice profile={data} />
        ) : (
          <ForPartner key={`${type} ${partner} ${gln}`} kind={type} partner={partner} gln={gln} profile={data} />
        )
      }
    </Loaded>
  );
}

function Choice({ profile }: { profile: Profile }) {
  const { t } = useTexts();
  const own = useTextsOf(composingTexts);
  const navigate = route.useNavigate();
  useTitle(t.composeDocument);
  return (
    <article className="stack">
      <h1>{t.composeDocument}</h1>
      <section className="card stack tight" aria-label={own.begin}>
        <PartiesForm
          profile={profile}
          submitText={own.begin}
          // After another sign-in, the address leads to the same draft.
          onChoose={({ kind: type, partner, gln }) => void navigate({ search: { type, partner, gln } })}
        />
      </section>
    </article>
  );
}

interface OfPartner {
  kind: string;
  partner: string;
  gln: string | undefined;
  profile: Profile;
}

/** Shows the choice again if the address has a partner that the user cannot choose. */
function ForPartner({ kind, partner, gln, profile }: OfPartner) {
  const { choices, isLooking } = usePartnerNamed('');
  const ranges = useRanges();
  const [now] = useState(() => new Date().toISOString());
  // The document on the page stays while the identifiers of the partner change.
  const query = useQuery({
    queryKey: ['composing', kind, partner, gln],
    queryFn: async ({ signal }) => ({
      example: (await examples())[kind],
      identifiers: gln === undefined ? await identifiersOf(partner, profile, signal) : byGln(gln),
    }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const name = choices.find(({ id }) => id === partner && id !== profile.id)?.name;
  if (isLooking || ranges.isLoading) return <Waiting />;
  return (
    <Loaded query={query}>
      {({ example, identifiers }) => {
        if (name === undefined || !example || identifiers.length === 0) return <Choice profile={profile} />;
        const recipient = { name, identifiers };
        return (
          <Written
            id={`new ${kind} ${partner} ${gln ?? ''}`}
            kind={kind}
            partner={partner}
            recipient={recipient}
            content={emptyDocument({ kind, example, sender: profile, recipient, now })}
            nextNumber={ranges.data?.find((range) => range.kind === kind)?.nextNumber}
          />
        );
      }}
    </Loaded>
  );
}

/** Returns the source of lines from the catalogue of a partner. */
function catalogueOf(partner: string): LineSource {
  return function FromCatalogue(of) {
    return <CatalogueLines partner={partner} {...of} />;
  };
}

interface OfWritten {
  id: string;
  kind: string;
  partner: string;
  recipient: PartyOfSample;
  content: Json;
  nextNumber: string | undefined;
}

function Written({ id, kind, partner, recipient, content, nextNumber }: OfWritten) {
  const { t } = useTexts();
  const own = useTextsOf(composingTexts);
  // The draft is compared with the document of the beginning.
  const [beginning] = useState(content);
  const lineSource = useMemo(() => (kind === 'ORDER' ? catalogueOf(partner) : undefined), [kind, partner]);
  const text = useMemo(() => writtenJson(beginning), [beginning]);
  const source: Source = {
    id,
    partner: recipient.name,
    kind,
    title: filled(t.newDocument, { kind: t.kinds[kind] ?? kind }),
    lead: filled(own.forPartner, { name: recipient.name }),
    text,
    content: beginning,
    sendText: t.send,
    nextNumber,
    hasSeenLines: false,
    lineSource,
  };
  return <DocumentEditor of={source} />;
}
