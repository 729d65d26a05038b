// The e-mails about waiting work that a person chooses.
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';

import { useSubmission } from '../parts/submission';
import { filled, useTexts } from '../texts/texts';
import {
  changeSubscriptions,
  type Account,
  type Rhythm,
  type Subject,
  type Subscriptions,
} from './requests';

const ofParticipants = [
  'document_failed',
  'case_waits',
  'documents_unread',
  'partner_waits',
  'webhook_given_up',
  'numbers_run_out',
] as const satisfies Subject[];
const ofOperators = [
  'little_space',
  'certificate_ends',
  'backup_old',
  'index_damaged',
] as const satisfies Subject[];
const hours = [1, 2, 4, 8, 12, 24, 48, 72, 168];

type Choices = Partial<Record<Subject, Rhythm>>;

export function Messages({ account, of }: { account: Account; of: Subscriptions }) {
  const { t } = useTexts();
  const [choices, setChoices] = useState<Choices>(() =>
    Object.fromEntries(of.subscriptions.map(({ about, rhythm }) => [about, rhythm])),
  );
  const [unreadAfterHours, setUnreadAfterHours] = useState(of.unreadAfterHours);
  const [withTest, setWithTest] = useState(of.flows.includes('TEST'));
  const [isSaved, setIsSaved] = useState(false);
  const { failure, isAsking, submit } = useSubmission();

  const isOperator = account.memberships.some(({ participant }) => participant === null);
  const isMember = account.memberships.some(({ participant }) => participant !== null);
  const hasTest = account.memberships.some(({ flows }) => flows.includes('TEST'));
  const subjects: Subject[] = [
    ...(isMember ? ofParticipants : ['numbers_run_out' as const]),
    ...(isOperator ? ofOperators : []),
  ];
  const save = async () => {
    setIsSaved(false);
    await changeSubscriptions({
      subscriptions: subjects.flatMap((about) => {
        const rhythm = choices[about];
        return rhythm ? [{ about, rhythm }] : [];
      }),
      unreadAfterHours,
      flows: withTest ? ['LIVE', 'TEST'] : ['LIVE'],
    });
    setIsSaved(true);
  };
  return (
    <section className="card stack">
      <h2>{t.messages}</h2>
      <p className="dim">{t.messagesWhy}</p>
      <form
        className="stack narrow"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(save);
        }}
      >
        {subjects.map((about) => (
          <NativeSelect
            key={about}
            label={t.subjects[about]}
            value={choices[about] ?? ''}
            data={[
              { value: '', label: t.noMessage },
              ...Object.entries(t.rhythms).map(([value, label]) => ({ value, label })),
            ]}
            onChange={(event) => {
              const rhythm = event.currentTarget.value;
              setChoices({ ...choices, [about]: rhythm === '' ? undefined : (rhythm as Rhythm) });
            }}
          />
        ))}
        {choices.documents_unread && (
          <NativeSelect
            label={t.unreadAfter}
            value={String(unreadAfterHours)}
            data={[...new Set([...hours, unreadAfterHours])]
              .sort((one, other) => one - other)
              .map((value) => ({ value: String(value), label: filled(t.hours, { hours: value }) }))}
            onChange={(event) => setUnreadAfterHours(Number(event.currentTarget.value))}
          />
        )}
        {hasTest && (
          <Checkbox
            label={t.withTest}
            checked={withTest}
            onChange={(event) => setWithTest(event.currentTarget.checked)}
          />
        )}
        <div className="row">
          <Button type="submit" loading={isAsking}>
            {t.save}
          </Button>
          {failure && <span role="alert">{failure.message}</span>}
          {isSaved && <span role="status">{t.saved}</span>}
        </div>
      </form>
    </section>
  );
}
