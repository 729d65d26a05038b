// A ribbon above every page of the test flow.
import { Button } from '@mantine/core';

import { useSession } from '../queries';
import { useTexts } from '../texts/texts';
import { useOtherPlaces, type Place } from './places';

export function TestRibbon({ onSwitch }: { onSwitch: (place: Place) => void }) {
  const { t } = useTexts();
  const session = useSession();
  const live = useOtherPlaces(session, t).find(
    ({ participant, flow }) => participant === session.id && flow === 'LIVE',
  );
  if (session.role === 'operator' || session.flow !== 'TEST') return null;
  return (
    <aside className="ribbon" aria-label={t.test}>
      <strong>{t.test}</strong> {t.testFlow}
      {live && (
        <Button variant="default" size="compact-xs" onClick={() => onSwitch(live)}>
          {t.toLive}
        </Button>
      )}
    </aside>
  );
}
