import { useState } from 'react';

import { ChooseParticipant, type Chosen } from '../participants/choose';
import { Dialog } from '../parts/dialog';
import { DialogForm } from '../parts/dialog_form';
import { useSubmission } from '../parts/submission';
import { useAdministration } from '../texts/administration';
import { useTexts } from '../texts/texts';
import { acceptBoth } from './requests';

/** Accepts a partner of a participant in both directions. */
export function AcceptPartner({ of, onClose }: { of: string; onClose: () => void }) {
  const { t } = useTexts();
  const a = useAdministration();
  const [chosen, setChosen] = useState<Chosen>();
  const partner = chosen?.id;
  const { failure, isAsking, submit } = useSubmission();
  const accept = async () => {
    if (partner === undefined) return;
    await acceptBoth(of, partner);
    onClose();
  };
  return (
    <Dialog title={a.acceptPartner} onClose={onClose}>
      <DialogForm
        action={a.accept}
        isAsking={isAsking}
        isDisabled={partner === undefined || partner === of}
        onSubmit={() => void submit(accept)}
        onCancel={onClose}
      >
        <p>{a.partnerHelp}</p>
        <ChooseParticipant label={t.partner} onChoose={setChosen} />
        {failure && <p role="alert">{failure.message}</p>}
      </DialogForm>
    </Dialog>
  );
}
