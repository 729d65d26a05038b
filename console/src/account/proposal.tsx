// A proposed second factor: its secret, the code that proves it, and the recovery codes.
import { Button, TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

import type { Proposal } from '../api';
import { useSubmission } from '../parts/submission';
import { useTexts } from '../texts/texts';

const QrCode = lazy(() => import('./qr_code'));

interface OfProposal {
  proposal: Proposal;
  onCode: (code: string) => Promise<void>;
}

export function ProveSecret({ proposal, onCode }: OfProposal) {
  const { t } = useTexts();
  const [code, setCode] = useState('');
  const { failure, isAsking, submit } = useSubmission();
  return (
    <form
      className="stack narrow"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(() => onCode(code));
      }}
    >
      <p>{t.secretHelp}</p>
      <Suspense>
        <QrCode text={proposal.uri} label={t.secretAsQrCode} />
      </Suspense>
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

export function RecoveryCodes({ codes }: { codes: string[] }) {
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
