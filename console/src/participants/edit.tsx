import { useState } from 'react';

import { renewAll } from '../queries';
import { useAdministration } from '../texts/administration';
import { filled, useTexts } from '../texts/texts';
import { ProfileForm } from './profile_form';
import { editParticipant, ownersOf, type Participant, type Profile } from './requests';

/** Asks again if an identifier belongs to another participant, because it moves then. */
export function EditParticipant({ of, onClose }: { of: Participant; onClose: () => void }) {
  const { t } = useTexts();
  const a = useAdministration();
  const [asked, setAsked] = useState<string>();
  const save = async (profile: Profile) => {
    const owned = await ownersOf(profile.identifiers, of.id);
    const question = owned
      .map(({ identifier, owner }) => filled(a.identifierMoves, { identifier, owner }))
      .join(' ');
    if (question !== '' && question !== asked) {
      setAsked(question);
      throw new Error(`${question} ${a.saveAgain}`);
    }
    await editParticipant(of.id, profile);
    await renewAll();
    onClose();
  };
  return (
    <ProfileForm
      title={filled(a.editOf, { name: of.name })}
      action={t.save}
      of={of}
      onClose={onClose}
      onProfile={save}
    />
  );
}
