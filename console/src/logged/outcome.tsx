import type { Schemas } from '../api';
import { requestTexts } from '../texts/requests';
import { useTextsOf } from '../texts/texts';

export type LoggedRequest = Schemas['LoggedRequest'];

function outcomeOf(status: number): 'succeeded' | 'refused' | 'failed' {
  if (status < 400) return 'succeeded';
  return status < 500 ? 'refused' : 'failed';
}

/** Shows the status of the answer as a word and a number. */
export function Outcome({ of: { status } }: { of: LoggedRequest }) {
  const own = useTextsOf(requestTexts);
  const outcome = outcomeOf(status);
  return (
    <span className={`status ${outcome === 'succeeded' ? 'good' : 'bad'}`}>
      {own.outcomes[outcome]} ({status})
    </span>
  );
}

/** Returns the name of the token or of the person. */
export const senderOf = ({ token, person }: LoggedRequest) => person?.name ?? (token?.name || '–');
