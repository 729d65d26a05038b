import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';

import { useConfirmedSubmission } from '../account/confirmation';
import type { Schemas } from '../api';
import { filled, useTexts } from '../texts/texts';
import { languages } from '../texts/wording';
import { invite, rolesOfOperators, rolesOfParticipant, type Issued, type Role } from './requests';

interface OfInvite {
  isOperator: boolean;
  /** The participant to which an operator invites. Without it, an operator invites to the operators. */
  participant?: string;
  onInvited: () => void;
}

export function Invite(props: OfInvite) {
  const { t } = useTexts();
  return (
    <section className="card stack">
      <h2>{t.invite}</h2>
      <InviteForm {...props} />
    </section>
  );
}

export function InviteForm({ isOperator, participant, onInvited }: OfInvite) {
  const { t, language: present } = useTexts();
  const isToOperators = isOperator && participant === undefined;
  const roles: readonly Role[] = isToOperators ? rolesOfOperators : rolesOfParticipant;
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>(isToOperators ? 'auditor' : 'clerk');
  const [language, setLanguage] = useState<Schemas['PersonLanguage']>(present);
  const [issued, setIssued] = useState<Issued>();
  const { isAsking, submit, notice } = useConfirmedSubmission();

  const send = async () => {
    setIssued(undefined);
    const place = participant === undefined ? {} : { participant };
    setIssued(await invite(isOperator, { name, email: email.trim(), role, language, ...place }));
    setName('');
    setEmail('');
    onInvited();
  };
  return (
    <>
      <form
        className="stack narrow"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(send);
        }}
      >
        <TextInput
          label={t.name}
          value={name}
          onChange={(event) => { setName(event.currentTarget.value); }}
          required
          withAsterisk={false}
        />
        <TextInput
          label={t.email}
          type="email"
          value={email}
          onChange={(event) => { setEmail(event.currentTarget.value); }}
          required
          withAsterisk={false}
        />
        <NativeSelect
          label={t.role}
          value={role}
          data={roles.map((value) => ({ value, label: t.roles[value] }))}
          onChange={(event) => { setRole(event.currentTarget.value as Role); }}
        />
        <NativeSelect
          label={t.languageOfMessages}
          value={language}
          data={Object.entries(languages).map(([value, one]) => ({ value, label: one.language }))}
          onChange={(event) => { setLanguage(event.currentTarget.value as Schemas['PersonLanguage']); }}
        />
        <div className="row">
          <Button type="submit" loading={isAsking}>
            {t.invite}
          </Button>
        </div>
      </form>
      {notice}
      {issued && <LinkToHandOver of={issued} />}
    </>
  );
}

/** Shows what to do with a new link. */
export function LinkToHandOver({ of }: { of: Issued }) {
  const { t, moment } = useTexts();
  if (of.endsAt === null) return <p role="status">{t.memberAtOnce}</p>;
  const help = of.mailed ? t.linkMailed : of.link === null ? t.linkOfOperator : t.linkToHandOver;
  return (
    <div className="stack" role="status">
      <p>{filled(help, { until: moment(of.endsAt) })}</p>
      {of.link !== null && <code className="any">{of.link}</code>}
    </div>
  );
}
