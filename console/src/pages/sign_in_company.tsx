// The domain of the e-mail address selects the provider of the company.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import { signInAtProvider } from '../at_provider';
import { useSubmission } from '../parts/submission';
import { useTexts } from '../texts/texts';

export function CompanyForm() {
  const { t } = useTexts();
  const [email, setEmail] = useState('');
  const { failure, isAsking, submit } = useSubmission();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit(() => signInAtProvider({ email: email.trim() }));
      }}
    >
      <h1>{t.product}</h1>
      <TextInput
        label={t.email}
        description={t.companyHelp}
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
        {t.toProvider}
      </Button>
    </form>
  );
}
