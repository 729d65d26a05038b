// The exchange asks for the password again before some changes.
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';

import { Refusal } from '../api';
import { useSubmission, type Submission } from '../parts/submission';
import { useTexts } from '../texts/texts';
import { confirmSession } from './requests';

export const isConfirmationNeeded = ({ failure }: Submission) =>
  failure instanceof Refusal && failure.detail === 'confirmation_needed';

interface OfConfirmation {
  hasSecondFactor: boolean;
  onConfirmed: () => void;
}

export function Confirmation({ hasSecondFactor, onConfirmed }: OfConfirmation) {
  const { t } = useTexts();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { failure, isAsking, submit } = useSubmission();

  const confirm = async () => {
    await confirmSession({ password, ...(hasSecondFactor && { code }) });
    onConfirmed();
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(confirm);
      }}
    >
      <p>{t.confirmationHelp}</p>
      <PasswordInput
        label={t.password}
        autoComplete="current-password"
        value={password}
        onChange={(event) => { setPassword(event.currentTarget.value); }}
        error={failure?.message}
        errorProps={{ role: 'alert' }}
        required
        withAsterisk={false}
      />
      {hasSecondFactor && (
        <TextInput
          label={t.code}
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => { setCode(event.currentTarget.value); }}
          required
          withAsterisk={false}
        />
      )}
      <div className="row">
        <Button type="submit" loading={isAsking}>
          {t.confirm}
        </Button>
      </div>
    </form>
  );
}
