import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import { Refusal } from '../api';
import { CopiedText } from '../parts/copied_text';
import { useSubmission } from '../parts/submission';
import { partnerTexts } from '../texts/partners';
import { useTextsOf } from '../texts/texts';
import { ask, resultOf } from './requests';

interface OfAsking {
  ownId: string;
  onAsked: (result: string) => void;
}

/** Asks a participant that is not in the list. The API of a participant finds others by their id only. */
export function AskAnother({ ownId, onAsked }: OfAsking) {
  const own = useTextsOf(partnerTexts);
  const [id, setId] = useState('');
  const { failure, isAsking, submit } = useSubmission();
  const send = async () => {
    const partner = await ask(id.trim());
    setId('');
    onAsked(resultOf(partner, own));
  };
  const isUnknown = failure instanceof Refusal && failure.status === 404;
  return (
    <section className="card stack">
      <h2>{own.askAnother}</h2>
      <p>{own.askHelp}</p>
      <form
        className="stack narrow"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(send);
        }}
      >
        <TextInput
          label={own.id}
          description={own.idHelp}
          value={id}
          onChange={(event) => { setId(event.currentTarget.value); }}
          error={isUnknown ? own.unknownId : failure?.message}
          errorProps={{ role: 'alert' }}
          required
          withAsterisk={false}
        />
        <div className="row">
          <Button type="submit" variant="default" loading={isAsking}>
            {own.ask}
          </Button>
        </div>
      </form>
      <div className="row">
        <span className="dim">{own.ownId}</span>
        <CopiedText text={ownId} />
      </div>
    </section>
  );
}
