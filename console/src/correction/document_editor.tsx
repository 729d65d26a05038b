// Edits a document and sends it: a correction as a new version, or a new document.
import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { Validation } from '../api';
import { changesBetween } from '../document/changes';
import { Changes } from '../document/changes_table';
import { writtenJson, type Json } from '../document/exact_json';
import { isObject, typeOfKind, type JsonObject } from '../document/model';
import { wordsAt } from '../document/marked_text';
import { takeNumber } from '../numbers/requests';
import type { Target as TargetOfDraft } from '../drafts/about';
import { Indicator, OtherVersion } from '../drafts/indicator';
import type { WholeDraft } from '../drafts/requests';
import { useSaving, type Saving } from '../drafts/saving';
import { ownerOf } from '../owner_of';
import { useSubmission, type Submission } from '../parts/submission';
import { useTitle } from '../parts/title';
import { renewAll, useSession } from '../queries';
import { filled, useTexts } from '../texts/texts';
import { pathOfMissingNumber, withoutFaultsAt } from './assigned_number';
import { CalculatedSums } from './calculated_sums';
import { bodyOf, useDraft, useJudgement, type Attempt, type Draft, type Judgement } from './draft';
import { keyOf, pathOfFault, withValue, type Path } from './edits';
import { Fields, FaultsAt } from './fields';
import { Form, idOfField, type LineSource, type Target } from './form_context';
import { seenLinesOf, type SeenLines } from './removed_lines';
import { answered, attemptOf, isLost, isRepeated, sentBy } from './sending';

/** The document that is edited. */
export interface Source {
  /** Identifies the draft. */
  id: string;
  kind: string;
  /** For example: Correct order 4500871234. */
  title: string;
  lead: string;
  text: string;
  content: Json;
  sendText: string;
  /** What the document answers or corrects. */
  target?: TargetOfDraft;
  /** The name of the trading partner. */
  partner?: string;
  /** The draft that the user continues. */
  begun?: WholeDraft | undefined;
  /** The next number of the range from which the exchange numbers the document if the user does not. */
  nextNumber?: string | undefined;
  /** True if the other side has seen the lines: of an earlier version, or of the document that is answered. */
  hasSeenLines: boolean;
  /** Shown next to the lines. */
  lineSource?: LineSource | undefined;
  /** Absent for a new document. */
  correction?: {
    /** Returns false if another correction was sent since the page was opened. */
    isStillWaiting: () => Promise<boolean>;
    /** Does what is left after the document was sent. */
    onSent: () => Promise<void>;
  };
}

type Mode = 'form' | 'json';

export function DocumentEditor({ of }: { of: Source }) {
  const draft = useDraft(`${ownerOf(useSession())} ${of.id}`, of.text, of.begun?.document);
  const { text, content, isChanged } = draft;
  const { kind, target: about = {}, partner = '' } = of;
  const saving = useSaving({ kind, text, content, target: about, partner }, of.begun, isChanged);
  const judged = useJudgement(of.kind, draft);
  const assigned = assignedNumber(of, draft);
  const judgement = judgementOf(judged, draft, assigned);
  const submission = useSubmission();
  const seen = useMemo(
    () => (of.hasSeenLines ? seenLinesOf(of.kind, of.content) : new Map<string, JsonObject>()),
    [of.hasSeenLines, of.kind, of.content],
  );
  const [mode, setMode] = useState<Mode>('form');
  const [target, setTarget] = useState<Target>();
  useTitle(of.title);
  return (
    <article className="stack">
      <header>
        <h1 className="any">{of.title}</h1>
        {of.lead !== '' && <p className="lead any">{of.lead}</p>}
      </header>
      <OtherVersion saving={saving} onLoad={draft.write} />
      <fieldset className="bare stack" disabled={submission.isAsking}>
        <FaultList
          judgement={judgement}
          onChoose={(path) => {
            const chosen = pathOfFault(path);
            // The fields are rendered before one of them gets the focus.
            flushSync(() => {
              setMode('form');
              setTarget({ path: chosen });
            });
            document.getElementById(idOfField(chosen))?.focus();
          }}
        />
        <Editor
          kind={of.kind}
          draft={draft}
          lineSource={of.lineSource}
          seen={seen}
          validation={judgement.validation}
          assigned={assigned}
          target={target}
          chosen={mode}
          onMode={setMode}
        />
        <CalculatedSums
          kind={of.kind}
          draft={draft}
          judgement={judgement}
          follows={mode === 'form'}
        />
      </fieldset>
      {of.correction && <Difference kind={of.kind} before={of.content} after={draft.content} />}
      <Indicator saving={saving} />
      <Sending
        of={of}
        draft={draft}
        saving={saving}
        assigned={assigned}
        judgement={judgement}
        submission={submission}
      />
    </article>
  );
}

/** The number that the exchange assigns when the document is sent. */
interface AssignedNumber {
  path: Path;
  /** For example: INV-2026-00042. Another document may get it before. */
  next: string;
}

function assignedNumber({ kind, nextNumber }: Source, { content }: Draft): AssignedNumber | undefined {
  const path = pathOfMissingNumber(kind, content);
  return path && nextNumber !== undefined ? { path, next: nextNumber } : undefined;
}

/** Returns the judgement that matters to the user. */
function judgementOf(judged: Judgement, draft: Draft, assigned: AssignedNumber | undefined): Judgement {
  // If the exchange has the document already, it finds a duplicate.
  if (isLost(draft)) return { ...judged, validation: undefined };
  const { validation } = judged;
  if (!assigned || !validation) return judged;
  return { ...judged, validation: withoutFaultsAt(validation, assigned.path) };
}

interface OfFaults {
  judgement: Judgement;
  onChoose: (path: string) => void;
}

function FaultList({ judgement, onChoose }: OfFaults) {
  const texts = useTexts();
  const { t } = texts;
  const { validation, failure } = judgement;
  if (failure) return <p role="alert">{failure.message}</p>;
  if (!validation) return null;
  const { faults, faultCount } = validation;
  if (faultCount === 0) {
    return (
      <p className="turn" role="status">
        {t.noFaults}
      </p>
    );
  }
  return (
    <section className="card stack tight" aria-label={t.faults}>
      <h2 role="status">{filled(faultCount === 1 ? t.oneFault : t.faultsLeft, { count: faultCount })}</h2>
      <ol className="faults">
        {faults.map(({ path, message }, at) => (
          <li key={at}>
            <button
              type="button"
              className="to-place"
              onClick={() => {
                onChoose(path);
              }}
            >
              {wordsAt(path, texts)}
            </button>
            <p className="any">{message}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface OfForm {
  kind: string;
  draft: Draft;
  lineSource: LineSource | undefined;
  seen: SeenLines;
  validation: Validation | undefined;
  assigned: AssignedNumber | undefined;
  target: Target | undefined;
}

interface OfEditor extends OfForm {
  chosen: Mode;
  onMode: (mode: Mode) => void;
}

function Editor({ chosen, onMode, ...form }: OfEditor) {
  const { draft } = form;
  const { t } = useTexts();
  const isForm = isObject(draft.content);
  const mode = isForm ? chosen : 'json';
  return (
    <section className="card stack" aria-label={t.document}>
      <SegmentedControl
        className="choice"
        aria-label={t.editAs}
        value={mode}
        disabled={!isForm}
        data={[
          { value: 'form', label: t.form },
          { value: 'json', label: t.json },
        ]}
        onChange={(value) => {
          onMode(value === 'json' ? 'json' : 'form');
        }}
      />
      {mode === 'form' && isObject(draft.content) ? (
        <DocumentForm {...form} content={draft.content} />
      ) : (
        <Textarea
          aria-label={t.json}
          classNames={{ input: 'source' }}
          rows={30}
          spellCheck={false}
          value={draft.text}
          error={draft.content === undefined && t.notJson}
          onChange={(event) => {
            onMode('json');
            draft.write(event.currentTarget.value);
          }}
        />
      )}
    </section>
  );
}

function DocumentForm(props: OfForm & { content: JsonObject }) {
  const { kind, content, draft, lineSource, seen, validation, assigned, target } = props;
  const { t } = useTexts();
  const faults = validation?.faults;
  const numberKey = assigned && keyOf(assigned.path);
  const shared = useMemo(() => {
    const sentences = new Map<string, string[]>();
    const faulty = new Set<string>();
    for (const { path, message } of faults ?? []) {
      const steps = pathOfFault(path);
      const key = keyOf(steps);
      sentences.set(key, [...(sentences.get(key) ?? []), message]);
      steps.forEach((_step, at) => faulty.add(keyOf(steps.slice(0, at + 1))));
    }
    // The field is shown without a fault, too.
    if (numberKey !== undefined) faulty.add(numberKey);
    return { faults: sentences, faulty };
  }, [faults, numberKey]);
  const hint = assigned && {
    key: keyOf(assigned.path),
    text: filled(t.numberAssigned, { number: assigned.next }),
  };
  return (
    <Form value={{ ...shared, target, hint, content, seen, lineSource, put: draft.put }}>
      <FaultsAt path={[]} />
      <Fields path={[]} of={content} type={typeOfKind(kind)} />
    </Form>
  );
}

interface OfDifference {
  kind: string;
  before: Json;
  after: Json | undefined;
}

function Difference({ kind, before, after }: OfDifference) {
  const { t } = useTexts();
  const changes = useMemo(
    () =>
      after === undefined ? [] : changesBetween(before, after, typeOfKind(kind)),
    [before, after, kind],
  );
  return (
    <section className="card stack tight" aria-label={t.yourChanges}>
      <h2>{t.yourChanges}</h2>
      {changes.length === 0 ? <p className="dim">{t.noChanges}</p> : <Changes of={changes} />}
    </section>
  );
}

interface OfSending {
  of: Source;
  draft: Draft;
  saving: Saving;
  assigned: AssignedNumber | undefined;
  judgement: Judgement;
  submission: Submission;
}

function Sending({ of, draft, saving, assigned, judgement, submission }: OfSending) {
  const { t } = useTexts();
  const session = useSession();
  const navigate = useNavigate();
  const isDone = useRef(false);
  const isAtRisk = () => draft.isChanged && !isDone.current;
  useBlocker({
    shouldBlockFn: () => {
      const stays = isAtRisk() && !window.confirm(t.leaveDraft);
      if (!stays) draft.end();
      return stays;
    },
    enableBeforeUnload: isAtRisk,
  });

  const attempted = async (): Promise<Attempt> => {
    const isNew = !isRepeated(draft);
    if (isNew && of.correction && !(await of.correction.isStillWaiting())) throw new Error(t.correctedAlready);
    return attemptOf(draft, isNew && assigned ? await numbered(assigned.path) : draft.text);
  };
  // The draft has the number from now on, so a repeat sends the same one.
  const numbered = async (path: Path): Promise<string> => {
    const number = await answered(takeNumber(of.kind), t);
    draft.put(path, number);
    return writtenJson(withValue(draft.content, path, number) ?? {});
  };
  const send = async () => {
    const attempt = await attempted();
    attempt.sent ??= (await sentBy(attempt, { body: bodyOf(of.kind, attempt.text), session, t })).id;
    await of.correction?.onSent();
    await saving.end();
    isDone.current = true;
    await navigate({ to: '/transactions/$id', params: { id: attempt.sent } });
    await renewAll();
  };
  const { failure, isAsking, submit } = submission;
  const isRight = judgement.isPresent && judgement.validation?.faultCount === 0;
  const isReady = isRight || isLost(draft);
  return (
    <section className="stack tight" aria-label={t.send}>
      <div className="row">
        <Button disabled={!isReady} loading={isAsking} onClick={() => void submit(send)}>
          {of.sendText}
        </Button>
        {!isReady && <span className="dim">{t.sendWhenRight}</span>}
      </div>
      {failure && <p role="alert">{failure.message}</p>}
    </section>
  );
}
