import { useCallback, useState } from 'react';

import { ChooseParticipant, type Chosen } from '../participants/choose';
import { movingTexts } from '../texts/moving';
import { useTextsOf } from '../texts/texts';
import { ReasonForm } from './action_forms';

interface OfMove {
  isAsking: boolean;
  onMove: (participant: string, reason: string) => void;
}

/** The form in which an operator hands a document to another participant. */
export function MoveForm({ isAsking, onMove }: OfMove) {
  const own = useTextsOf(movingTexts);
  const [to, setTo] = useState<string>();
  const [isMissing, setIsMissing] = useState(false);
  const onChoose = useCallback(({ id }: Chosen) => {
    setTo(id);
    setIsMissing(false);
  }, []);
  return (
    <ReasonForm
      isAsking={isAsking}
      action={own.move}
      help={own.help}
      first={<ChooseParticipant label={own.to} onChoose={onChoose} />}
      onReason={(reason) => {
        if (to === undefined) setIsMissing(true);
        else onMove(to, reason);
      }}
    >
      {isMissing && <p role="alert">{own.choose}</p>}
    </ReasonForm>
  );
}
