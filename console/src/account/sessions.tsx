import { Button } from '@mantine/core';

import { Age } from '../parts/age';
import { useSubmission } from '../parts/submission';
import { useTexts } from '../texts/texts';
import { browserName } from './browser_name';
import { endSession, type OwnSession } from './requests';

interface OfSessions {
  sessions: OwnSession[];
  onChanged: () => void;
}

export function Sessions({ sessions, onChanged }: OfSessions) {
  const { t } = useTexts();
  const { failure, isAsking, submit } = useSubmission();
  const end = async (of: OwnSession[]) => {
    for (const { id } of of) await endSession(id);
    onChanged();
  };
  const others = sessions.filter(({ isPresent }) => !isPresent);
  return (
    <section className="card stack">
      <h2>{t.sessions}</h2>
      <ul className="stack plain" aria-label={t.sessions}>
        {sessions.map((session) => (
          <li key={session.id}>
            <One of={session} isAsking={isAsking} onEnd={() => void submit(() => end([session]))} />
          </li>
        ))}
      </ul>
      {failure && <p role="alert">{failure.message}</p>}
      {others.length > 1 && (
        <div className="row">
          <Button variant="default" loading={isAsking} onClick={() => void submit(() => end(others))}>
            {t.endOtherSessions}
          </Button>
        </div>
      )}
    </section>
  );
}

interface OfOne {
  of: OwnSession;
  isAsking: boolean;
  onEnd: () => void;
}

function One({ of, isAsking, onEnd }: OfOne) {
  const { t } = useTexts();
  return (
    <div className="row">
      <span>{of.participant?.name ?? t.operator}</span>
      <span className="dim any">{browserName(of.browser)}</span>
      <span className="dim">{of.address}</span>
      <span className="dim">
        <Age at={of.lastUsedAt} />
      </span>
      {of.isPresent ? (
        <span className="end">{t.thisSession}</span>
      ) : (
        <Button className="end" variant="default" size="xs" loading={isAsking} onClick={onEnd}>
          {t.endSession}
        </Button>
      )}
    </div>
  );
}
