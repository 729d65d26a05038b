// The fields of a new and of a changed webhook.
import { Checkbox, TextInput } from '@mantine/core';

import { faultAt } from '../parts/submission';
import { useTextsOf } from '../texts/texts';
import { webhookTexts } from '../texts/webhooks';
import { eventTypes, type EventType } from './requests';

interface OfFields {
  url: string;
  events: EventType[];
  onUrl: (url: string) => void;
  onEvents: (events: EventType[]) => void;
  failure: Error | undefined;
}

export function WebhookFields({ url, events, onUrl, onEvents, failure }: OfFields) {
  const own = useTextsOf(webhookTexts);
  const atUrl = faultAt(failure, 'url');
  const atEvents = events.length === 0 ? own.eventsNeeded : faultAt(failure, 'events');
  return (
    <>
      <TextInput
        label={own.address}
        description={own.addressHelp}
        type="url"
        value={url}
        onChange={(event) => { onUrl(event.currentTarget.value); }}
        error={atUrl}
        errorProps={{ role: 'alert' }}
        required
        withAsterisk={false}
      />
      <Checkbox.Group
        label={own.events}
        value={events}
        onChange={(chosen) => { onEvents(eventTypes.filter((type) => chosen.includes(type))); }}
        error={atEvents}
        errorProps={{ role: 'alert' }}
      >
        <div className="stack tight">
          {eventTypes.map((type) => (
            <Checkbox key={type} value={type} label={own.eventTypes[type]} />
          ))}
        </div>
      </Checkbox.Group>
      {failure && !atUrl && !atEvents && <p role="alert">{failure.message}</p>}
    </>
  );
}
