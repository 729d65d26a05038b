import { Button, NativeSelect } from '@mantine/core';
import { Fragment, useState } from 'react';

import { useConfirmedSubmission } from '../account/confirmation';
import { Age } from '../parts/age';
import { PartyName } from '../partners/party_name';
import { PagedTable, type Column, type PageOf } from '../parts/paged_table';
import { managesPeople, useSession } from '../queries';
import { useTexts } from '../texts/texts';
import { LinkToHandOver } from './invite';
import {
  changeRole,
  removePerson,
  resetPassword,
  rolesOfParticipant,
  setAccess,
  type Issued,
  type Person,
  type Role,
} from './requests';

interface OfList {
  page: PageOf<Person>;
  turning: { cursor: string | undefined; to: (cursor: string | undefined) => void };
  onChanged: () => void;
}

export function PeopleList({ page, turning, onChanged }: OfList) {
  const { t } = useTexts();
  const session = useSession();
  const isOperator = session.role === 'operator';
  const [issued, setIssued] = useState<Issued>();
  const { isAsking, submit, notice } = useConfirmedSubmission();
  const make = (work: () => Promise<void>) => {
    setIssued(undefined);
    void submit(async () => {
      await work();
      onChanged();
    });
  };
  const columns: Column<Person>[] = [
    { header: t.name, cell: (row) => row.name ?? t.formerPerson, onPhone: () => ({ place: 'head' }) },
    { header: t.email, cell: (row) => <Address of={row} />, onPhone: () => ({ place: 'line' }) },
    {
      header: t.role,
      cell: (row) => <Roles of={row} isAsking={isAsking} make={make} />,
      onPhone: () => ({ place: 'partner', wraps: true }),
    },
    { header: t.personState, cell: (row) => t.personStates[row.state], onPhone: () => ({ place: 'status' }) },
    {
      header: t.lastUsed,
      cell: (row) => row.lastUsedAt && <Age at={row.lastUsedAt} />,
      onPhone: ({ lastUsedAt }) => (lastUsedAt === null ? undefined : { place: 'age' }),
    },
  ];
  if (managesPeople(session)) {
    columns.push({
      header: t.actions,
      cell: (row) => (
        <Actions
          of={row}
          isAsking={isAsking}
          make={make}
          onReset={() => {
            make(async () => { setIssued(await resetPassword(isOperator, row.id)); });
          }}
        />
      ),
      onPhone: ({ id, state }) =>
        session.person?.id === id || state === 'erased' ? undefined : { place: 'actions' },
    });
  }
  return (
    <>
      {notice}
      {issued && <LinkToHandOver of={issued} />}
      <PagedTable
        name={t.people}
        columns={columns}
        page={page}
        whenEmpty={t.nothingYet}
        turning={turning}
      />
    </>
  );
}

interface OfPerson {
  of: Person;
  isAsking: boolean;
  make: (work: () => Promise<void>) => void;
}

/** Shows also why the last e-mail did not arrive. */
function Address({ of }: { of: Person }) {
  const { t } = useTexts();
  if (of.rejectedMail === null) return of.email;
  const { at, reason } = of.rejectedMail;
  return (
    <>
      {of.email} <br />
      {t.mailRejected} <Age at={at} />: {reason}
    </>
  );
}

/** The own role can't be changed. */
function Roles({ of, isAsking, make }: OfPerson) {
  const { t } = useTexts();
  const { role: kind, person } = useSession();
  const [membership] = of.memberships;
  if (kind === 'operator' || person?.id === of.id || membership === undefined) {
    return of.memberships.map(({ participant, role }, at) => (
      <Fragment key={at}>
        {at > 0 && '; '}
        {t.roles[role]}
        {participant && (
          <>
            , <PartyName of={participant} />
          </>
        )}
      </Fragment>
    ));
  }
  return (
    <NativeSelect
      size="xs"
      aria-label={t.role}
      value={membership.role}
      disabled={isAsking}
      data={rolesOfParticipant.map((value) => ({ value, label: t.roles[value] }))}
      onChange={(event) => {
        const role = event.currentTarget.value as Role;
        make(() => changeRole(of.id, role));
      }}
    />
  );
}

function Actions({ of, isAsking, make, onReset }: OfPerson & { onReset: () => void }) {
  const { t } = useTexts();
  const { role, person } = useSession();
  if (person?.id === of.id || of.state === 'erased') return null;
  const small = { variant: 'default', size: 'xs', disabled: isAsking } as const;
  const isDisabled = of.state === 'disabled';
  return (
    <span className="row">
      {of.state === 'active' && (
        <Button {...small} onClick={onReset}>
          {t.resetPassword}
        </Button>
      )}
      {role === 'operator' ? (
        <Button
          {...small}
          onClick={() => { make(() => setAccess(of.id, isDisabled ? 'active' : 'disabled')); }}
        >
          {isDisabled ? t.enablePerson : t.disablePerson}
        </Button>
      ) : (
        <Button {...small} onClick={() => { make(() => removePerson(of.id)); }}>
          {t.removePerson}
        </Button>
      )}
    </span>
  );
}
