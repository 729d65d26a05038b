// The exchange asks for the password again before some changes.
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { get, Refusal } from '../api';
import { ProviderButton } from '../parts/provider_button';
import { useSubmission } from '../parts/submission';
import { useTexts } from '../texts/texts';
import { confirmSession } from './requests';

export interface Confirmed {
  failure: Error | undefined;
  isAsking: boolean;
  submit: (work: () => Promise<void>) => Promise<boolean>;
  isConfirming: boolean;
  /** The reason against the last change, or the form that confirms and repeats it. */
  notice: ReactNode;
}

/** Sends changes that may need the password again. */
export function useConfirmedSubmission(): Confirmed {
  const { failure, isAsking, submit } = useSubmission();
  const [last, setLast] = useState<{ work: () => Promise<void> }>();
  const submitAgain = (work: () => Promise<void>) => {
    setLast({ work });
    return submit(work);
  };
  const isConfirming = failure instanceof Refusal && failure.detail === 'confirmation_needed';
  const reason = failure && <p role="alert">{failure.message}</p>;
  return {
    failure,
    isAsking,
    submit: submitAgain,
    isConfirming,
    notice:
      isConfirming && last ? (
        <Confirmation onConfirmed={() => void submitAgain(last.work)} />
      ) : (
        reason
      ),
  };
}

function Confirmation({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useTexts();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { failure, isAsking, submit } = useSubmission();
  const account = useQuery({
    queryKey: ['me', 'account'],
    queryFn: ({ signal }) => get('/v2/me', { signal }),
  });
  const { email, provider, secondFactor: hasSecondFactor = false, hasPassword = true } =
    account.data?.data ?? {};

  const confirm = async () => {
    await confirmSession({ password, ...(hasSecondFactor && { code }) });
    onConfirmed();
  };
  if (provider && email && !hasPassword) {
    return (
      <div className="stack narrow">
        <p>{t.confirmAtProvider}</p>
        <ProviderButton name={provider.name} request={{ email, purpose: 'confirmation' }} />
      </div>
    );
  }
  return (
    <form
      className="stack narrow"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(confirm);
      }}
    >
      <p>{t.confirmationHelp}</p>
      <PasswordInput
        label={t.password}
        autoComplete="current-password"
        value={password}
        onChange={(event) => { setPassword(event.currentTarget.value); }}
        error={failure?.message}
        errorProps={{ role: 'alert' }}
        required
        withAsterisk={false}
      />
      {hasSecondFactor && (
        <TextInput
          label={t.code}
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => { setCode(event.currentTarget.value); }}
          required
          withAsterisk={false}
        />
      )}
      <div className="row">
        <Button type="submit" loading={isAsking}>
          {t.confirm}
        </Button>
      </div>
    </form>
  );
}
