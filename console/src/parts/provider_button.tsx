import { Button } from '@mantine/core';

import { signInAtProvider } from '../at_provider';
import { filled, useTexts } from '../texts/texts';
import { useSubmission } from './submission';

interface OfProviderButton {
  name: string;
  request?: Parameters<typeof signInAtProvider>[0];
}

/** Leads to the sign-in at a provider. */
export function ProviderButton({ name, request }: OfProviderButton) {
  const { t } = useTexts();
  const { failure, isAsking, submit } = useSubmission();
  return (
    <>
      <Button
        variant="default"
        loading={isAsking}
        onClick={() => void submit(() => signInAtProvider(request))}
      >
        {filled(t.signInAt, { name })}
      </Button>
      {failure && <p role="alert">{failure.message}</p>}
    </>
  );
}
