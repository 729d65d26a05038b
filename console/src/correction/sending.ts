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

/** Returns true if the answer to the present text was lost: the exchange may have the document. */
export const isLost = (draft: Draft) => isRepeated(draft) && draft.attempt()?.isLost === true;

/** Returns the request of before if it had the text, and begins another one if not. */
export function attemptOf(draft: Draft, text = draft.text): Attempt {
  const last = draft.attempt();
  if (last?.text === text) return last;
  const attempt = { text, key: newKey() };
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

/** Returns the answer to a request. The user may repeat a request whose answer was lost. */
export async function answered<Of>(request: Promise<Of>, t: Texts): Promise<Of> {
  try {
    return await request;
  } catch (error) {
    throw error instanceof Refusal ? error : new Error(t.answerLost);
  }
}

export async function sentBy(attempt: Attempt, { body, session, t }: OfRequest): Promise<Sent> {
  attempt.isLost = true;
  try {
    const answer = (await answered(sendDocument(body, attempt.key), t)) as Transaction & { message?: string };
    return { id: idOf(answer, session), message: answer.message };
  } catch (error) {
    attempt.isLost = !(error instanceof Refusal);
    throw error;
  }
}
