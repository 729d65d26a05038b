// The decisions about one partner. A row has the buttons that its relationships permit.
import { Button } from '@mantine/core';
import { useState } from 'react';

import { ConfirmDialog } from '../parts/dialog';
import { partnerTexts } from '../texts/partners';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { ask, decide, resultOf, type Partner } from './requests';

export interface Deciding {
  isAsking: boolean;
  submit: (work: () => Promise<void>) => Promise<boolean>;
  /** Receives the result of a change as a sentence. */
  onDone: (result: string) => void;
}

export function PartnerActions({ of, isAsking, submit, onDone }: Deciding & { of: Partner }) {
  const { id, name, incoming, outgoing } = of;
  const { number } = useTexts();
  const own = useTextsOf(partnerTexts);
  const [isBlocking, setIsBlocking] = useState(false);
  const small = { variant: 'default', size: 'xs', disabled: isAsking } as const;
  const namedFor = (action: string) => ({ 'aria-label': `${action}: ${name}` });
  const accept = async () => {
    const { released } = await decide(id, 'active');
    onDone(filled(own.accepted, { name, count: number(released) }));
  };
  const block = async () => {
    await decide(id, 'blocked');
    onDone(filled(own.blocked, { name }));
  };
  const request = async () => {
    onDone(resultOf(await ask(id), own));
  };
  const held = incoming?.held ?? 0;
  return (
    <span className="row">
      {(incoming === null || incoming.status === 'requested') && (
        <Button
          {...small}
          {...namedFor(own.accept)}
          variant={incoming ? 'filled' : 'default'}
          onClick={() => void submit(accept)}
        >
          {own.accept}
        </Button>
      )}
      {incoming?.status === 'blocked' && (
        <Button {...small} {...namedFor(own.unblock)} onClick={() => void submit(accept)}>
          {own.unblock}
        </Button>
      )}
      {incoming?.status !== 'blocked' && (
        <Button {...small} {...namedFor(own.block)} onClick={() => setIsBlocking(true)}>
          {own.block}
        </Button>
      )}
      {outgoing === null && (
        <Button {...small} {...namedFor(own.ask)} onClick={() => void submit(request)}>
          {own.ask}
        </Button>
      )}
      {isBlocking && (
        <ConfirmDialog
          title={filled(own.blockName, { name })}
          action={own.block}
          onConfirm={block}
          onClose={() => setIsBlocking(false)}
        >
          <p>{own.blockNow}</p>
          <p>{own.blockDelivered}</p>
          {held > 0 && <p>{filled(own.blockHeld, { count: number(held) })}</p>}
        </ConfirmDialog>
      )}
    </span>
  );
}
