import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { get } from '../api';
import { Dialog } from '../parts/dialog';
import { Loaded } from '../parts/states';
import { TitledSection } from '../parts/titled_section';
import { InviteForm } from '../people/invite';
import { PeopleList } from '../people/list';
import { mayOperate, queries, useSession } from '../queries';
import { useAdministration } from '../texts/administration';
import { useTexts } from '../texts/texts';

interface OfPeople {
  participant: string;
  isInviting: boolean;
  onInviting: (isInviting: boolean) => void;
}

const reload = () => void queries.invalidateQueries({ queryKey: ['people'] });

/** The people of a participant. */
export function PeopleOfParticipant({ participant, isInviting, onInviting }: OfPeople) {
  const { t } = useTexts();
  const a = useAdministration();
  const canChange = mayOperate(useSession());
  const [cursor, setCursor] = useState<string>();
  const query = useQuery({
    queryKey: ['people', 'of', participant, cursor],
    queryFn: ({ signal }) =>
      get('/admin/people', { signal, query: { 'filter[participant]': participant, cursor } }),
    placeholderData: keepPreviousData,
  });
  return (
    <TitledSection
      title={t.people}
      add={a.invitePerson}
      onAdd={canChange ? () => onInviting(true) : undefined}
    >
      <Loaded query={query}>
        {(page) => (
          <PeopleList page={page} onChanged={reload} turning={{ cursor, to: setCursor }} />
        )}
      </Loaded>
      {isInviting && (
        <Dialog title={a.invitePerson} onClose={() => onInviting(false)}>
          <InviteForm isOperator participant={participant} onInvited={reload} />
          <div className="row">
            <Button variant="default" onClick={() => onInviting(false)}>
              {a.ready}
            </Button>
          </div>
        </Dialog>
      )}
    </TitledSection>
  );
}
