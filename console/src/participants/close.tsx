import { useState } from 'react';

import { Refusal } from '../api';
import { ConfirmDialog } from '../parts/dialog';
import { renewAll } from '../queries';
import { useAdministration } from '../texts/administration';
import { filled, useTexts } from '../texts/texts';
import { closeParticipant, type Participant } from './requests';

/** Asks again if documents wait for the participant, because they fail then. */
export function CloseParticipant({ of, onClose }: { of: Participant; onClose: () => void }) {
  const { number } = useTexts();
  const a = useAdministration();
  const [waiting, setWaiting] = useState<{ pending: number; held: number }>();
  const close = async () => {
    await closeParticipant(of.id, waiting !== undefined).catch((reason: unknown) => {
      if (!(reason instanceof Refusal)) throw reason;
      const { pending, held } = reason.body;
      if (pending === undefined || held === undefined) throw reason;
      setWaiting({ pending, held });
      throw new Error(filled(a.closePending, { pending: number(pending), held: number(held) }));
    });
    await renewAll();
  };
  return (
    <ConfirmDialog
      title={filled(a.closeOf, { name: of.name })}
      action={waiting === undefined ? a.close : a.closeAndFail}
      onConfirm={close}
      onClose={onClose}
    >
      <p>{a.closeWhy}</p>
    </ConfirmDialog>
  );
}
