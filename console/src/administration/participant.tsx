// A participant, for operators: the steps of its onboarding, its facts, tokens, people and partners.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

import { get } from '../api';
import { QueueTable } from '../overview/queue_table';
import { useQueues } from '../overview/queues';
import { Facts } from '../parts/facts';
import { useNameOf } from '../parts/partner_field';
import { Loaded, NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { TitledSection } from '../parts/titled_section';
import { CloseParticipant } from '../participants/close';
import { EditParticipant } from '../participants/edit';
import { Onboarding, type Opening } from '../participants/onboarding';
import { PeopleOfParticipant } from '../participants/people';
import { tokenRequests, type Participant } from '../participants/requests';
import { RequirementsOfParticipant } from '../participants/requirements';
import { ParticipantState } from '../participants/state';
import { mayOperate, useSession } from '../queries';
import { AcceptPartner } from '../relationships/accept';
import { RelationshipList } from '../relationships/list';
import { relationshipsOf } from '../relationships/requests';
import { filtersOf } from '../search';
import { useAdministration } from '../texts/administration';
import { useTexts } from '../texts/texts';
import { Tokens } from '../tokens/tokens';

const route = getRouteApi('/participants/$id');

export function ParticipantPage() {
  return useSession().role === 'operator' ? <OfAddress /> : <NoPage />;
}

function OfAddress() {
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['participants', 'one', id],
    queryFn: ({ signal }) => get('/admin/participants/{id}', { id, signal }),
  });
  return <Loaded query={query}>{({ data }) => <Page key={id} of={data} />}</Loaded>;
}

function Page({ of }: { of: Participant }) {
  const { t } = useTexts();
  const a = useAdministration();
  const [opened, setOpened] = useState<Opening | 'close'>();
  const canChange = mayOperate(useSession()) && of.state !== 'closed';
  const toggle = (dialog: Opening) => (isOpen: boolean) => setOpened(isOpen ? dialog : undefined);
  const close = () => setOpened(undefined);
  useTitle(of.name);
  return (
    <div className="stack">
      <div className="row">
        <h1>{of.name}</h1>
        <ParticipantState of={of.state} />
        <Link className="end" to="/transactions" search={filtersOf({ partner: of.id })}>
          {t.transactions}
        </Link>
      </div>
      {of.state === 'closed' ? (
        <p>{a.participantClosed}</p>
      ) : (
        <Onboarding of={of} onOpen={setOpened} />
      )}
      <Details of={of} onEdit={canChange ? () => setOpened('edit') : undefined} />
      <Tokens
        requests={tokenRequests(of.id)}
        canChange={canChange}
        isAdding={opened === 'token'}
        onAdding={toggle('token')}
      />
      <PeopleOfParticipant
        participant={of.id}
        isInviting={opened === 'person'}
        onInviting={toggle('person')}
      />
      <Partners of={of} onAccept={canChange ? () => setOpened('partner') : undefined} />
      <RequirementsOfParticipant of={of} canChange={canChange} />
      <Inbox of={of} />
      {canChange && (
        <div>
          <Button className="dangerous" variant="default" onClick={() => setOpened('close')}>
            {a.close}
          </Button>
        </div>
      )}
      {opened === 'edit' && <EditParticipant of={of} onClose={close} />}
      {opened === 'partner' && <AcceptPartner of={of.id} onClose={close} />}
      {opened === 'close' && <CloseParticipant of={of} onClose={close} />}
    </div>
  );
}

function Details({ of, onEdit }: { of: Participant; onEdit: (() => void) | undefined }) {
  const { t } = useTexts();
  const a = useAdministration();
  const identifiers = of.identifiers.map(
    ({ domain, identifier }) => `${a.domains[domain]}: ${identifier}`,
  );
  return (
    <section className="card stack" aria-label={t.facts}>
      <div className="row">
        <h2>{t.facts}</h2>
        {onEdit && (
          <Button className="end" variant="default" size="xs" onClick={onEdit}>
            {a.edit}
          </Button>
        )}
      </div>
      <Facts
        of={[
          [a.identifiers, identifiers.join('\n') || a.noIdentifiers],
          [a.participantId, of.id],
          [a.agents, of.agents.length === 0 ? undefined : of.agents.map((agent) => (
            <div key={agent.participant}>
              <NameOf id={agent.participant} />
            </div>
          ))],
        ]}
      />
    </section>
  );
}

function NameOf({ id }: { id: string }) {
  return (
    <Link to="/participants/$id" params={{ id }}>
      {useNameOf(id) ?? id}
    </Link>
  );
}

function Partners({ of, onAccept }: { of: Participant; onAccept: (() => void) | undefined }) {
  const { t } = useTexts();
  const a = useAdministration();
  const query = useQuery({
    queryKey: ['relationships', 'of', of.id],
    queryFn: ({ signal }) => relationshipsOf(of.id, signal),
    meta: { isLive: true },
  });
  return (
    <TitledSection title={t.relationships} add={a.acceptPartner} onAdd={onAccept}>
      <Loaded query={query}>
        {({ items, nextCursor }) => (
          <>
            <RelationshipList of={items} whenEmpty={t.nothingYet} />
            {nextCursor !== null && <p className="dim">{t.thereAreMore}</p>}
          </>
        )}
      </Loaded>
    </TitledSection>
  );
}

function Inbox({ of }: { of: Participant }) {
  const a = useAdministration();
  const query = useQueues(of.id);
  return (
    <section className="stack">
      <h2>{a.inbox}</h2>
      <Loaded query={query}>{({ items }) => <QueueTable of={items} isDetailed />}</Loaded>
    </section>
  );
}
