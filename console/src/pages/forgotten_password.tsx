import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import { requestReset } from '../api';
import { useSubmission } from '../parts/submission';
import { filled, useTexts } from '../texts/texts';

export function ForgottenPassword() {
  const { t } = useTexts();
  const [email, setEmail] = useState('');
  const [isRequested, setIsRequested] = useState(false);
  const { failure, isAsking, submit } = useSubmission();

  const request = async () => {
    await requestReset(email.trim());
    setIsRequested(true);
  };

  if (isRequested) {
    return (
      <>
        <h1>{t.newPassword}</h1>
        <p role="status">{filled(t.resetRequested, { email: email.trim() })}</p>
      </>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit(request);
      }}
    >
      <h1>{t.newPassword}</h1>
      <TextInput
        label={t.email}
        description={t.resetHelp}
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => { setEmail(event.currentTarget.value); }}
        error={failure?.message}
        errorProps={{ role: 'alert' }}
        required
        withAsterisk={false}
      />
      <Button type="submit" loading={isAsking}>
        {t.sendLink}
      </Button>
    </form>
  );
}
