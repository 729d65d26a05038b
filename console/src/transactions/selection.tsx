// The actions on several documents of the list.
import { Link } from '@tanstack/react-router';

import type { Transaction } from '../api';
import { numberOf } from '../document/model';
import { may, mayOperate, useSession } from '../queries';
import { Confirmation, type Action } from '../selection/actions';
import { useSelection, type Selection } from '../selection/selection';
import type { Place } from '../selection/kept';
import { selectionTexts } from '../texts/selection';
import { useTexts, useTextsOf } from '../texts/texts';
import { FailureForm, ReasonForm } from './action_forms';
import { idOf } from './id';
import { isDiscardable, isProcessable, isRequeueable } from './possible';
import { discard, reportOn, requeue } from './requests';

export function useSelectedTransactions(
  place: Place,
  rows: Transaction[] | undefined,
): Selection<Transaction> {
  const { t } = useTexts();
  const session = useSession();
  return useSelection(place, {
    rows,
    idOf: (row) => idOf(row, session),
    nameOf: (row) =>
      `${t.kinds[row.type] ?? row.type} ${numberOf(row.type, row.content) ?? t.withoutNumber}`,
    mayAct: mayOperate(session) || may(session, 'send') || may(session, 'report'),
  });
}

export function useTransactionActions(): Action<Transaction>[] {
  const { t } = useTexts();
  const own = useTextsOf(selectionTexts);
  const session = useSession();
  const isOperator = session.role === 'operator';
  const id = (row: Transaction) => idOf(row, session);
  return [
    {
      id: 'processed',
      name: t.reportProcessed,
      isPossible: (row) => isProcessable(row, session),
      form: ({ onSend, ...form }) => (
        <Confirmation
          {...form}
          help={own.processedHelp}
          onConfirm={() => {
            onSend((row) => reportOn(id(row), { success: true }));
          }}
        />
      ),
    },
    {
      id: 'failed',
      name: t.reportFailed,
      isPossible: (row) => isProcessable(row, session) && row.status === 'PENDING',
      form: ({ onSend, ...form }) => (
        <FailureForm
          {...form}
          isAsking={false}
          onReport={(report) => {
            onSend((row) => reportOn(id(row), report));
          }}
        />
      ),
    },
    {
      id: 'requeue',
      name: t.requeue,
      isPossible: (row) => isRequeueable(row, session),
      form: ({ onSend, ...form }) => {
        const send = (reason?: string) => {
          onSend((row) => requeue(id(row), session, reason));
        };
        return isOperator ? (
          <ReasonForm {...form} isAsking={false} help={t.bothRead} onReason={send} />
        ) : (
          <Confirmation
            {...form}
            help={own.requeueHelp}
            onConfirm={() => {
              send();
            }}
          />
        );
      },
    },
    {
      id: 'discard',
      name: t.discard,
      isPossible: (row) => isDiscardable(row, session),
      form: ({ onSend, ...form }) => (
        <ReasonForm
          {...form}
          isAsking={false}
          help={own.discardHelp}
          onReason={(reason) => {
            onSend((row) => discard(id(row), reason));
          }}
        />
      ),
    },
  ];
}

export const linkToTransaction = (id: string, name: string) => (
  <Link to="/transactions/$id" params={{ id }}>
    {name}
  </Link>
);
