import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useConfirmedSubmission } from '../account/confirmation';
import { ShownOnce } from '../parts/copied_text';
import { useTextsOf } from '../texts/texts';
import { webhookTexts } from '../texts/webhooks';
import { WebhookFields } from './fields';
import { addWebhook, eventTypes, type NewWebhook } from './requests';

export function AddWebhook({ onAdded }: { onAdded: () => void }) {
  const own = useTextsOf(webhookTexts);
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState(eventTypes);
  const [added, setAdded] = useState<NewWebhook>();
  const { failure, isAsking, submit, isConfirming, notice } = useConfirmedSubmission();
  const send = async () => {
    setAdded(undefined);
    setAdded(await addWebhook(url.trim(), events));
    setUrl('');
    onAdded();
  };
  return (
    <section className="card stack">
      <h2>{own.add}</h2>
      {isConfirming ? notice : (
        <form
          className="stack narrow"
          onSubmit={(event) => {
            event.preventDefault();
            void submit(send);
          }}
        >
          <WebhookFields url={url} events={events} onUrl={setUrl} onEvents={setEvents} failure={failure} />
          <div className="row">
            <Button type="submit" loading={isAsking} disabled={events.length === 0}>
              {own.add}
            </Button>
          </div>
        </form>
      )}
      {added && (
        <>
          <p>
            {own.added}{' '}
            <Link to="/webhooks/$id" params={{ id: added.id }}>
              {own.toWebhook}
            </Link>
          </p>
          <ShownOnce help={own.secretOnce} text={added.secret} />
        </>
      )}
    </section>
  );
}
