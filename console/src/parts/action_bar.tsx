// The actions of a page: a row of buttons, and below it the form of the chosen action.
import type { ReactNode } from 'react';

import { useTexts } from '../texts/texts';

interface OfBar {
  buttons: ReactNode;
  /** The reason why the last action was refused. */
  failure: Error | undefined;
  /** The effect of the last action, if the page does not show it at this place. */
  result?: string | undefined;
  children?: ReactNode;
}

export function ActionBar({ buttons, failure, result, children }: OfBar) {
  const { t } = useTexts();
  return (
    <section className="stack tight no-print" aria-label={t.actions}>
      <div className="row">{buttons}</div>
      {children}
      {result !== undefined && <p role="status">{result}</p>}
      {failure && <p role="alert">{failure.message}</p>}
    </section>
  );
}
