import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';

import { useSubmission } from '../parts/submission';
import { useTexts } from '../texts/texts';
import { replacePassword } from './requests';

export function Password({ email, onChanged }: { email: string; onChanged: () => void }) {
  const { t } = useTexts();
  const [present, setPresent] = useState('');
  const [next, setNext] = useState('');
  const [isSaved, setIsSaved] = useState(false);
  const { failure, isAsking, submit } = useSubmission();

  const save = async () => {
    setIsSaved(false);
    await replacePassword(present, next);
    setPresent('');
    setNext('');
    setIsSaved(true);
    onChanged();
  };
  return (
    <section className="card stack">
      <h2>{t.password}</h2>
      <form
        className="stack narrow"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(save);
        }}
      >
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label={t.presentPassword}
          autoComplete="current-password"
          value={present}
          onChange={(event) => { setPresent(event.currentTarget.value); }}
          required
          withAsterisk={false}
        />
        <PasswordInput
          label={t.newPassword}
          description={t.passwordHelp}
          autoComplete="new-password"
          value={next}
          onChange={(event) => { setNext(event.currentTarget.value); }}
          required
          withAsterisk={false}
        />
        <div className="row">
          <Button type="submit" loading={isAsking}>
            {t.changePassword}
          </Button>
          {failure && <span role="alert">{failure.message}</span>}
          {isSaved && <span role="status">{t.passwordChanged}</span>}
        </div>
      </form>
    </section>
  );
}
