import type { Schemas } from '../api';
import { useTexts } from '../texts/texts';

const looks: Record<string, string> = {
  SUCCESS: 'good',
  resolved: 'good',
  FAILED: 'bad',
  open: 'bad',
  PENDING: 'waiting',
};

/** A webhook fails from a refused call until the next accepted one. */
export const fails = ({ failures, state }: Schemas['Webhook']) => failures > 0 || state === 'given_up';

/** Marks what belongs to TEST, in lists of a phone. */
export const markOfTest = (flow: string) => (flow === 'TEST' ? flow : '');

/** Shows a status as a colour and a word, because not everyone can distinguish the colours. */
export function Status({ of, isHeld = false }: { of: string; isHeld?: boolean }) {
  const { t } = useTexts();
  const look = isHeld ? 'waiting' : (looks[of] ?? '');
  return <span className={`status ${look}`}>{isHeld ? t.held : (t.statuses[of] ?? of)}</span>;
}
