import { Button, PasswordInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';

import { Refusal, signIn } from '../api';
import { setSession } from '../queries';
import { filled, useTexts } from '../texts/texts';
import { forgetTokenOfLink } from '../token_of_link';

export function TokenForm({ brought }: { brought: string }) {
  const { t } = useTexts();
  const [token, setToken] = useState(brought);
  const [error, setError] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsAsking(true);
    setError(undefined);
    try {
      setSession(await signIn(token.trim()));
      forgetTokenOfLink();
    } catch (failure) {
      const isUnknown = failure instanceof Refusal && failure.status === 401;
      const reason = failure instanceof Error ? failure.message : String(failure);
      setError(isUnknown ? t.tokenWrong : filled(t.failed, { reason }));
    } finally {
      setIsAsking(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
      <h1>{t.product}</h1>
      <PasswordInput
        label={t.token}
        description={brought === '' ? t.tokenHelp : t.tokenOfLink}
        value={token}
        onChange={(event) => { setToken(event.currentTarget.value); }}
        error={error}
        errorProps={{ role: 'alert' }}
        autoComplete="off"
        spellCheck={false}
        maxLength={512}
        required
        withAsterisk={false}
      />
      <Button type="submit" loading={isAsking} autoFocus={brought !== ''}>
        {t.signIn}
      </Button>
    </form>
  );
}
