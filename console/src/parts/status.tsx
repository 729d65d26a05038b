import { useTexts } from '../texts/texts';

const looks: Record<string, string> = {
  SUCCESS: 'good',
  resolved: 'good',
  FAILED: 'bad',
  open: 'bad',
  PENDING: 'waiting',
};

/** Shows a status as a colour and a word, because not everyone can distinguish the colours. */
export function Status({ of, isHeld = false }: { of: string; isHeld?: boolean }) {
  const { t } = useTexts();
  const look = isHeld ? 'waiting' : (looks[of] ?? '');
  return <span className={`status ${look}`}>{isHeld ? t.held : (t.statuses[of] ?? of)}</span>;
}
