import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import { useTexts } from '../texts/texts';
import { useSubmission } from './submission';

interface OfEmailForm {
  heading: string;
  help: string;
  button: string;
  work: (email: string) => Promise<void>;
}

/** A form with an e-mail address only. */
export function EmailForm({ heading, help, button, work }: OfEmailForm) {
  const { t } = useTexts();
  const [email, setEmail] = useState('');
  const { failure, isAsking, submit } = useSubmission();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit(() => work(email.trim()));
      }}
    >
      <h1>{heading}</h1>
      <TextInput
        label={t.email}
        description={help}
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
        {button}
      </Button>
    </form>
  );
}
