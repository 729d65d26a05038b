// The actions on a document: report on it, put it into the inbox again, or correct it.
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { Schemas, Session, Transaction } from '../api';
import { useSubmission } from '../parts/submission';
import { may, useSession } from '../queries';
import { useTexts } from '../texts/texts';
import { reportOn, requeue } from './requests';

const hasFailed = ({ status, isLatestVersion }: Transaction) =>
  isLatestVersion && (status === 'FAILED' || status === 'DROPPED');

/** The sender can replace a document that was not processed. */
export const isCorrectable = (of: Transaction, session: Session) =>
  of.direction === 'sent' && hasFailed(of) && of.content !== null && may(session, 'send');

const isProcessable = (of: Transaction, session: Session) =>
  of.direction === 'received' &&
  !of.held &&
  (of.status === 'PENDING' || of.status === 'FAILED') &&
  may(session, 'report');

const isRequeueable = (of: Transaction, session: Session) =>
  hasFailed(of) && of.content !== null && may(session, of.direction === 'sent' ? 'send' : 'report');

/** Shows nothing if the user can do nothing. */
export function TransactionActions({ id, of }: { id: string; of: Transaction }) {
  const { t } = useTexts();
  const session = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { failure, isAsking, submit } = useSubmission();
  const [form, setForm] = useState<'processed' | 'failed'>();
  const canProcess = isProcessable(of, session);
  const canCorrect = isCorrectable(of, session);
  const canRequeue = isRequeueable(of, session);
  if (!canProcess && !canCorrect && !canRequeue) return null;

  const make = (work: () => Promise<void>) =>
    submit(async () => {
      try {
        await work();
      } finally {
        await queries.invalidateQueries();
      }
    });
  const report = async (given: Schemas['Report']) => {
    if (await make(() => reportOn(id, given))) setForm(undefined);
  };
  const sendAgain = () =>
    make(async () => {
      const again = await requeue(id, session);
      await navigate({ to: '/transactions/$id', params: { id: again } });
    });
  return (
    <section className="stack tight no-print" aria-label={t.actions}>
      <div className="row">
        {canCorrect && (
          <Button renderRoot={(props) => <Link {...props} to="/corrections/$id" params={{ id }} />}>
            {t.correct}
          </Button>
        )}
        {canProcess && (
          <Button
            variant={canCorrect ? 'default' : 'filled'}
            disabled={isAsking}
            onClick={() => {
              if (of.status === 'PENDING') setForm('processed');
              else void report({ success: true });
            }}
          >
            {t.reportProcessed}
          </Button>
        )}
        {canProcess && of.status === 'PENDING' && (
          <Button
            variant="default"
            disabled={isAsking}
            onClick={() => {
              setForm('failed');
            }}
          >
            {t.reportFailed}
          </Button>
        )}
        {canRequeue && (
          <Button variant="default" disabled={isAsking} onClick={() => void sendAgain()}>
            {t.requeue}
          </Button>
        )}
      </div>
      {form === 'processed' && (
        <div className="card stack narrow">
          <p>{t.processedHelp}</p>
          <div className="row">
            <Button loading={isAsking} onClick={() => void report({ success: true })}>
              {t.confirm}
            </Button>
          </div>
        </div>
      )}
      {form === 'failed' && <FailureForm isAsking={isAsking} onReport={(given) => void report(given)} />}
      {failure && <p role="alert">{failure.message}</p>}
    </section>
  );
}

interface OfFailure {
  isAsking: boolean;
  onReport: (report: Schemas['Report']) => void;
}

function FailureForm({ isAsking, onReport }: OfFailure) {
  const { t } = useTexts();
  const [reason, setReason] = useState('');
  const [errorType, setErrorType] = useState<Schemas['ErrorType']>('DATA');
  return (
    <form
      className="card stack narrow"
      onSubmit={(event) => {
        event.preventDefault();
        onReport({ success: false, reason, errorType });
      }}
    >
      <Textarea
        label={t.reason}
        description={t.reasonHelp}
        autosize
        minRows={2}
        data-autofocus
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
        }}
        required
        withAsterisk={false}
      />
      <NativeSelect
        label={t.whoActs}
        value={errorType}
        data={[
          { value: 'DATA', label: t.senderActs },
          { value: 'INTERNAL', label: t.recipientActs },
        ]}
        onChange={(event) => {
          setErrorType(event.currentTarget.value === 'DATA' ? 'DATA' : 'INTERNAL');
        }}
      />
      <div className="row">
        <Button type="submit" loading={isAsking}>
          {t.reportFailed}
        </Button>
      </div>
    </form>
  );
}
