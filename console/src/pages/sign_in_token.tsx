import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';

import { Refusal, signIn } from '../api';
import { useSubmission } from '../parts/submission';
import { setSession } from '../queries';
import { filled, useTexts } from '../texts/texts';
import { forgetTokenOfLink } from '../token_of_link';

export function TokenForm({ brought }: { brought: string }) {
  const { t } = useTexts();
  const [token, setToken] = useState(brought);
  const { failure, isAsking, submit } = useSubmission();
  const isUnknown = failure instanceof Refusal && failure.status === 401;
  const error = failure && (isUnknown ? t.tokenWrong : filled(t.failed, { reason: failure.message }));

  const begin = async () => {
    setSession(await signIn(token.trim()));
    forgetTokenOfLink();
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit(begin);
      }}
    >
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
        autoFocus={brought === ''}
      />
      <Button type="submit" loading={isAsking} autoFocus={brought !== ''}>
        {t.signIn}
      </Button>
    </form>
  );
}
