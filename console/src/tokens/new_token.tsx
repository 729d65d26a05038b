import { Button } from '@mantine/core';

import { ShownOnce } from '../parts/copied_text';
import { useAdministration } from '../texts/administration';

/** Shows a new token, which no later answer of the exchange has. */
export function NewToken({ token, onReady }: { token: string; onReady: () => void }) {
  const a = useAdministration();
  return (
    <>
      <ShownOnce help={a.shownOnce} text={token} autoFocus />
      <div className="row">
        <Button variant="default" onClick={onReady}>
          {a.ready}
        </Button>
      </div>
    </>
  );
}
