import { Button, PasswordInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';

import { Refusal, signIn } from '../api';
import { useTitle } from '../parts/title';
import { setSession } from '../queries';
import { filled, useTexts } from '../texts/texts';

// A link may bring a token after the #, which no server and no log sees. It only fills the form: a
// link from elsewhere must sign nobody in as somebody else. Taken before the router reads it.
let tokenOfLink = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
if (tokenOfLink !== '') {
  history.replaceState(history.state, '', location.pathname + location.search);
}

function takeTokenOfLink(): string {
  const taken = tokenOfLink;
  tokenOfLink = '';
  return taken;
}

export function SignIn() {
  const { t } = useTexts();
  const [token, setToken] = useState(takeTokenOfLink);
  const [error, setError] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  useTitle(t.signIn);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsAsking(true);
    setError(undefined);
    try {
      setSession(await signIn(token.trim()));
    } catch (failure) {
      const isUnknown = failure instanceof Refusal && failure.status === 401;
      const reason = failure instanceof Error ? failure.message : String(failure);
      setError(isUnknown ? t.tokenWrong : filled(t.failed, { reason }));
    } finally {
      setIsAsking(false);
    }
  };

  return (
    <main className="door">
      <div className="card">
        <form onSubmit={(event) => void submit(event)}>
          <h1>{t.product}</h1>
          <PasswordInput
            label={t.token}
            description={t.tokenHelp}
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            error={error}
            errorProps={{ role: 'alert' }}
            autoComplete="off"
            spellCheck={false}
            maxLength={512}
            required
            withAsterisk={false}
            data-autofocus
          />
          <Button type="submit" loading={isAsking}>
            {t.signIn}
          </Button>
        </form>
      </div>
    </main>
  );
}
