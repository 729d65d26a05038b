// Checks a document by the rules of the exchange while the user types, and sends it in the test flow.
import { Button } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';

import { useDraft, type Draft } from '../correction/draft';
import { isLost } from '../correction/sending';
import { DocumentView } from '../document/document_view';
import { isObject } from '../document/model';
import { ownerOf } from '../owner_of';
import { NoPage } from '../parts/states';
import { useSubmission } from '../parts/submission';
import { useTitle } from '../parts/title';
import { may, maySeeSetup, useSession } from '../queries';
import { checkingTexts } from '../texts/checking';
import { useTexts, useTextsOf } from '../texts/texts';
import { useCheck } from './check';
import { Result } from './result';
import { SampleForm } from './sample_form';
import { SendSection } from './send_section';
import { goTo, SourceField } from './source_field';

export function CheckPage() {
  return may(useSession(), 'send') ? <Checking /> : <NoPage />;
}

const pauseMs = 400;

function Checking() {
  const { t } = useTexts();
  const own = useTextsOf(checkingTexts);
  const session = useSession();
  // The text stays when the user switches to the other flow.
  const draft = useDraft(`check ${ownerOf({ ...session, flow: 'TEST' })}`, '');
  const field = useRef<HTMLTextAreaElement>(null);
  const [isTyping, setIsTyping] = useState(false);
  const settle = useDebouncedCallback(() => {
    setIsTyping(false);
    draft.write(field.current?.value ?? '');
  }, pauseMs);
  const begin = () => {
    setIsTyping(true);
    settle();
  };
  const replace = (text: string) => {
    if (!field.current) return;
    field.current.value = text;
    field.current.scrollTop = 0;
    begin();
  };
  const go = (index: number) => {
    if (field.current) goTo(field.current, index);
  };
  const check = useCheck(draft.edit, draft.text);
  const hasText = draft.text.trim() !== '';
  const isPresent = !isTyping && (!hasText || check.finding?.text === draft.text);
  const validation = isPresent ? check.finding?.validation : undefined;
  const submission = useSubmission();
  const { isAsking } = submission;
  // If the exchange has the document already, it finds a duplicate.
  const isUnanswered = !isTyping && !isAsking && isLost(draft);
  useTitle(t.checkDocument);
  return (
    <div className="stack">
      <header>
        <h1>{t.checkDocument}</h1>
        <p className="lead">{own.lead}</p>
      </header>
      <div className="beside">
        <div className="stack in-sight">
          {maySeeSetup(session) && (
            <fieldset className="bare" disabled={isAsking}>
              <SampleForm onFill={replace} />
            </fieldset>
          )}
          <SourceField field={field} beginning={draft.text} isFixed={isAsking} onInput={begin} onText={replace} />
        </div>
        <div className="stack">
          {!isUnanswered && <Result check={check} hasText={hasText} isPresent={isPresent} onGo={go} />}
          <SendSection draft={draft} validation={validation} isUnanswered={isUnanswered} submission={submission} />
        </div>
      </div>
      {validation?.faultCount === 0 && <Preview key={draft.edit} of={draft} />}
    </div>
  );
}

const shownAtOnceMax = 200_000; // characters

/** The document as its recipient reads it. A large one needs time, so the user asks for it. */
function Preview({ of: { text, content: body } }: { of: Draft }) {
  const own = useTextsOf(checkingTexts);
  const [isShown, setIsShown] = useState(text.length <= shownAtOnceMax);
  if (!isObject(body)) return null;
  const { type, content } = body;
  if (typeof type !== 'string' || content === undefined) return null;
  return (
    <section className="card stack" aria-label={own.preview}>
      <h2>{own.preview}</h2>
      {isShown ? (
        <DocumentView kind={type} content={content} />
      ) : (
        <div>
          <Button variant="default" onClick={() => setIsShown(true)}>
            {own.showPreview}
          </Button>
        </div>
      )}
    </section>
  );
}
