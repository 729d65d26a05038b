// The actions on a document: report on it, put it into the inbox again, or correct it.
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { Schemas, Transaction } from '../api';
import { useRenewingSubmission } from '../parts/submission';
import { useSession } from '../queries';
import { movingTexts } from '../texts/moving';
import { useTexts, useTextsOf } from '../texts/texts';
import { ConfirmationForm, FailureForm, ReasonForm } from './action_forms';
import { MoveForm } from './move_form';
import { derivable, isCorrectable, isDiscardable, isMovable, isProcessable, isRequeueable } from './possible';
import { discard, move, reportOn, requeue } from './requests';

type Form = 'processed' | 'failed' | 'requeue' | 'discard' | 'move';

/** Shows nothing if the user can do nothing. */
export function TransactionActions({ id, of }: { id: string; of: Transaction }) {
  const { t } = useTexts();
  const { move: moveName } = useTextsOf(movingTexts);
  const session = useSession();
  const navigate = useNavigate();
  const { failure, isAsking, submit } = useRenewingSubmission();
  const [form, setForm] = useState<Form>();
  const canProcess = isProcessable(of, session);
  const canCorrect = isCorrectable(of, session);
  const canRequeue = isRequeueable(of, session);
  const canDiscard = isDiscardable(of, session);
  const canMove = isMovable(of, session);
  const kinds = derivable(of, session);
  // The reason of a refusal stays, also if the document allows no action any more.
  if (!failure && !canProcess && !canCorrect && !canRequeue && !canDiscard && !canMove && kinds.length === 0)
    return null;

  const make = (work: () => Promise<void>) =>
    void submit(async () => {
      await work();
      setForm(undefined);
    });
  const report = (given: Schemas['Report']) => {
    make(() => reportOn(id, given));
  };
  const follow = (work: () => Promise<string>) => {
    make(async () => {
      const next = await work();
      await navigate({ to: '/transactions/$id', params: { id: next } });
    });
  };
  const sendAgain = (reason?: string) => { follow(() => requeue(id, session, reason)); };
  const button = (name: string, onClick: () => void, isFirst = false) => (
    <Button variant={isFirst ? 'filled' : 'default'} disabled={isAsking} onClick={onClick}>
      {name}
    </Button>
  );
  const open = (chosen: Form) => () => {
    setForm(chosen);
  };
  const isPending = of.status === 'PENDING';
  return (
    <section className="stack tight no-print" aria-label={t.actions}>
      <div className="row">
        {canCorrect && (
          <Button renderRoot={(props) => <Link {...props} to="/corrections/$id" params={{ id }} />}>
            {t.correct}
          </Button>
        )}
        {canProcess &&
          button(
            t.reportProcessed,
            isPending ? open('processed') : () => { report({ success: true }); },
            true,
          )}
        {canProcess && isPending && button(t.reportFailed, open('failed'))}
        {canRequeue &&
          button(t.requeue, session.role === 'operator' ? open('requeue') : () => { sendAgain(); })}
        {canDiscard && button(t.discard, open('discard'))}
        {canMove && button(moveName, open('move'))}
        {kinds.map((kind) => (
          <NewDocument key={kind} of={id} kind={kind} isCopy={kind === of.type} />
        ))}
      </div>
      {form === 'processed' && (
        <ConfirmationForm
          isAsking={isAsking}
          onConfirm={() => { report({ success: true }); }}
        />
      )}
      {form === 'failed' && (
        <FailureForm isAsking={isAsking} action={t.reportFailed} onReport={report} />
      )}
      {form === 'requeue' && (
        <ReasonForm isAsking={isAsking} action={t.requeue} help={t.bothRead} onReason={sendAgain} />
      )}
      {form === 'discard' && (
        <ReasonForm
          isAsking={isAsking}
          action={t.discard}
          help={t.bothRead}
          onReason={(reason) => { make(() => discard(id, reason)); }}
        />
      )}
      {form === 'move' && (
        <MoveForm
          isAsking={isAsking}
          onMove={(to, reason) => { follow(() => move(id, to, reason, session)); }}
        />
      )}
      {failure && <p role="alert">{failure.message}</p>}
    </section>
  );
}

interface OfNewDocument {
  of: string;
  kind: string;
  isCopy: boolean;
}

function NewDocument({ of, kind, isCopy }: OfNewDocument) {
  const { t } = useTexts();
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link {...props} to="/new-documents/$id" params={{ id: of }} search={{ type: kind }} />
      )}
    >
      {isCopy ? t.copyAsNew : `+ ${t.kinds[kind] ?? kind}`}
    </Button>
  );
}
