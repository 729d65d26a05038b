import { useAdministration } from '../texts/administration';
import type { Participant } from './requests';

const looks = { open: 'good', closing: 'waiting', closed: '' };

export function ParticipantState({ of }: { of: Participant['state'] }) {
  const a = useAdministration();
  return <span className={`status ${looks[of]}`}>{a.participantStates[of]}</span>;
}
