import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import { useSubmission } from '../parts/submission';
import { useTexts } from '../texts/texts';
import { useConfirmedSubmission } from './confirmation';
import { enableSecondFactor, endSecondFactor, proposeSecondFactor, type Proposal } from './requests';

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
        <Enable
          proposal={proposal}
          onEnabled={(codes) => {
            setRecoveryCodes(codes);
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

interface OfEnable {
  proposal: Proposal;
  onEnabled: (recoveryCodes: string[]) => void;
}

function Enable({ proposal, onEnabled }: OfEnable) {
  const { t } = useTexts();
  const [code, setCode] = useState('');
  const { failure, isAsking, submit } = useSubmission();
  const enable = async () => { onEnabled(await enableSecondFactor(proposal.proof, code)); };
  return (
    <form
      className="stack narrow"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(enable);
      }}
    >
      <p>{t.secretHelp}</p>
      <p>
        <code className="any">{proposal.secret}</code>
      </p>
      <p>
        <a href={proposal.uri}>{t.openApp}</a>
      </p>
      <TextInput
        label={t.codeOfApp}
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onChange={(event) => { setCode(event.currentTarget.value); }}
        error={failure?.message}
        errorProps={{ role: 'alert' }}
        required
        withAsterisk={false}
      />
      <div className="row">
        <Button type="submit" loading={isAsking}>
          {t.addSecondFactor}
        </Button>
      </div>
    </form>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const { t } = useTexts();
  return (
    <div className="stack" role="status">
      <p>{t.recoveryHelp}</p>
      <ul className="plain" aria-label={t.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
