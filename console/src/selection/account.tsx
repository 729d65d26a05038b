// The account of a run: the number of changed rows, and the reason for each of the others.
import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';

import { selectionTexts } from '../texts/selection';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { leftIn } from './run';
import type { Selection } from './selection';

interface OfAccount {
  selection: Pick<Selection<never>, 'run' | 'isRunning' | 'dismiss'>;
  /** Returns the link to the page of a row. */
  linkTo: (id: string, name: string) => ReactNode;
}

export function RunAccount({ selection, linkTo }: OfAccount) {
  const { run, isRunning, dismiss } = selection;
  const { number } = useTexts();
  const own = useTextsOf(selectionTexts);
  const head = useRef<HTMLHeadingElement>(null);
  const wasRunning = useRef(false);
  // The user is led to the account of a run that ends now, and not to an older one.
  useEffect(() => {
    if (wasRunning.current && !isRunning) head.current?.focus();
    wasRunning.current = isRunning;
  }, [isRunning]);
  const end = run?.account.end;
  if (run === undefined || end === undefined) return null;
  const { account, action, names } = run;
  const left = leftIn(account);
  const counted = (text: string, count: number) => filled(text, { count: number(count) });
  const sentences = [
    own.ends[end],
    counted(own.done, account.done.length),
    account.problems.length > 0 ? counted(own.refused, account.problems.length) : '',
    left > 0 ? counted(own.left, left) : '',
  ];
  return (
    <section className="card stack tight no-print" aria-label={own.account}>
      <div className="row">
        <h2 ref={head} className="account-head" tabIndex={-1}>
          {action}
        </h2>
        <Button className="end" variant="default" size="xs" onClick={dismiss}>
          {own.close}
        </Button>
      </div>
      <p role="status">{sentences.filter((text) => text !== '').join(' ')}</p>
      {account.problems.length > 0 && (
        <ul className="refusals">
          {account.problems.map(({ id, sentence }) => (
            <li key={id}>
              {linkTo(id, names.get(id) ?? id)}
              <div className="any">{sentence || own.noAnswer}</div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
