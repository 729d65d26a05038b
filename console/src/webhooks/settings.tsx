// The address, the events and the secret of a webhook, and its removal.
import { Button } from '@mantine/core';
import { useState } from 'react';

import { useConfirmedSubmission } from '../account/confirmation';
import { ShownOnce } from '../parts/copied_text';
import { ConfirmDialog } from '../parts/dialog';
import { useTexts, useTextsOf } from '../texts/texts';
import { webhookTexts } from '../texts/webhooks';
import { WebhookFields } from './fields';
import { changeWebhook, removeWebhook, type Webhook } from './requests';

interface OfSettings {
  of: Webhook;
  onChanged: () => void;
}

export function WebhookSettings({ of, onChanged }: OfSettings) {
  const { t } = useTexts();
  const own = useTextsOf(webhookTexts);
  const [url, setUrl] = useState(of.url);
  const [events, setEvents] = useState(of.events);
  const [isSaved, setIsSaved] = useState(false);
  const { failure, isAsking, submit, isConfirming, notice } = useConfirmedSubmission();
  const save = async () => {
    setIsSaved(false);
    await changeWebhook(of.id, { url: url.trim(), events });
    setIsSaved(true);
    onChanged();
  };
  return (
    <section className="card stack">
      <h2>{own.settings}</h2>
      {isConfirming ? notice : (
        <form
          className="stack narrow"
          onSubmit={(event) => {
            event.preventDefault();
            void submit(save);
          }}
        >
          <WebhookFields url={url} events={events} onUrl={setUrl} onEvents={setEvents} failure={failure} />
          <div className="row">
            <Button type="submit" loading={isAsking} disabled={events.length === 0}>
              {t.save}
            </Button>
            {isSaved && <span role="status">{own.savedAndTried}</span>}
          </div>
        </form>
      )}
    </section>
  );
}

export function Secret({ of, onChanged }: OfSettings) {
  const own = useTextsOf(webhookTexts);
  const [isAsked, setIsAsked] = useState(false);
  const [secret, setSecret] = useState<string>();
  const create = async () => {
    setSecret((await changeWebhook(of.id, { secret: 'new' })).secret);
    onChanged();
  };
  return (
    <section className="card stack">
      <h2>{own.secret}</h2>
      <p>{own.secretHelp}</p>
      {secret !== undefined && <ShownOnce help={own.secretOnce} text={secret} />}
      <div className="row">
        <Button variant="default" onClick={() => setIsAsked(true)}>
          {own.newSecret}
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={own.newSecretAsk}
          action={own.newSecret}
          onConfirm={create}
          onClose={() => setIsAsked(false)}
        >
          <p>{own.newSecretHelp}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

interface OfRemoval {
  of: Webhook;
  onRemoved: () => Promise<void>;
}

export function Removal({ of, onRemoved }: OfRemoval) {
  const own = useTextsOf(webhookTexts);
  const [isAsked, setIsAsked] = useState(false);
  const remove = async () => {
    await removeWebhook(of.id);
    await onRemoved();
  };
  return (
    <div className="row">
      <Button variant="default" onClick={() => setIsAsked(true)}>
        {own.remove}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={own.removeAsk}
          action={own.remove}
          onConfirm={remove}
          onClose={() => setIsAsked(false)}
        >
          <p className="any">{of.url}</p>
          <p>{own.removeHelp}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
