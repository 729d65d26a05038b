// The faults of the text, each with its place, or the sentence that it has none.
import { useMemo } from 'react';

import type { Validation } from '../api';
import { MarkedDocument } from '../document/marked_document';
import { documentText, placeOf, wordsAt } from '../document/marked_text';
import { usePortions } from '../parts/more';
import { checkingTexts } from '../texts/checking';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import type { Check, Unreadable } from './check';
import { pointAt } from './positions';

interface OfResult {
  check: Check;
  hasText: boolean;
  /** False while the user types, and until the answer comes. */
  isPresent: boolean;
  onGo: (index: number) => void;
}

export function Result({ check, hasText, isPresent, onGo }: OfResult) {
  const own = useTextsOf(checkingTexts);
  return (
    <section className="card stack tight" aria-label={own.result} aria-busy={!isPresent}>
      <h2>{own.result}</h2>
      {hasText ? <Outcome check={check} onGo={onGo} /> : <p className="dim">{own.nothing}</p>}
      {hasText && !isPresent && !check.failure && <p className="dim">{own.checking}</p>}
    </section>
  );
}

function Outcome({ check: { finding, failure }, onGo }: Pick<OfResult, 'check' | 'onGo'>) {
  if (failure) return <p role="alert">{failure.message}</p>;
  if (!finding) return null;
  const { text, validation, unreadable } = finding;
  if (unreadable) return <NoDocument text={text} of={unreadable} onGo={onGo} />;
  return validation && <Findings text={text} of={validation} onGo={onGo} />;
}

interface OfText {
  text: string;
  onGo: (index: number) => void;
}

function Place({ text, at, onGo }: OfText & { at: number }) {
  const own = useTextsOf(checkingTexts);
  const { line, column } = pointAt(text, at);
  return (
    <button type="button" className="to-place" onClick={() => onGo(at)}>
      {filled(own.at, { line, column })}
    </button>
  );
}

function NoDocument({ of: { message, at }, ...shown }: OfText & { of: Unreadable }) {
  const own = useTextsOf(checkingTexts);
  return (
    <>
      <p className="turn" role="status">
        {own.unreadable}
      </p>
      <div>
        {at !== undefined && <Place {...shown} at={at} />}
        <p className="any">{message}</p>
      </div>
    </>
  );
}

function Findings({ text, of, onGo }: OfText & { of: Validation }) {
  const { t } = useTexts();
  const own = useTextsOf(checkingTexts);
  const { faults, faultCount, warnings, recipient } = of;
  const all = [...faults, ...warnings];
  return (
    <>
      <p className="turn" role="status">
        {faultCount === 0 ? t.noFaults : faultCount === 1 ? own.fault : filled(own.faults, { count: faultCount })}
      </p>
      {recipient && <p className="any">{filled(own.goesTo, { name: recipient.name })}</p>}
      {all.length > 0 && <Places key={text} text={text} of={of} onGo={onGo} />}
    </>
  );
}

function Places({ text, of: { faults, faultCount, warnings }, onGo }: OfText & { of: Validation }) {
  const { t } = useTexts();
  const own = useTextsOf(checkingTexts);
  const document = useMemo(() => documentText(text, ''), [text]);
  const indexOf = (path: string) => {
    const place = placeOf(document, path);
    return place === undefined ? undefined : document.begins.get(place);
  };
  const marked = new Set(
    [...faults, ...warnings].flatMap(({ path }) => placeOf(document, path) ?? []).filter((place) => place !== ''),
  );
  const list = (of: Validation['faults']) => (
    <FaultList of={of} text={text} indexOf={indexOf} onGo={onGo} />
  );
  return (
    <>
      {list(faults)}
      {faultCount > faults.length && <p className="dim">{filled(t.faultsMore, { count: faultCount })}</p>}
      {warnings.length > 0 && (
        <>
          <h3>{t.warnings}</h3>
          <p className="dim">{own.warningsHelp}</p>
          {list(warnings)}
        </>
      )}
      {marked.size > 0 && (
        <>
          <h3>{own.marked}</h3>
          <MarkedDocument of={document} marked={marked} />
        </>
      )}
    </>
  );
}

interface OfFaults extends OfText {
  of: Validation['faults'];
  indexOf: (path: string) => number | undefined;
}

const faultsAtATime = 10;

function FaultList({ of, text, indexOf, onGo }: OfFaults) {
  const texts = useTexts();
  const own = useTextsOf(checkingTexts);
  const { shown, more } = usePortions(of, faultsAtATime);
  if (of.length === 0) return null;
  return (
    <>
      <ol className="faults">
        {shown.map(({ path, message, code }, index) => {
          const at = indexOf(path);
          return (
            <li key={index}>
              <strong className="any">{wordsAt(path, texts) || own.whole}</strong>{' '}
              {at !== undefined && <Place text={text} at={at} onGo={onGo} />}
              <p className="any">{message}</p>
              <p className="dim any">
                <code>{path}</code> <code>{code}</code>
              </p>
            </li>
          );
        })}
      </ol>
      {more}
    </>
  );
}
