// The page of the link in a message that ends all messages. It needs no session.
import { Button } from '@mantine/core';
import { useState } from 'react';

import { addressOf, unsubscribe } from '../api';
import { useSubmission } from '../parts/submission';
import { useTitle } from '../parts/title';
import { Away, Foot } from '../shell';
import { useTexts } from '../texts/texts';

export default function Unsubscribe({ link }: { link: string }) {
  const { t } = useTexts();
  const [isDone, setIsDone] = useState(false);
  const { failure, isAsking, submit } = useSubmission();
  useTitle(t.unsubscribe);
  const end = async () => {
    await unsubscribe(link);
    setIsDone(true);
  };
  return (
    <>
      <Away />
      <main className="door">
        <div className="card stack">
          <h1>{t.unsubscribe}</h1>
          {isDone ? (
            <p role="status">{t.unsubscribed}</p>
          ) : (
            <>
              <p>{t.unsubscribeWhy}</p>
              <Button loading={isAsking} onClick={() => void submit(end)}>
                {t.endMessages}
              </Button>
              {failure && <span role="alert">{failure.message}</span>}
            </>
          )}
          <a href={addressOf('/console/account')}>{t.account}</a>
        </div>
      </main>
      <Foot />
    </>
  );
}
