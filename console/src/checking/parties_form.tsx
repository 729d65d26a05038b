// Chooses the kind of a new document and its recipient.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { kinds } from '../document/model';
import { usePartnerNamed } from '../parts/partner_field';
import { useSubmission } from '../parts/submission';
import { checkingTexts } from '../texts/checking';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { byGln, examples, identifiersOf, type Profile } from './requests';
import type { Example, PartyOfSample } from './sample';

export interface ChosenParties {
  kind: string;
  example: Example;
  sender: PartyOfSample;
  recipient: PartyOfSample;
  /** The id of the recipient. */
  partner: string;
  /** Undefined if an identifier of the recipient is known. */
  gln: string | undefined;
}

interface OfPartiesForm {
  profile: Profile;
  /** The user can be the recipient, and is the first choice. */
  hasSelf?: boolean;
  submitText: string;
  onChoose: (chosen: ChosenParties) => void;
}

export function PartiesForm({ profile, hasSelf = false, submitText, onChoose }: OfPartiesForm) {
  const { t } = useTexts();
  const own = useTextsOf(checkingTexts);
  const [kind, setKind] = useState(kinds[0] ?? '');
  const [partner, setPartner] = useState(hasSelf ? profile.id : '');
  const [gln, setGln] = useState('');
  const { choices } = usePartnerNamed('');
  const others = choices.filter(({ id }) => id !== profile.id);
  const known = useQuery({
    queryKey: ['identifiers', partner],
    queryFn: ({ signal }) => identifiersOf(partner, profile, signal),
    staleTime: 60_000,
    enabled: partner !== '',
  });
  const { failure, isAsking, submit } = useSubmission();
  const isUnknown = known.data?.length === 0 && partner !== profile.id;
  const choose = async () => {
    const example = (await examples())[kind];
    if (!example || !known.data) return;
    const recipient = {
      name: others.find(({ id }) => id === partner)?.name ?? profile.name,
      identifiers: isUnknown ? byGln(gln.trim()) : known.data,
    };
    onChoose({ kind, example, sender: profile, recipient, partner, gln: isUnknown ? gln.trim() : undefined });
  };
  return (
    <form
      className="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        setGln(gln.trim());
        void submit(choose);
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
            hasSelf
              ? { value: profile.id, label: filled(own.yourself, { name: profile.name }) }
              : { value: '', label: '' },
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
          {submitText}
        </Button>
      </div>
    </form>
  );
}
