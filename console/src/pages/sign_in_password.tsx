import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';

import { Refusal, signInPerson } from '../api';
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
  const [error, setError] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsAsking(true);
    setError(undefined);
    try {
      setSession(await signInPerson({ email: email.trim(), password, ...(code && { code }) }));
    } catch (failure) {
      if (failure instanceof Refusal && codeDetails.includes(failure.detail ?? ''))
        setIsCodeNeeded(true);
      setError(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setIsAsking(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
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
