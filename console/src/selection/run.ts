// One action on several rows, one request after the other. Every request has its result in the account.

/** The result of one request. "later": the exchange did nothing now because of its limits or its load. */
export type Outcome =
  | { is: 'done' }
  | { is: 'refused' | 'later'; sentence: string }
  | { is: 'signedOut' }
  | { is: 'unanswered' };

/** Returns the result of a request that was answered with an error. */
export function outcomeOfRefusal({ status, message }: { status: number; message: string }): Outcome {
  if (status === 401) return { is: 'signedOut' };
  if (status === 429 || status === 503) return { is: 'later', sentence: message };
  // A server between the user and the exchange may have lost the answer.
  return status >= 500 ? { is: 'unanswered' } : { is: 'refused', sentence: message };
}

/** Ends early if the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

export interface Problem {
  id: string;
  /** Undefined if no answer came. The change may have been made. */
  sentence: string | undefined;
}

export type End = 'complete' | 'stopped' | 'signedOut' | 'unanswered';

export interface Account {
  count: number;
  done: string[];
  problems: Problem[];
  /** Undefined while the run continues. */
  end: End | undefined;
}

interface Run {
  ids: string[];
  send: (id: string) => Promise<Outcome>;
  signal: AbortSignal;
  /** Ends early if the run is stopped. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  onProgress: (account: Account) => void;
}

const triesMax = 6;

/** The number of rows for which no request was sent. */
export const leftIn = ({ count, done, problems }: Account) => count - done.length - problems.length;

async function patiently({ send, signal, wait }: Run, id: string): Promise<Outcome | undefined> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await send(id);
    if (outcome.is !== 'later' || tries === triesMax) return outcome;
    await wait(250 * 2 ** tries, signal);
    if (signal.aborted) return undefined;
  }
}

/**
 * A refusal does not end the run. The end of the session and a request without an answer end it, because
 * every other request would have the same result.
 */
export async function runAll(run: Run): Promise<Account> {
  let account: Account = { count: run.ids.length, done: [], problems: [], end: undefined };
  const finish = (end: End) => ({ ...account, end });
  for (const id of run.ids) {
    if (run.signal.aborted) return finish('stopped');
    const outcome = await patiently(run, id);
    if (outcome === undefined) return finish('stopped');
    if (outcome.is === 'signedOut') return finish('signedOut');
    if (outcome.is === 'done') {
      account = { ...account, done: [...account.done, id] };
    } else {
      const sentence = outcome.is === 'unanswered' ? undefined : outcome.sentence;
      account = { ...account, problems: [...account.problems, { id, sentence }] };
    }
    if (outcome.is === 'unanswered') return finish('unanswered');
    run.onProgress(account);
  }
  return finish('complete');
}
