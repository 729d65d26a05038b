// The actions on a case in a bar of actions: comment, resolve, reopen.
import { Button } from '@mantine/core';

import type { Case, Session } from '../api';
import type { Acting } from '../parts/acting';
import { may, mayOperate, useSession } from '../queries';
import { caseActionTexts } from '../texts/case_actions';
import { useTexts, useTextsOf } from '../texts/texts';
import { isOwnTurn } from './about';
import { CommentForm } from './comment_form';
import { changeCase } from './requests';

/** Returns false for a user who only reads. */
export const mayAnswer = (session: Session) =>
  mayOperate(session) || may(session, 'send') || may(session, 'report');

interface OfAnswer {
  of: Case;
  acting: Acting;
}

/** The first button is the primary one if the user has to act and the bar has no other primary button. */
export function CaseButtons({ of, acting, canBePrimary }: OfAnswer & { canBePrimary: boolean }) {
  const { t } = useTexts();
  const own = useTextsOf(caseActionTexts);
  const session = useSession();
  const isOpen = of.status === 'open';
  const isPrimary = canBePrimary && isOpen && isOwnTurn(of, session);
  const change = () => changeCase(of, { status: isOpen ? 'resolved' : 'open' }, session.role === 'operator');
  return (
    <>
      <Button
        variant={isPrimary ? 'filled' : 'default'}
        disabled={acting.isAsking}
        onClick={() => { acting.send(change); }}
      >
        {isOpen ? t.resolve : t.reopen}
      </Button>
      <Button variant="default" disabled={acting.isAsking} onClick={acting.open('comment')}>
        {own.comment}
      </Button>
    </>
  );
}

/** Shows nothing until the user opens the form. */
export function CaseForm({ of, acting }: OfAnswer) {
  const { t } = useTexts();
  const own = useTextsOf(caseActionTexts);
  const isOperator = useSession().role === 'operator';
  const { form, finish } = acting;
  if (form !== 'comment') return null;
  const isOpen = of.status === 'open';
  return (
    <div className="card narrow">
      <CommentForm
        action={t.sendComment}
        isAsking={acting.isAsking}
        isFocused
        onComment={(comment) => { finish(() => changeCase(of, { comment }, isOperator), own.commented); }}
        second={{
          name: isOpen ? own.commentAndResolve : own.commentAndReopen,
          onComment: (comment) => {
            const status = isOpen ? 'resolved' : 'open';
            finish(() => changeCase(of, { comment, status }, isOperator), own.commented);
          },
        }}
        onCancel={acting.close}
      />
    </div>
  );
}
