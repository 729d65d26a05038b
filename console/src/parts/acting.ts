// The state of a bar of actions: its open form, and the effect of the last action.
import { useState } from 'react';

import { useRenewingSubmission } from './submission';

/** The forms of the actions on a document and on a case. */
export type ActionForm = 'processed' | 'failed' | 'requeue' | 'discard' | 'move' | 'comment';

export interface Acting {
  form: ActionForm | undefined;
  /** Returns the function that opens a form. */
  open: (form: ActionForm) => () => void;
  close: () => void;
  failure: Error | undefined;
  result: string | undefined;
  isAsking: boolean;
  /** Sends a change and leaves the form open. */
  send: (work: () => Promise<void>) => void;
  /** Sends the change of the open form and closes the form, unless the change is refused. */
  finish: (work: () => Promise<void>, result?: string) => void;
}

export function useActing(): Acting {
  const { failure, isAsking, submit } = useRenewingSubmission();
  const [form, setForm] = useState<ActionForm>();
  const [result, setResult] = useState<string>();
  const send = (work: () => Promise<void>) => {
    setResult(undefined);
    void submit(work);
  };
  return {
    form,
    open: (chosen) => () => {
      setResult(undefined);
      setForm(chosen);
    },
    close: () => { setForm(undefined); },
    failure,
    result,
    isAsking,
    send,
    finish: (work, sentence) => {
      send(async () => {
        await work();
        setForm(undefined);
        setResult(sentence);
      });
    },
  };
}
