import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

import { useAdministration } from '../texts/administration';
import { useTexts } from '../texts/texts';

/** Shows a new token, which no later answer of the exchange has. */
export function NewToken({ token, onReady }: { token: string; onReady: () => void }) {
  const { t } = useTexts();
  const a = useAdministration();
  const clipboard = useClipboard();
  return (
    <>
      <p role="status">{a.shownOnce}</p>
      <code className="secret">{token}</code>
      <div className="row">
        <Button autoFocus onClick={() => clipboard.copy(token)}>
          {clipboard.copied ? t.copied : t.copy}
        </Button>
        <Button variant="default" onClick={onReady}>
          {a.ready}
        </Button>
      </div>
    </>
  );
}
