import { useState } from 'react';

import { useConfirmedSubmission } from '../account/confirmation';
import { ChooseParticipant, type Chosen } from '../participants/choose';
import { Dialog } from '../parts/dialog';
import { DialogForm } from '../parts/dialog_form';
import { useAdministration } from '../texts/administration';
import { useTexts } from '../texts/texts';
import { acceptBoth } from './requests';

/** Accepts a partner of a participant in both directions. */
export function AcceptPartner({ of, onClose }: { of: string; onClose: () => void }) {
  const { t } = useTexts();
  const a = useAdministration();
  const [chosen, setChosen] = useState<Chosen>();
  const partner = chosen?.id;
  const sending = useConfirmedSubmission();
  const accept = async () => {
    if (partner === undefined) return;
    await acceptBoth(of, partner);
    onClose();
  };
  return (
    <Dialog title={a.acceptPartner} onClose={onClose}>
      <DialogForm
        action={a.accept}
        sending={sending}
        isDisabled={partner === undefined || partner === of}
        onSend={accept}
        onCancel={onClose}
      >
        <p>{a.partnerHelp}</p>
        <ChooseParticipant label={t.partner} onChoose={setChosen} />
      </DialogForm>
    </Dialog>
  );
}
