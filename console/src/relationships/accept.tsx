import { Button } from '@mantine/core';
import { useState } from 'react';

import { ChooseParticipant, type Chosen } from '../participants/choose';
import { Dialog } from '../parts/dialog';
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
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(accept);
        }}
      >
        <p>{a.partnerHelp}</p>
        <ChooseParticipant label={t.partner} onChoose={setChosen} />
        {failure && <p role="alert">{failure.message}</p>}
        <div className="row">
          <Button
            type="submit"
            loading={isAsking}
            disabled={partner === undefined || partner === of}
          >
            {a.accept}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
