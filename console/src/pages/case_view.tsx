// A case, read-only: the failure and its reason, the next step, and the document next to its faults.
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';

import type { Case } from '../api';
import { aboutOf } from '../cases/about';
import { FaultyDocument } from '../document/faulty_document';
import { goToPlace } from '../document/marked';
import { documentText, placeNamedBy, placeOf, wordsAt } from '../document/marked_text';
import type { DocumentText } from '../document/marked_text';
import { plainPath } from '../document/marks';
import { fieldAt } from '../document/model';
import { Age } from '../parts/age';
import { authorOf } from '../parts/author';
import { Facts } from '../parts/facts';
import { Status } from '../parts/status';
import { useTitle } from '../parts/title';
import { filled, useTexts } from '../texts/texts';

/** The part of a case's document that the viewer may see. */
export interface Subject {
  sender: ReactNode;
  recipient: ReactNode;
  createdAt: string;
  /** Null after removal. */
  content: string | null;
  isWhole: boolean;
}

type Author = Case['changedBy'];

interface OfCase {
  of: Case;
  subject: Subject | undefined;
  /** A link to the transaction. */
  toTransaction?: ReactNode;
  /** The names of the participants as links. */
  participants?: ReactNode;
  isOwnTurn?: boolean;
  /** The author of an action, with a link. */
  nameOf?: (author: Author) => ReactNode;
  /** The actions on the case and its document. */
  actions?: ReactNode;
}

export function CaseView({ of, subject, toTransaction, participants, nameOf = authorOf, isOwnTurn, actions }: OfCase) {
  const { t, moment, number } = useTexts();
  const title = t.caseTitles[of.origin] ?? of.origin;
  const about = aboutOf(of, t.kinds);
  useTitle(about === '' ? title : `${about}: ${title}`);
  return (
    <article className="stack">
      <header>
        <div className="row">
          <h1>{title}</h1>
          <span className="end">
            <Status of={of.status} />
          </span>
        </div>
        <p className="lead any">{about}</p>
      </header>
      <div className="card stack">
        <p className="reason any">{of.reason || title}</p>
        <NextStep of={of} isOwn={isOwnTurn === true} />
        {actions}
        <Facts
          of={[
            [t.document, toTransaction],
            [t.sender, subject?.sender],
            [t.recipient, subject?.recipient],
            [t.created, subject && moment(subject.createdAt)],
            [t.participant, participants ?? of.participants.map(({ name }) => name).join(', ')],
            [t.flow, of.flow],
            [t.opened, moment(of.openedAt)],
            [t.changed, moment(of.changedAt)],
            [t.count, of.count > 1 ? number(of.count) : ''],
            [t.caseId, of.id, true],
          ]}
        />
      </div>
      <FaultsAndDocument of={of} subject={subject} />
      <History of={of} nameOf={nameOf} />
    </article>
  );
}

function NextStep({ of, isOwn }: { of: Case; isOwn: boolean }) {
  const { t } = useTexts();
  if (of.status === 'resolved') {
    return <p className="turn">{t.resolvedBys[of.resolvedBy ?? ''] ?? t.statuses['resolved']}</p>;
  }
  const steps = t.nextSteps;
  const step =
    of.turn === 'operator' ? steps['operator'] : (steps[`${of.origin}.${of.turn}`] ?? steps[of.origin]);
  return (
    <p className="turn">
      <strong>
        {t.turn}: {isOwn ? t.you : (t.turns[of.turn] ?? of.turn)}.
      </strong>{' '}
      {step}
    </p>
  );
}

interface Fault {
  path: string;
  message: string;
}

function FaultsAndDocument({ of, subject }: { of: Case; subject: Subject | undefined }) {
  const { t } = useTexts();
  const content = of.document?.content ?? subject?.content ?? undefined;
  const document = useMemo(() => documentText(content ?? ''), [content]);
  const faults: Fault[] = of.document?.faults ?? [];
  const places = useMemo(() => {
    const named = Object.entries(of.context).flatMap((texts) =>
      texts.flatMap((text) => placeNamedBy(document, text) ?? []),
    );
    return [...(of.document?.faults ?? []), ...named.map((path) => ({ path }))];
  }, [document, of]);
  const hasContext = Object.keys(of.context).length > 0;
  const isRemoved = subject?.content === null;
  if (!content && !isRemoved && faults.length === 0 && !hasContext) return null;
  return (
    <div className="stack">
      {(faults.length > 0 || hasContext) && (
        <section className="card stack" aria-label={of.document ? t.faults : t.context}>
          <h2>{of.document ? t.faults : t.context}</h2>
          {of.document && <Faults of={of} document={document} />}
          {hasContext && <Context of={of} document={document} />}
        </section>
      )}
      {content !== undefined && content !== '' && (
        <section className="card stack" aria-label={t.document}>
          <h2>{t.document}</h2>
          {of.document === undefined && subject?.isWhole === false && (
            <p className="dim">{t.beginningOnly}</p>
          )}
          <FaultyDocument
            key={content}
            kind={of.transactionType}
            text={content}
            of={document}
            faults={places}
          />
        </section>
      )}
      {isRemoved && (
        <section className="card">
          <p className="dim">{t.contentRemoved}</p>
        </section>
      )}
    </div>
  );
}

function ToPlace({ place, children }: { place: string | undefined; children: string }) {
  if (place === undefined) return <code className="any">{children}</code>;
  return (
    <button type="button" className="to-place" onClick={() => goToPlace(place)}>
      <code>{children}</code>
    </button>
  );
}

function Faults({ of, document }: { of: Case; document: DocumentText }) {
  const texts = useTexts();
  const { t } = texts;
  const faults = of.document?.faults ?? [];
  const count = of.document?.faultCount ?? 0;
  return (
    <>
      <ol className="faults">
        {faults.map((fault, index) => (
          <li key={index}>
            <strong className="any">{wordsAt(fault.path, texts)}</strong>{' '}
            <ToPlace place={placeOf(document, fault.path) && plainPath(fault.path)}>{fault.path}</ToPlace>
            <p className="any">{fault.message}</p>
            <Description kind={of.transactionType} path={fault.path} />
          </li>
        ))}
      </ol>
      {count > faults.length && <p className="dim">{filled(t.faultsMore, { count })}</p>}
    </>
  );
}

/** Shows the description of the field in the model. */
function Description({ kind, path }: { kind: string | undefined; path: string }) {
  const { data } = useQuery({
    queryKey: ['descriptions'],
    queryFn: async () => (await import('virtual:descriptions')).default,
    staleTime: Infinity,
  });
  const found = kind === undefined ? undefined : fieldAt(kind, path);
  if (!found || !data) return null;
  const [types, field] = found;
  const words = types.map((type) => data[type]?.[field]).find((one) => one !== undefined);
  return words === undefined ? null : (
    <p className="dim" lang="en">
      {words}
    </p>
  );
}

function Context({ of, document }: { of: Case; document: DocumentText }) {
  const shown = (text: string): ReactNode => {
    const place = placeNamedBy(document, text);
    return place === undefined ? text : <ToPlace place={place}>{text}</ToPlace>;
  };
  return (
    <dl className="facts one-column">
      {Object.entries(of.context).map(([name, value]) => (
        <div key={name}>
          <dt className="any">{shown(name)}</dt>
          <dd>{shown(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Happened {
  at: string;
  what: ReactNode;
  by: ReactNode;
  text: string;
}

function History({ of, nameOf }: { of: Case; nameOf: (author: Author) => ReactNode }) {
  const { t } = useTexts();
  const all: Happened[] = of.comments.map(({ at, by, text }) => ({
    at,
    what: nameOf(by),
    by: t.commented,
    text,
  }));
  all.unshift({ at: of.openedAt, what: t.opened, by: '', text: t.origins[of.origin] ?? of.origin });
  if (of.status === 'resolved') {
    const text = t.resolvedBys[of.resolvedBy ?? ''] ?? '';
    // A later comment is also a change, and its author may be another one.
    const isLastChange = of.resolvedBy === 'person' && of.comments.at(-1)?.at !== of.changedAt;
    const by = isLastChange ? nameOf(of.changedBy) : '';
    all.push({ at: of.changedAt, what: t.statuses['resolved'] ?? '', by, text });
  }
  return (
    <section className="card stack" aria-label={t.history}>
      <h2>{t.history}</h2>
      <ol className="times">
        {all.map(({ at, what, by, text }, index) => (
          <li key={index}>
            <strong className="any">{what}</strong>{' '}
            <span className="dim">
              {by}
              {by !== '' && ' · '}
              <Age at={at} hasSeconds />
            </span>
            {text !== '' && <div className="any">{text}</div>}
          </li>
        ))}
      </ol>
      {of.comments.length === 0 && <p className="dim">{t.noComments}</p>}
    </section>
  );
}
