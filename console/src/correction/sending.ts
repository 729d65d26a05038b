// Sends a draft. A repeat after a lost answer has the key of the first request, so nothing is sent twice.
import { Refusal, sendDocument, type Session, type Transaction } from '../api';
import type { Texts } from '../texts/english';
import { idOf } from '../transactions/id';
import type { Attempt, Draft } from './draft';

/** Returns a key that no other request has. Browsers have randomUUID with TLS only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns true if the present text was sent before. */
export const isRepeated = (draft: Draft) => draft.attempt()?.text === draft.text;

/** Returns the request of before if it had the present text, and begins another one if not. */
export function attemptOf(draft: Draft): Attempt {
  const last = draft.attempt();
  if (last?.text === draft.text) return last;
  const attempt = { text: draft.text, key: newKey() };
  draft.begin(attempt);
  return attempt;
}

interface OfRequest {
  body: string;
  session: Session;
  t: Texts;
}

export interface Sent {
  id: string;
  /** The sentence of the exchange about a document that it holds. */
  message: string | undefined;
}

export async function sentBy({ key }: Attempt, { body, session, t }: OfRequest): Promise<Sent> {
  try {
    const answer = (await sendDocument(body, key)) as Transaction & { message?: string };
    return { id: idOf(answer, session), message: answer.message };
  } catch (error) {
    throw error instanceof Refusal ? error : new Error(t.answerLost);
  }
}
