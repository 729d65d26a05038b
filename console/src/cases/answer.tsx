// The form that answers a case: a comment, and whether the case is resolved.
import { Button } from '@mantine/core';
import { useState } from 'react';

import type { Case } from '../api';
import { useRenewingSubmission } from '../parts/submission';
import { may, mayOperate, useSession } from '../queries';
import { useTexts } from '../texts/texts';
import { CommentField } from './comment_field';
import { changeCase } from './requests';

/** Shows nothing to a user who only reads. */
export function CaseAnswer({ of }: { of: Case }) {
  const session = useSession();
  const isOperator = session.role === 'operator';
  const mayAnswer = mayOperate(session) || may(session, 'send') || may(session, 'report');
  return mayAnswer ? <Form of={of} isOperator={isOperator} /> : null;
}

function Form({ of, isOperator }: { of: Case; isOperator: boolean }) {
  const { t } = useTexts();
  const [comment, setComment] = useState('');
  const { failure, isAsking, submit } = useRenewingSubmission();
  const hasComment = comment.trim() !== '';
  const isOpen = of.status === 'open';

  const make = (status?: Case['status']) =>
    void submit(async () => {
      await changeCase(of, { ...(hasComment && { comment }), ...(status && { status }) }, isOperator);
      setComment('');
    });
  return (
    <form
      className="stack tight no-print"
      onSubmit={(event) => {
        event.preventDefault();
        if (hasComment) make();
      }}
    >
      <CommentField comment={comment} onChange={setComment} />
      <div className="row">
        <Button type="submit" variant="default" disabled={!hasComment || isAsking}>
          {t.sendComment}
        </Button>
        <Button
          variant="default"
          disabled={isAsking}
          onClick={() => {
            make(isOpen ? 'resolved' : 'open');
          }}
        >
          {isOpen ? t.resolve : t.reopen}
        </Button>
      </div>
      {failure && <p role="alert">{failure.message}</p>}
    </form>
  );
}
