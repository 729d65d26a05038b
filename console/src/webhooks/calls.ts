// The reasons of calls.
import type { WebhookTexts } from '../texts/webhooks';
import type { WebhookCall } from './requests';

type Reasons = Pick<
  WebhookTexts,
  'redirects' | 'refuses' | 'hasNothing' | 'breaks' | 'answers' | 'reasons' | 'noAnswer'
>;

function sentenceOf(status: number, own: Reasons): string {
  if (status >= 300 && status < 400) return own.redirects;
  if (status === 401 || status === 403) return own.refuses;
  if (status === 404 || status === 410) return own.hasNothing;
  return status >= 500 ? own.breaks : own.answers;
}

/** Returns why a call failed, as a sentence that says what to change where the status says so. */
export function reasonOf({ status, message }: Pick<WebhookCall, 'status' | 'message'>, own: Reasons): string {
  if (status !== null) return sentenceOf(status, own).replace('{status}', String(status));
  return message === undefined ? own.noAnswer : (own.reasons[message] ?? message);
}
