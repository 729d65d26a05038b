import { Button, NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { Age } from '../parts/age';
import { CopiedText } from '../parts/copied_text';
import { Facts } from '../parts/facts';
import { useRenewingSubmission } from '../parts/submission';
import { PartyName } from '../partners/party_name';
import { mayCompose, useSession } from '../queries';
import { filtersOf } from '../search';
import { simulatedTexts } from '../texts/simulated';
import { useTexts, useTextsOf } from '../texts/texts';
import { Happenings } from './happenings';
import { startPartner, stopPartner, type SimulatedPartner } from './requests';

interface OfPartner {
  of: SimulatedPartner;
}

const looks = { running: 'good', elsewhere: 'good', stopped: '' };

/** The state of a partner, what it did, and the button that starts or stops it. */
export function OnePartner({ of }: OfPartner) {
  const { number, precise } = useTexts();
  const own = useTextsOf(simulatedTexts);
  const { role, state, participant, since, until, documentsSent } = of;
  const isOver = state !== 'running';
  return (
    <section className="card stack" aria-label={own.roles[role]}>
      <div>
        <h2>{own.roles[role]}</h2>
        <p className="dim">{own.does[role]}</p>
      </div>
      <Running of={of} />
      {participant === null ? (
        <p className="dim">{own.firstStart}</p>
      ) : (
        <Facts
          of={[
            [own.name, <PartyName key="name" of={participant} />],
            [own.gln, <CopiedText key="gln" text={glnOf(of) ?? ''} />],
            [own.started, since && <Age at={since} hasSeconds />],
            [own.until, isOver ? undefined : until && precise(until)],
            [own.sent, since && number(documentsSent)],
          ]}
        />
      )}
      <Ways of={of} />
      {state === 'elsewhere' ? (
        <p className="dim">{own.elsewhereHelp}</p>
      ) : (
        since !== null && <Happenings of={of} />
      )}
    </section>
  );
}

const glnOf = ({ participant }: SimulatedPartner) =>
  participant?.identifiers.find(({ domain }) => domain === 'GS1')?.identifier;

const speeds = ['86400', '1440', '60', '1'] as const;
const usualSpeeds = { supplier: '86400', buyer: '1440' } as const;

/** The state, and the button that changes it. The button stays in its place, and keeps the focus. */
function Running({ of: { role, state } }: OfPartner) {
  const own = useTextsOf(simulatedTexts);
  const [speed, setSpeed] = useState<string>(usualSpeeds[role]);
  const { failure, isAsking, submit } = useRenewingSubmission();
  const isStopped = state === 'stopped';
  const press = () => {
    // A disabled button would lose the focus.
    if (isAsking) return;
    void submit(() => (isStopped ? startPartner(role, Number(speed)) : stopPartner(role)));
  };
  return (
    <>
      <div className="row">
        <span role="status" className={`status ${looks[state]}`}>
          {own.states[state]}
        </span>
        <span className="end row">
          {isStopped && (
            <NativeSelect
              size="xs"
              aria-label={`${own.speed}: ${own.roles[role]}`}
              value={speed}
              data={speeds.map((value) => ({ value, label: own.speeds[value] }))}
              onChange={(event) => setSpeed(event.currentTarget.value)}
            />
          )}
          <Button
            key="press"
            size="xs"
            variant={isStopped ? 'filled' : 'default'}
            aria-busy={isAsking}
            aria-label={isStopped ? own.startOf[role] : own.stopOf[role]}
            onClick={press}
          >
            {isStopped ? own.start : own.stop}
          </Button>
        </span>
      </div>
      {failure && <p role="alert">{failure.message}</p>}
    </>
  );
}

function Ways({ of }: OfPartner) {
  const own = useTextsOf(simulatedTexts);
  const mayWrite = mayCompose(useSession());
  const { role, participant } = of;
  if (participant === null) return null;
  const partner = participant.id;
  return (
    <p className="row">
      {role === 'supplier' && mayWrite && (
        <Link to="/new-documents" search={{ type: 'ORDER', partner, gln: glnOf(of) }}>
          {own.newOrder}
        </Link>
      )}
      <Link to="/transactions" search={filtersOf({ partner })}>
        {own.documents}
      </Link>
    </p>
  );
}
