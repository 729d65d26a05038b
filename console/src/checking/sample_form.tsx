// Fills the field with a sample for a partner.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { get } from '../api';
import { kinds } from '../document/model';
import { usePartnerNamed } from '../parts/partner_field';
import { Loaded } from '../parts/states';
import { useSubmission } from '../parts/submission';
import { checkingTexts } from '../texts/checking';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { examples, identifiersOf, type Profile } from './requests';
import { sampleOf } from './sample';

interface OfSampleForm {
  onFill: (text: string) => void;
}

export function SampleForm({ onFill }: OfSampleForm) {
  const own = useTextsOf(checkingTexts);
  const profile = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => get('/v2/profile', { signal }),
  });
  return (
    <section className="card stack tight" aria-label={own.sample}>
      <h2>{own.sample}</h2>
      <p className="dim">{own.sampleHelp}</p>
      <Loaded query={profile}>{({ data }) => <Form profile={data} onFill={onFill} />}</Loaded>
    </section>
  );
}

/** Returns a number that no other document has. */
function newNumber(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `SAMPLE-${number.toString(16).padStart(8, '0').toUpperCase()}`;
}

function Form({ profile, onFill }: OfSampleForm & { profile: Profile }) {
  const { t } = useTexts();
  const own = useTextsOf(checkingTexts);
  const [kind, setKind] = useState(kinds[0] ?? '');
  const [partner, setPartner] = useState(profile.id);
  const [gln, setGln] = useState('');
  const { choices } = usePartnerNamed('');
  const others = choices.filter(({ id }) => id !== profile.id);
  const known = useQuery({
    queryKey: ['identifiers', partner],
    queryFn: ({ signal }) => identifiersOf(partner, profile, signal),
    staleTime: 60_000,
  });
  const { failure, isAsking, submit } = useSubmission();
  const isUnknown = known.data?.length === 0 && partner !== profile.id;
  const fill = async () => {
    const example = (await examples())[kind];
    if (!example || !known.data) return;
    const recipient = {
      name: others.find(({ id }) => id === partner)?.name ?? profile.name,
      identifiers: isUnknown ? [{ domain: 'GS1', identifier: gln.trim() }] : known.data,
    };
    onFill(sampleOf(example, { sender: profile, recipient, number: newNumber() }));
  };
  return (
    <form
      className="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        setGln(gln.trim());
        void submit(fill);
      }}
    >
      <div className="fields">
        <NativeSelect
          label={t.kind}
          value={kind}
          data={kinds.map((value) => ({ value, label: t.kinds[value] ?? value }))}
          onChange={(event) => setKind(event.currentTarget.value)}
        />
        <NativeSelect
          label={t.partner}
          value={partner}
          data={[
            { value: profile.id, label: filled(own.yourself, { name: profile.name }) },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => {
            setPartner(event.currentTarget.value);
            setGln('');
          }}
        />
        {isUnknown && (
          <TextInput
            label={own.gln}
            description={own.glnHelp}
            value={gln}
            onChange={(event) => setGln(event.currentTarget.value)}
            required
            withAsterisk={false}
          />
        )}
      </div>
      {profile.identifiers.length === 0 && <p>{own.noIdentifiers}</p>}
      {known.error && <p role="alert">{known.error.message}</p>}
      {failure && <p role="alert">{failure.message}</p>}
      <div>
        <Button type="submit" variant="default" disabled={!known.data} loading={isAsking}>
          {own.fill}
        </Button>
      </div>
    </form>
  );
}
