// Sends the document in the test flow.
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import type { Validation } from '../api';
import type { Draft } from '../correction/draft';
import { attemptOf, isRepeated, sentBy, type Sent } from '../correction/sending';
import { OnlyInTest } from '../frame/only_in_test';
import type { Submission } from '../parts/submission';
import { maySeeSetup, useSession } from '../queries';
import { checkingTexts } from '../texts/checking';
import { filled, useTexts, useTextsOf } from '../texts/texts';

interface OfSending {
  draft: Draft;
  /** The result for the present text. */
  validation: Validation | undefined;
  /** True if the answer to the present text was lost. The user can send it again. */
  isUnanswered: boolean;
  submission: Submission;
}

export function SendSection(props: OfSending) {
  const { t } = useTexts();
  const own = useTextsOf(checkingTexts);
  return (
    <section className="card stack tight" aria-label={t.send}>
      <h2>{t.send}</h2>
      {useSession().flow === 'TEST' ? (
        <Sending {...props} />
      ) : (
        <OnlyInTest reason={own.onlyInTest} noTest={own.noTest} path="/check" />
      )}
    </section>
  );
}

function Sending({ draft, validation, isUnanswered, submission }: OfSending) {
  const { t } = useTexts();
  const own = useTextsOf(checkingTexts);
  const session = useSession();
  const queries = useQueryClient();
  const { failure, isAsking, submit } = submission;
  const [sentNow, setSentNow] = useState<Sent>();
  const isSent = isRepeated(draft) && draft.attempt()?.sent !== undefined;
  const send = async () => {
    const attempt = attemptOf(draft);
    const sent = await sentBy(attempt, { body: draft.text, session, t });
    attempt.sent = sent.id;
    setSentNow(sent);
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'check' });
  };
  if (isSent) return <SentBefore id={draft.attempt()?.sent ?? ''} now={sentNow} />;
  const recipient = validation?.recipient;
  const isReady = validation?.faultCount === 0 || isUnanswered;
  return (
    <>
      <div className="row">
        <Button disabled={!isReady} loading={isAsking} onClick={() => void submit(send)}>
          {recipient ? filled(own.sendTo, { name: recipient.name }) : t.send}
        </Button>
        {!isReady && <span className="dim">{t.sendWhenRight}</span>}
      </div>
      {failure && <p role="alert">{failure.message}</p>}
      {!failure && isUnanswered && <p role="alert">{t.answerLost}</p>}
    </>
  );
}

interface OfSent {
  id: string;
  /** Undefined if the user has left the page since. */
  now: Sent | undefined;
}

function SentBefore({ id, now }: OfSent) {
  const { t } = useTexts();
  const own = useTextsOf(checkingTexts);
  const session = useSession();
  const link = useRef<HTMLAnchorElement>(null);
  // The button that had the focus is away.
  useEffect(() => {
    if (now) link.current?.focus();
  }, [now]);
  const isHeld = now?.message !== undefined;
  return (
    <>
      <p role="status">{now?.message ?? own.sent}</p>
      <p className="row">
        <Link ref={link} to="/transactions/$id" params={{ id }}>
          {t.toDocument}
        </Link>
        {isHeld && maySeeSetup(session) && <Link to="/partners">{own.toPartners}</Link>}
      </p>
    </>
  );
}
