import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';

import { Refusal, signInPerson } from '../api';
import { useSubmission } from '../parts/submission';
import { setSession } from '../queries';
import { useTexts } from '../texts/texts';

/** The exchange asks for a code if the person has a second factor. */
const codeDetails = ['code_needed', 'code_wrong'];

export function PasswordForm() {
  const { t } = useTexts();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isCodeNeeded, setIsCodeNeeded] = useState(false);
  const { failure, isAsking, submit } = useSubmission();
  const error = failure?.message;

  const signIn = async () => {
    try {
      setSession(await signInPerson({ email: email.trim(), password, ...(code && { code }) }));
    } catch (reason) {
      if (reason instanceof Refusal && codeDetails.includes(reason.detail ?? ''))
        setIsCodeNeeded(true);
      throw reason;
    }
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit(signIn);
      }}
    >
      <h1>{t.product}</h1>
      <TextInput
        label={t.email}
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => { setEmail(event.currentTarget.value); }}
        required
        withAsterisk={false}
      />
      <PasswordInput
        label={t.password}
        autoComplete="current-password"
        value={password}
        onChange={(event) => { setPassword(event.currentTarget.value); }}
        error={isCodeNeeded ? undefined : error}
        errorProps={{ role: 'alert' }}
        required
        withAsterisk={false}
      />
      {isCodeNeeded && (
        <TextInput
          label={t.code}
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => { setCode(event.currentTarget.value); }}
          error={error}
          errorProps={{ role: 'alert' }}
          required
          withAsterisk={false}
        />
      )}
      <Button type="submit" loading={isAsking}>
        {t.signIn}
      </Button>
    </form>
  );
}
