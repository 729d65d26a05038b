// The actions on several cases of the list.
import { Link } from '@tanstack/react-router';

import type { Schemas } from '../api';
import { useSession } from '../queries';
import { Confirmation, type Action, type OfForm } from '../selection/actions';
import type { Place } from '../selection/kept';
import { useSelection, type Selection } from '../selection/selection';
import { selectionTexts } from '../texts/selection';
import { useTexts, useTextsOf } from '../texts/texts';
import { aboutOf } from './about';
import { mayAnswer } from './answering';
import { CommentForm } from './comment_form';
import { changeCase } from './requests';

type CaseHead = Schemas['CaseHead'];

export function useSelectedCases(place: Place, rows: CaseHead[] | undefined): Selection<CaseHead> {
  const { t } = useTexts();
  const session = useSession();
  return useSelection(place, {
    rows,
    idOf: ({ id }) => id,
    nameOf: (row) =>
      [aboutOf(row, t.kinds), row.reason || (t.origins[row.origin] ?? row.origin)]
        .filter((text) => text !== '')
        .join(', '),
    mayAct: mayAnswer(session),
  });
}

/** The requests name the revision that the user sees, so a case that has changed is refused. */
export function useCaseActions(): Action<CaseHead>[] {
  const { t } = useTexts();
  const own = useTextsOf(selectionTexts);
  const isOperator = useSession().role === 'operator';
  const change = (from: CaseHead['status'], to: CaseHead['status'], help: string) => ({
    isPossible: ({ status }: CaseHead) => status === from,
    form: ({ onSend, ...form }: OfForm<CaseHead>) => (
      <Confirmation
        {...form}
        help={help}
        onConfirm={() => {
          onSend((row) => changeCase(row, { status: to }, isOperator));
        }}
      />
    ),
  });
  return [
    {
      id: 'comment',
      name: t.sendComment,
      isPossible: () => true,
      form: ({ onSend, ...form }) => (
        <CommentForm
          {...form}
          help={own.commentHelp}
          onComment={(comment) => {
            onSend((row) => changeCase(row, { comment }, isOperator));
          }}
        />
      ),
    },
    { id: 'resolve', name: t.resolve, ...change('open', 'resolved', own.resolveHelp) },
    { id: 'reopen', name: t.reopen, ...change('resolved', 'open', own.reopenHelp) },
  ];
}

export const linkToCase = (id: string, name: string) => (
  <Link to="/cases/$id" params={{ id }}>
    {name}
  </Link>
);
