import { useEffect, useState } from 'react';

import { PartnerField, usePartnerNamed } from '../parts/partner_field';
import { useTexts } from '../texts/texts';

export interface Chosen {
  /** Undefined until the field has the name of a participant. */
  id: string | undefined;
  isEmpty: boolean;
}

interface OfChoose {
  label: string;
  onChoose: (chosen: Chosen) => void;
}

/** A field for the name of any participant. */
export function ChooseParticipant({ label, onChoose }: OfChoose) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const { choices, found, isLooking } = usePartnerNamed(typed);
  const isTyped = typed.trim() !== '';
  const id = isTyped ? found : undefined;
  useEffect(() => onChoose({ id, isEmpty: !isTyped }), [id, isTyped, onChoose]);
  return (
    <PartnerField
      label={label}
      value={typed}
      choices={choices}
      onType={setTyped}
      error={isTyped && !isLooking && found === undefined ? t.noSuchPartner : undefined}
    />
  );
}
