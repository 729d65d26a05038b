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

/** A field for the name of any open participant. */
export function ChooseParticipant({ label, onChoose }: OfChoose) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const { choices, found, areSeveral, isLooking } = usePartnerNamed(typed, true);
  const isTyped = typed.trim() !== '';
  const id = isTyped ? found : undefined;
  const isUnknown = isTyped && !isLooking && found === undefined;
  useEffect(() => onChoose({ id, isEmpty: !isTyped }), [id, isTyped, onChoose]);
  return (
    <PartnerField
      label={label}
      value={typed}
      choices={choices}
      onType={setTyped}
      error={isUnknown && (areSeveral ? t.severalPartners : t.noSuchPartner)}
    />
  );
}
