// The actions on a document: report on it, put it into the inbox again, or correct it. On the page of a case, the
// actions on the case are among them.
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';

import type { Case, Schemas, Transaction } from '../api';
import { CaseButtons, CaseForm, mayAnswer } from '../cases/answering';
import { ActionBar } from '../parts/action_bar';
import { useActing, type Acting } from '../parts/acting';
import { useSession } from '../queries';
import { movingTexts } from '../texts/moving';
import { useTexts, useTextsOf } from '../texts/texts';
import { ConfirmationForm, FailureForm, ReasonForm } from './action_forms';
import { MoveForm } from './move_form';
import { actionsOn } from './possible';
import { discard, move, reportOn, requeue } from './requests';

interface OfActions {
  id: string;
  of: Transaction;
  /** The case on whose page the actions are. */
  ofCase?: Case;
}

/** Shows nothing if the user can do nothing. */
export function TransactionActions({ id, of, ofCase }: OfActions) {
  const session = useSession();
  const acting = useActing();
  const answered = ofCase && mayAnswer(session) ? ofCase : undefined;
  const { kinds, ...actions } = actionsOn(of, session);
  const hasActions = kinds.length > 0 || Object.values(actions).includes(true);
  // The reason of a refusal stays, also if the document allows no action any more.
  if (!acting.failure && !answered && !hasActions) return null;
  const hasPrimary = actions.canCorrect || actions.canProcess;
  return (
    <ActionBar
      failure={acting.failure}
      result={acting.result}
      buttons={
        <>
          <Buttons id={id} of={of} acting={acting} />
          {answered && <CaseButtons of={answered} acting={acting} canBePrimary={!hasPrimary} />}
          {kinds.map((kind) => (
            <NewDocument key={kind} of={id} kind={kind} isCopy={kind === of.type} />
          ))}
        </>
      }
    >
      <OpenForm id={id} acting={acting} />
      {answered && <CaseForm of={answered} acting={acting} />}
    </ActionBar>
  );
}

/** Returns the function that puts a document into the inbox again and opens the new one. */
function useRequeue(id: string, { finish }: Acting) {
  const session = useSession();
  const navigate = useNavigate();
  return (reason?: string) => {
    finish(async () => {
      const next = await requeue(id, session, reason);
      await navigate({ to: '/transactions/$id', params: { id: next } });
    });
  };
}

function Buttons({ id, of, acting }: { id: string; of: Transaction; acting: Acting }) {
  const { t } = useTexts();
  const { move: moveName } = useTextsOf(movingTexts);
  const session = useSession();
  const sendAgain = useRequeue(id, acting);
  const { canProcess, canCorrect, canRequeue, canDiscard, canMove } = actionsOn(of, session);
  const { open, finish } = acting;
  const button = (name: string, onClick: () => void, isFirst = false) => (
    <Button variant={isFirst ? 'filled' : 'default'} disabled={acting.isAsking} onClick={onClick}>
      {name}
    </Button>
  );
  const isPending = of.status === 'PENDING';
  const report = () => { finish(() => reportOn(id, { success: true })); };
  return (
    <>
      {canCorrect && (
        <Button renderRoot={(props) => <Link {...props} to="/corrections/$id" params={{ id }} />}>
          {t.correct}
        </Button>
      )}
      {canProcess && button(t.reportProcessed, isPending ? open('processed') : report, true)}
      {canProcess && isPending && button(t.reportFailed, open('failed'))}
      {canRequeue &&
        button(t.requeue, session.role === 'operator' ? open('requeue') : () => { sendAgain(); })}
      {canDiscard && button(t.discard, open('discard'))}
      {canMove && button(moveName, open('move'))}
    </>
  );
}

/** Shows nothing until the user chooses an action on the document that needs a form. */
function OpenForm({ id, acting }: { id: string; acting: Acting }) {
  const { t } = useTexts();
  const session = useSession();
  const navigate = useNavigate();
  const sendAgain = useRequeue(id, acting);
  const { form, finish, isAsking } = acting;
  const report = (given: Schemas['Report']) => { finish(() => reportOn(id, given)); };
  switch (form) {
    case 'processed':
      return <ConfirmationForm isAsking={isAsking} onConfirm={() => { report({ success: true }); }} />;
    case 'failed':
      return <FailureForm isAsking={isAsking} action={t.reportFailed} onReport={report} />;
    case 'requeue':
      return <ReasonForm isAsking={isAsking} action={t.requeue} help={t.bothRead} onReason={sendAgain} />;
    case 'discard': {
      const onReason = (reason: string) => { finish(() => discard(id, reason)); };
      return <ReasonForm isAsking={isAsking} action={t.discard} help={t.bothRead} onReason={onReason} />;
    }
    case 'move': {
      const onMove = (to: string, reason: string) => {
        finish(async () => {
          const next = await move(id, to, reason, session);
          await navigate({ to: '/transactions/$id', params: { id: next } });
        });
      };
      return <MoveForm isAsking={isAsking} onMove={onMove} />;
    }
    case 'comment':
    case undefined:
      return null;
  }
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
