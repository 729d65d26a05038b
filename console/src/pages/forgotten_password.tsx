import { useState } from 'react';

import { requestReset } from '../api';
import { EmailForm } from '../parts/email_form';
import { filled, useTexts } from '../texts/texts';

export function ForgottenPassword() {
  const { t } = useTexts();
  const [requested, setRequested] = useState<string>();

  if (requested !== undefined) {
    return (
      <>
        <h1>{t.newPassword}</h1>
        <p role="status">{filled(t.resetRequested, { email: requested })}</p>
      </>
    );
  }
  return (
    <EmailForm
      heading={t.newPassword}
      help={t.resetHelp}
      button={t.sendLink}
      work={async (email) => {
        await requestReset(email);
        setRequested(email);
      }}
    />
  );
}
