import { useEffect, useState } from 'react';

import { PartnerField, usePartnerNamed } from '../parts/partner_field';
import { useTexts } from '../texts/texts';

interface OfChoose {
  label: string;
  /** Gets undefined until the field has the name of a participant. */
  onChoose: (id: string | undefined) => void;
}

/** A field for the name of any participant. */
export function ChooseParticipant({ label, onChoose }: OfChoose) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const { choices, found, isLooking } = usePartnerNamed(typed);
  const isTyped = typed.trim() !== '';
  const chosen = isTyped ? found : undefined;
  useEffect(() => onChoose(chosen), [chosen, onChoose]);
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
