import { Button } from '@mantine/core';
import { useState } from 'react';

import type { Proposal } from '../api';
import { useTexts } from '../texts/texts';
import { useConfirmedSubmission } from './confirmation';
import { ProveSecret, RecoveryCodes } from './proposal';
import { enableSecondFactor, endSecondFactor, proposeSecondFactor } from './requests';

interface OfSecondFactor {
  isEnabled: boolean;
  onChanged: () => void;
}

export function SecondFactor({ isEnabled, onChanged }: OfSecondFactor) {
  const { t } = useTexts();
  const [proposal, setProposal] = useState<Proposal>();
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>();
  const { isAsking, submit, isConfirming, notice } = useConfirmedSubmission();

  const begin = () =>
    submit(async () => {
      if (isEnabled) {
        await endSecondFactor();
        setRecoveryCodes(undefined);
        onChanged();
      } else {
        setProposal(await proposeSecondFactor());
      }
    });
  return (
    <section className="card stack">
      <h2>{t.secondFactor}</h2>
      <p>{isEnabled ? t.secondFactorEnabled : t.secondFactorHelp}</p>
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      {notice}
      {proposal && !isEnabled && (
        <ProveSecret
          proposal={proposal}
          onCode={async (code) => {
            setRecoveryCodes(await enableSecondFactor(proposal.proof, code));
            setProposal(undefined);
            onChanged();
          }}
        />
      )}
      {!proposal && !isConfirming && (
        <div className="row">
          <Button variant="default" loading={isAsking} onClick={() => void begin()}>
            {isEnabled ? t.endSecondFactor : t.addSecondFactor}
          </Button>
        </div>
      )}
    </section>
  );
}
